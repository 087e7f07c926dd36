package shrink

import (
	"context"
	"hash/fnv"
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// chaos answers by the hash of a schedule: no answer follows from another. One
// run in some fails in the same way, loses its last fault, or replays
// differently.
type chaos struct {
	salt                  byte
	same, lost, disagrees uint64 // one in so many; 0 is never
	given                 string // the Key of what is shrunk, which fails
	replayed              map[string]bool
}

func (c *chaos) draw(s *schedule.Schedule, what string) uint64 {
	h := fnv.New64a()
	h.Write([]byte{c.salt})         //nolint:errcheck // never fails
	h.Write([]byte(what + s.Key())) //nolint:errcheck // never fails
	return h.Sum64() >> 7
}

func (c *chaos) one(in uint64, s *schedule.Schedule, what string) bool {
	return in > 0 && c.draw(s, what)%in == 0
}

func (c *chaos) run(_ context.Context, s *schedule.Schedule) (Outcome, error) {
	out := Outcome{Same: s.Key() == c.given || c.one(c.same, s, "same"), Taken: s.Faults, Ops: 40}
	out.At = vtime.Instant(c.draw(s, "at") % uint64(vtime.Minute))
	if s.Ops > 0 {
		out.Ops = s.Ops
	}
	if s.Key() != c.given && len(s.Faults) > 0 && c.one(c.lost, s, "lost") {
		out.Taken, out.Unfired = s.Faults[:len(s.Faults)-1], 1
	}
	return out, nil
}

func (c *chaos) keep(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
	out, err := c.run(ctx, s)
	if s.Key() != c.given && c.one(c.disagrees, s, "disagrees") {
		out.Same = false
	}
	c.replayed[s.Key()] = out.Same
	return out, err
}

// Whatever the answers, the search ends, what it returns was replayed and fails,
// and the number of jobs does not matter.
func FuzzShrinkEndsWithAScheduleThatFails(f *testing.F) {
	f.Add(byte(1), uint8(2), uint8(0), uint8(0))
	f.Add(byte(2), uint8(3), uint8(4), uint8(0))
	f.Add(byte(3), uint8(1), uint8(2), uint8(3))
	f.Add(byte(4), uint8(2), uint8(3), uint8(2))
	f.Fuzz(func(t *testing.T, salt byte, same, lost, disagrees uint8) {
		var results []*Result
		for _, jobs := range []int{1, 3} {
			s := storm()
			s.Duration = lasts
			c := &chaos{salt: salt, same: uint64(same), lost: uint64(lost), disagrees: uint64(disagrees), replayed: map[string]bool{}, given: s.Key()}
			r := shrunk(t, s, Options{Jobs: jobs, Try: c.run, Keep: c.keep})
			if !c.replayed[r.Schedule.Key()] {
				t.Error("the result was not replayed, or did not fail")
			}
			if len(r.Needed) != len(r.Schedule.Faults) {
				t.Errorf("%d faults, but %d are judged", len(r.Schedule.Faults), len(r.Needed))
			}
			for _, n := range r.Needed {
				if r.Complete && n.Without == Untried {
					t.Errorf("the run without %+v was not tried", n.Fault)
				}
			}
			results = append(results, r)
		}
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("one job: %+v\nthree jobs: %+v", results[0], results[1])
		}
	})
}
