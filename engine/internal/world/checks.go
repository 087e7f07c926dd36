package world

import (
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// fatal says which kinds of check end the run when they are false.
var fatal = map[property.Kind]verdict.Class{
	property.Assert:      verdict.Assertion,
	property.Fail:        verdict.Assertion,
	property.Always:      verdict.Always,
	property.Unreachable: verdict.Unreachable,
	property.Eventually:  verdict.Eventually,

	property.AlwaysOrUnreachable: verdict.Always,
}

// Check implements guest.World.
func (w *World) Check(p *wasi.Process, c guest.Check) bool {
	w.count(c, c.OK)
	p.Emit(trace.Event{Kind: trace.Check, Site: c.Site, A: number(c.OK), B: int64(c.Kind), S: c.Name, T: c.Details})
	class, bad := fatal[c.Kind]
	if !bad || c.OK {
		return false
	}
	w.broken(p, class, c)
	return true
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (w *World) count(c guest.Check, ok bool) { w.tally.Add(w.keyOf(c), ok, w.oracle.Struck()) }

func (w *World) keyOf(c guest.Check) property.Key {
	s := w.kernel.Trace.SiteOf(c.Site)
	return property.Key{Kind: c.Kind, Name: c.Name, File: s.File, Line: s.Line}
}

// broken ends the run with a failed check.
func (w *World) broken(p *wasi.Process, class verdict.Class, c guest.Check) {
	f := verdict.Failure{Class: class, Property: c.Name, Message: c.Details}
	if c.Site != 0 {
		s := w.kernel.Trace.SiteOf(c.Site)
		f.Site = &s
	}
	if f.Message == "" {
		f.Message = fmt.Sprintf("%s is false", c.Kind)
		if c.Kind == property.Unreachable {
			f.Message = "was reached"
		}
	}
	w.fail(w.nodes[p.Node], f)
}

// pending is an Eventually that is not decided.
type pending struct {
	number    uint32
	node, inc int
	check     guest.Check
	within    vtime.Duration
	deadline  vtime.Instant
	event     trace.ID
}

// grace is how long after its deadline an Eventually may be evaluated for the
// last time, since guests wake a little late and paused ones much.
const grace = vtime.Second

// Begin implements guest.World.
func (w *World) Begin(p *wasi.Process, c guest.Check, within vtime.Duration) uint32 {
	within = max(0, within)
	w.begun++
	id := p.Emit(trace.Event{Kind: trace.Begin, Site: c.Site, A: int64(within), S: c.Name})
	w.due = append(w.due, pending{w.begun, p.Node, p.Inc, c, within, w.now().Add(within), id})
	return w.begun
}

// End implements guest.World.
func (w *World) End(p *wasi.Process, number uint32, ok bool, details string) bool {
	i := slices.IndexFunc(w.due, func(d pending) bool { return d.number == number && d.node == p.Node && d.inc == p.Inc })
	if i < 0 {
		return false
	}
	d := w.due[i]
	w.due = slices.Delete(w.due, i, i+1)
	w.decide(p, d, ok, details)
	return !ok
}

func (w *World) decide(p *wasi.Process, d pending, ok bool, details string) {
	w.count(d.check, ok)
	p.Emit(trace.Event{Kind: trace.End, Cause: d.event, Site: d.check.Site, A: number(ok), S: d.check.Name, T: details})
	if ok {
		return
	}
	c := d.check
	c.Details = fmt.Sprintf("still false after %v", d.within)
	if details != "" {
		c.Details += ": " + details
	}
	w.broken(p, verdict.Eventually, c)
}

// overdue is when an Eventually counts as false though its guest says nothing.
func (w *World) overdue(i int) vtime.Instant {
	return max(w.due[i].deadline, w.nodes[w.due[i].node].paused).Add(grace)
}

// expire fails an Eventually whose guest did not evaluate it in time.
func (w *World) expire(i int) {
	d := w.due[i]
	w.due = slices.Delete(w.due, i, i+1)
	w.decide(w.nodes[d.node].proc, d, false, "its condition does not return")
}

// forget drops what is pending for a node whose process has ended.
func (w *World) forget(n *node) {
	w.due = slices.DeleteFunc(w.due, func(d pending) bool { return d.node == n.index })
	w.quiets = slices.DeleteFunc(w.quiets, func(q quiet) bool { return q.node == n.index })
	w.loud()
}

// Budget implements guest.World.
func (w *World) Budget(_ *wasi.Process, n int64) int64 {
	n = max(0, n)
	if w.ops > 0 && n > w.ops-w.asked {
		n, w.short = w.ops-w.asked, true
	}
	w.asked += n
	return n
}
