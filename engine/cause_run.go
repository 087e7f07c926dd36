package engine

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seedfall/seedfall/engine/internal/shrink"
	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/vtime"
)

// causing is the state of one Cause.
type causing struct {
	program    *Program
	options    CauseOptions
	signature  string             // of the failure to explain
	base       *schedule.Schedule // whose run is explained
	lengthened vtime.Duration
	unfired    []schedule.Fault // of the given schedule
	result     *Result          // of the base's run
	trace      story.Trace      // of the base's run
	points     checkpoints      // of the base's run
	// stood has before which step each checkpoint was made.
	stood map[*world.World]int
	// steps are the numbers of the steps before which the base's run can be
	// copied, in order.
	steps []int

	runs, forked atomic.Int64
}

// errStopped says that nobody wants to know more.
var errStopped = errors.New("the search was ended")

func newCausing(p *Program, o CauseOptions) *causing {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	h := &causing{program: p, options: o, stood: map[*world.World]int{}}
	h.points.bound = o.Memory
	if o.Memory == 0 {
		h.points.bound = DefaultCheckpoints
	}
	return h
}

// horizon is until when faults strike in the base's run.
func (h *causing) horizon() vtime.Duration {
	if h.base.Duration > 0 {
		return h.base.Duration
	}
	return h.program.Config.Duration
}

// begin finds the base and records its run.
func (h *causing) begin(ctx context.Context, s *schedule.Schedule) error {
	h.options.Say("running the schedule")
	first, err := h.program.Run(ctx, Input{Seed: s.Seed, Schedule: s})
	if err != nil {
		return err
	}
	h.runs.Add(1)
	if first.Failure == nil {
		return &NotFailingError{first}
	}
	h.signature = first.Failure.Signature()
	h.base, h.unfired = first.Schedule.Clone(), first.Unfired
	h.base.Program, h.base.Config, h.base.Fails = h.program.ID, filepath.Base(h.program.Config.File()), h.signature
	if err := h.lengthen(ctx); err != nil {
		return err
	}
	if h.result, err = h.record(ctx); err != nil {
		return err
	}
	if f := h.result.Failure; f == nil {
		return &NotSameError{Outcome: shrink.Outcome{At: h.result.At}}
	} else if f.Signature() != h.signature {
		return &NotSameError{Outcome: shrink.Outcome{At: h.result.At, Ends: f.Title()}}
	}
	h.trace = h.result.Recording()
	return nil
}

// lengthen lets the base last as long as the config says, if it fails in the same
// way then: a fault that may strike later needs the room.
func (h *causing) lengthen(ctx context.Context) error {
	if h.base.Duration == 0 || h.base.Duration >= h.program.Config.Duration {
		return nil
	}
	long := h.base.Clone()
	long.Duration = 0
	r, err := h.program.Run(ctx, Input{Seed: long.Seed, Schedule: long})
	if err != nil {
		return err
	}
	h.runs.Add(1)
	if r.Failure != nil && r.Failure.Signature() == h.signature && len(r.Unfired) == 0 {
		h.lengthened, h.base = h.base.Duration, long
	}
	return nil
}

// record runs the base, keeps its events, and makes checkpoints on the way.
func (h *causing) record(ctx context.Context) (*Result, error) {
	in := Input{Seed: h.base.Seed, Schedule: h.base, Trace: true}
	w, err := h.program.world(context.WithoutCancel(ctx), in)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	h.runs.Add(1)
	due := wanted(h.base, h.program.Config.Duration)
	for step := 0; !w.Over(); step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if w.Movable() {
			h.steps = append(h.steps, step)
			if i, _ := slices.BinarySearch(due, w.NextAt()+1); i > 0 {
				due = due[i:]
				if err := h.mark(w, step); err != nil {
					return nil, err
				}
			}
		}
		if err := w.Step(); err != nil {
			return nil, err
		}
	}
	o, err := w.Run()
	if err != nil {
		return nil, err
	}
	return h.program.result(in, o), nil
}

// mark makes a checkpoint before a step.
func (h *causing) mark(w *world.World, step int) error {
	if err := h.points.add(w); err != nil {
		return err
	}
	if n := len(h.points.all); n > 0 { // none if it is larger than the bound
		last := h.points.all[n-1].world
		if _, older := h.stood[last]; !older {
			h.stood[last] = step
		}
	}
	return nil
}

// start gives a run of s, from a checkpoint if there is one. It keeps its events
// if trace is set.
func (h *causing) start(ctx context.Context, s *schedule.Schedule, trace bool) (*world.World, error) {
	if err := h.ended(ctx); err != nil {
		return nil, err
	}
	h.runs.Add(1)
	w, err := h.points.fork(s)
	if err != nil {
		return nil, err
	}
	if w == nil {
		return h.program.world(context.WithoutCancel(ctx), Input{Seed: h.base.Seed, Schedule: s, Trace: trace})
	}
	h.forked.Add(1)
	if !trace {
		w.Quiet()
	}
	return w, nil
}

// run runs s to its end.
func (h *causing) run(ctx context.Context, s *schedule.Schedule, trace bool) (*world.Outcome, error) {
	w, err := h.start(ctx, s, trace)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return h.finish(ctx, w)
}

// finish runs a world to its end, or until nobody wants to know.
func (h *causing) finish(ctx context.Context, w *world.World) (*world.Outcome, error) {
	for !w.Over() {
		if err := h.ended(ctx); err != nil {
			return nil, err
		}
		if err := w.Step(); err != nil {
			return nil, err
		}
	}
	return w.Run()
}

// ended says why nothing more is to be run.
func (h *causing) ended(ctx context.Context) error {
	select {
	case <-h.options.Stop:
		return errStopped
	default:
		return ctx.Err()
	}
}

// parallel does n things, in order if there is one job. It gives the error of the
// first that has one.
func (h *causing) parallel(n int, do func(int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var crew sync.WaitGroup
	for range min(n, max(1, h.options.Jobs)) {
		crew.Go(func() {
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				errs[i] = guard(h.base.Seed, func() error { return do(i) })
			}
		})
	}
	crew.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
