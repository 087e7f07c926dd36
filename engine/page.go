package engine

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/internal/page"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// ErrNoViolation is the error of WritePage for a run whose histories are all as
// they should be, or that failed in another way before they were judged.
var ErrNoViolation = errors.New("no history of this run is in violation")

// WritePage writes one page of HTML that explains the violation of a history: it
// needs no other file. command is what shows the run again.
func (r *Result) WritePage(w io.Writer, command string) error {
	i := slices.IndexFunc(r.Histories, func(v Judged) bool { return v.Verdict == check.Violation && !v.Malformed })
	if i < 0 || r.Failure == nil {
		return ErrNoViolation
	}
	v := &r.Histories[i]
	p := &page.Page{Title: r.Failure.Title() + ": " + r.Failure.Words(), Program: r.Schedule.Config + ", program " + r.Schedule.Program, Model: v.By, Command: command,
		Seed: r.Seed, Ops: v.Ops, Txns: v.Txns, Isolation: v.Isolation, Bands: r.bands()}
	if v.Linear != nil {
		p.Linear = slices.Clone(v.Linear.Anomalies)
		first := v.First() // the one that the failure is about
		p.Linear[0], p.Linear[first] = p.Linear[first], p.Linear[0]
	}
	return page.Write(w, p)
}

// bands are the faults of the run, with what they cost.
func (r *Result) bands() (all []page.Band) {
	for _, f := range r.Schedule.Faults {
		b := page.Band{Kind: f.Kind, Node: f.Node, From: f.At, To: max(f.At, f.Until)}
		switch {
		case len(f.Cut) > 0:
			b.Text = fmt.Sprintf("%s cut off from the others", strings.Join(f.Cut, ", "))
			if f.Direction != "" && f.Direction != schedule.Both {
				b.Text += ", " + f.Direction + " only"
			}
		case f.Op > 0:
			b.Text = fmt.Sprintf("at operation %d", f.Op)
		}
		if lost := r.lostAt(f.Node, f.At); lost != "" {
			b.Text = strings.TrimPrefix(b.Text+"; "+lost, "; ")
		}
		all = append(all, b)
	}
	return all
}

// lostAt is what a crash of a node took from its disk, as the trace has it; ""
// without a trace.
func (r *Result) lostAt(node string, at vtime.Instant) string {
	if r.recorder == nil || node == "" {
		return ""
	}
	var lost []string
	for i := range r.recorder.Events {
		if e := &r.recorder.Events[i]; e.Kind == trace.Lost && e.At == at && e.Node != trace.World && r.hosts[e.Node] == node {
			lost = append(lost, e.S+": "+e.T)
		}
	}
	return strings.Join(lost, "; ")
}
