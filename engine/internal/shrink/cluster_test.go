package shrink

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// cluster is a model of a program, small enough to reason about. A server makes
// operations, one each 7ms; for each it writes and syncs. When it boots, it
// reads its log, which takes five reads. It loses an operation if
//   - it crashes at the sync of an operation and is down for 120ms or more, or
//     the crash tears the write before it,
//   - during a partition of 700ms or more that cuts b off,
//   - and crashes again, at least ten operations later.
//
// Six operations after that it notices.
type cluster struct {
	s        *schedule.Schedule
	planned  []schedule.Fault
	now      vtime.Instant
	num      uint64            // disk operations
	nth      map[string]uint64 // by call site
	taken    []schedule.Fault
	cut      vtime.Instant // b is cut off until then
	done     int64         // operations of the workload
	lostAt   int64         // the number of the operation that was lost; 0 for none
	again    int64         // when it crashed again
	rebooted bool
}

const (
	workload = 200
	lasts    = vtime.Minute
	opTakes  = 7 * vtime.Millisecond
)

// runCluster is the run of a schedule.
func runCluster(_ context.Context, s *schedule.Schedule) (Outcome, error) {
	c := &cluster{s: s, nth: map[string]uint64{}}
	for _, f := range s.Faults {
		if f.Planned() {
			c.planned = append(c.planned, f)
		}
	}
	slices.SortStableFunc(c.planned, func(a, b schedule.Fault) int { return cmp.Compare(a.At, b.At) })
	ops, end := int64(workload), vtime.Instant(lasts)
	if s.Ops > 0 {
		ops = min(ops, s.Ops)
	}
	if s.Duration > 0 {
		end = min(end, vtime.Instant(s.Duration))
	}
	c.boot()
	for c.now < end && !c.failed() {
		if c.done < ops {
			c.done++
			c.wait(opTakes)
			c.disk("write", "main.append")
			c.disk("sync", "main.append")
		} else {
			c.wait(100 * vtime.Millisecond)
		}
	}
	lost := c.failed() && c.now <= end
	out := Outcome{Same: lost, At: min(c.now, end), Taken: c.taken, Unfired: len(s.Faults) - len(c.taken), Ops: ops}
	switch {
	case lost:
		out.Ends = fmt.Sprintf("operation %d is lost", c.lostAt)
	case c.again > 0 && c.done == ops:
		out.Ends = "the server is behind"
	}
	return out, nil
}

func (c *cluster) failed() bool { return c.again > 0 && c.done >= c.again+6 }

// wait lets time pass, and planned faults strike.
func (c *cluster) wait(d vtime.Duration) {
	for c.now = c.now.Add(d); len(c.planned) > 0 && c.planned[0].At <= c.now; {
		f := c.planned[0]
		c.planned = c.planned[1:]
		c.taken = append(c.taken, f)
		switch {
		case f.Kind == schedule.Partition && slices.Contains(f.Cut, "b") && f.Span() >= 700*vtime.Millisecond:
			c.cut = max(c.cut, f.Until)
		case f.Kind == schedule.Pause && f.Node == "server":
			c.now = max(c.now, f.Until)
		case f.Kind == schedule.Crash && f.Node == "server":
			c.crash(f, "")
		}
	}
}

// crash takes the server down, at a call site or between two.
func (c *cluster) crash(f schedule.Fault, site string) {
	if c.lostAt > 0 && c.done >= c.lostAt+10 && c.again == 0 {
		c.again = c.done
	}
	if site == "sync main.append" && c.cut > c.now && (f.Span() >= 120*vtime.Millisecond || f.Point == schedule.Within) && c.lostAt == 0 {
		c.lostAt = c.done
	}
	c.now = max(c.now, c.now.Add(f.Span()))
	c.rebooted = true
	c.boot()
}

// boot reads the log.
func (c *cluster) boot() {
	for range 5 {
		c.disk("read", "main.recover")
	}
}

// disk is an operation, which recorded faults may strike. A crash ends the
// recovery that it happens in.
func (c *cluster) disk(do, in string) {
	c.num++
	site := do + " " + in
	c.nth[site]++
	for _, f := range c.s.Faults {
		at := f.Op == c.num
		if c.s.ByAnchor && f.Anchor != nil {
			at = *f.Anchor == schedule.Anchor{Do: do, In: in, Nth: c.nth[site]}
		}
		if f.Planned() || !at {
			continue
		}
		span := f.Span()
		f.At, f.Until, f.Op = c.now, c.now.Add(span), c.num
		f.Anchor = &schedule.Anchor{Do: do, In: in, Nth: c.nth[site]}
		c.taken = append(c.taken, f)
		if f.Kind == schedule.CrashIO {
			c.crash(f, site)
		}
	}
}

// storm is a schedule of 33 faults under which the cluster fails.
func storm() *schedule.Schedule {
	s := &schedule.Schedule{Schema: schedule.Schema, Seed: 1}
	ms := func(n int) vtime.Instant { return vtime.Instant(n) * vtime.Instant(vtime.Millisecond) }
	add := func(f schedule.Fault, at, lasts int) {
		f.At = ms(at) + 268419
		f.Until = f.At + ms(lasts)
		s.Faults = append(s.Faults, f)
	}
	for i := range 7 {
		add(schedule.Fault{Kind: schedule.Crash, Node: []string{"a", "b", "server"}[i%3]}, 97+i*331, 40+i*97)
		add(schedule.Fault{Kind: schedule.Partition, Cut: []string{"a", "b", "c"}[i%3:], Direction: schedule.Both}, 43+i*289, 250+i*310)
		add(schedule.Fault{Kind: schedule.Pause, Node: []string{"server", "c"}[i%2]}, 171+i*401, 30+i*11)
	}
	for i := range 4 {
		add(schedule.Fault{Kind: schedule.Restart, Node: "a", Grace: vtime.Second}, 211+i*611, 100)
		add(schedule.Fault{Kind: schedule.FsyncEIO, Node: "server", Op: uint64(21 + 30*i)}, 100+i*300, 0)
		add(schedule.Fault{Kind: schedule.CrashIO, Node: "server", Op: uint64(12 + 75*i), Point: schedule.Within, Bytes: 9, Corrupt: i%2 == 1}, 50+i*350, 350)
	}
	return s
}
