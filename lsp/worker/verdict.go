package worker

import (
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/lsp/work"
)

// expected is the fingerprint of the failure that a verdict compares with; "" if
// nobody knows of one.
func (t *task) expected(in engine.Input) string {
	switch {
	case t.Fails != "":
		return t.Fails
	case in.Schedule != nil && in.Schedule.Fails != "":
		return verdict.Fingerprint(in.Schedule.Fails)
	}
	return ""
}

// lacking is a run without one of its faults, and the failure to compare it with:
// that of the whole run, if no other is known. A seed is run for the faults that it
// draws.
func (t *task) lacking(p *engine.Program, in engine.Input, fails string) (engine.Input, string, error) {
	if in.Schedule == nil {
		r, err := p.Run(t.ctx, in)
		if err != nil {
			return in, "", err
		}
		if fails == "" && r.Failure != nil {
			fails = r.Failure.Fingerprint()
		}
		in.Schedule = r.Schedule
	}
	edit := schedule.Edit{Remove: []int{t.Without}}
	less, err := edit.Apply(in.Schedule)
	if err != nil {
		return in, "", &inputError{err}
	}
	in.Schedule = less
	return in, fails, nil
}

// verdictOf says what a run came to, seen from the failure with a fingerprint.
func verdictOf(r *engine.Result, fails string) *work.Verdict {
	v := &work.Verdict{Outcome: work.Passes, Text: "the run passes", Unfired: r.Unfired}
	if f := r.Failure; f != nil {
		v.Fingerprint, v.Title = f.Fingerprint(), f.Title()
		v.Outcome, v.Text = work.Fails, "the run fails in the same way: "+v.Title
		if fails == "" {
			v.Text = "the run fails: " + v.Title
		} else if v.Fingerprint != fails {
			v.Outcome, v.Text = work.Differs, "the run fails in another way: "+v.Title
		}
		return v
	}
	if open := r.Undecided(); len(open) > 0 {
		v.Outcome, v.Text = work.Undecided, fmt.Sprintf("the run is undecided: nobody knows whether history %q is as it should be", open[0].History)
	} else if n := len(r.Unfired); n > 0 {
		v.Text += fmt.Sprintf(", but %s not happen", lacks(n))
	}
	return v
}

func lacks(n int) string {
	if n == 1 {
		return "1 of its faults does"
	}
	return fmt.Sprintf("%d of its faults do", n)
}
