// Package story helps to understand one run. From the events of its trace it
// takes the causal past of the failure and makes of it a storyboard of a few
// steps; it filters a trace, finds where two of them part, and reads the stacks
// of goroutines. It sees recorded events, never a run.
package story

import (
	"cmp"
	"slices"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// MaxSteps is how many steps a storyboard has at most.
const MaxSteps = 7

// Trace is a whole recorded run.
type Trace struct {
	// Events are all events of the run: Events[i] has the ID i+1.
	Events []trace.Event
	Sites  []trace.Site // Sites[i] is SiteID i+1
	Names  []string     // Names[i] is the name of node i
}

// Story is how a run came to its failure.
type Story struct {
	// Steps are in the order in which they happened; the last one is the failure.
	Steps []Step `json:"steps"`
	// Past is how many events led to the failure, with the steps themselves.
	Past int `json:"past"`
	// Events is how many events the run had.
	Events int `json:"events"`
}

// Step is one thing that happened and mattered.
type Step struct {
	Event trace.ID      `json:"event"`
	At    vtime.Instant `json:"at"`
	// Node is the node with its incarnation, "server#2"; "" for what no node did.
	Node string `json:"node,omitempty"`
	// Role is why the step was chosen: the name of a row of the table of rules.
	Role string `json:"role"`
	// Text is a sentence whose subject is the node.
	Text string `json:"text"`
	// Site is the sim call that made the event, or the user's line that panicked; nil
	// where neither is known.
	Site *trace.Site `json:"site,omitempty"`
}

// Tell makes the storyboard of the failure that event id is, an event of kind
// trace.Failed. It is nil if there is no such event.
func (t Trace) Tell(id trace.ID) *Story {
	failed := t.event(id)
	if failed == nil || failed.Kind != trace.Failed {
		return nil
	}
	c := inquire(t, failed)
	s := &Story{Events: len(t.Events)}
	for _, p := range c.choose() {
		s.Steps = append(s.Steps, c.step(p))
		c.past.add(p.event.ID) // a witness need not be a cause
	}
	s.Past = c.past.count
	return s
}

// event gives the event with a number, nil if there is none.
func (t *Trace) event(id trace.ID) *trace.Event {
	if id == 0 || id > trace.ID(len(t.Events)) {
		return nil
	}
	return &t.Events[id-1]
}

// inquiry is a failure that is being looked into.
type inquiry struct {
	*Trace
	failed *trace.Event
	past   *past
	// check is the check that was false; nil if the failure is no check's.
	check *trace.Event
	// loss is the crash that lost most of what mattered; nil if none lost anything.
	loss *loss
	// witness is the line in which a program spoke of what the failure is about.
	witness *trace.Event
}

func inquire(t Trace, failed *trace.Event) *inquiry {
	c := &inquiry{Trace: &t, failed: failed, past: newPast(&t, failed)}
	c.check = c.falseCheck()
	c.witness = c.findWitness()
	c.loss = c.worstLoss()
	return c
}

// falseCheck is the check that the failure comes from, which stands right before
// it; nil for classes of failures that are no check's.
func (c *inquiry) falseCheck() *trace.Event {
	e := c.event(c.failed.ID - 1)
	if e == nil || e.A != 0 || e.Node != c.failed.Node {
		return nil
	}
	switch verdict.Class(c.failed.S) {
	case verdict.Assertion, verdict.Always, verdict.Unreachable:
		if e.Kind == trace.Check {
			return e
		}
	case verdict.Eventually:
		if e.Kind == trace.End {
			return e
		}
	}
	return nil
}

// proposal is a step that a rule would have.
type proposal struct {
	event  *trace.Event
	rule   *rule
	weight int
}

// choose takes the proposals that weigh most, and puts them in order. Of equal
// ones the rule that stands first wins, then the later event.
func (c *inquiry) choose() []proposal {
	var all []proposal
	known := map[trace.ID]bool{}
	for i := range rules {
		r := &rules[i]
		weight := r.weight
		for _, e := range r.find(c) {
			if e == nil || known[e.ID] {
				continue
			}
			known[e.ID] = true
			all = append(all, proposal{e, r, weight})
			weight -= r.less
		}
	}
	slices.SortStableFunc(all, func(a, b proposal) int { return cmp.Compare(b.weight, a.weight) })
	all = all[:min(len(all), MaxSteps)]
	slices.SortFunc(all, func(a, b proposal) int { return cmp.Compare(a.event.ID, b.event.ID) })
	return all
}

// step puts a proposal into words.
func (c *inquiry) step(p proposal) Step {
	e := p.event
	s := Step{Event: e.ID, At: e.At, Node: c.who(e), Role: p.rule.role, Text: c.tell(e)}
	at := c.site(e)
	switch {
	case e == c.failed && c.check != nil:
		at = c.site(c.check)
	case e == c.failed && e.S == string(verdict.Panic):
		at = c.panicSite()
	}
	if at != (trace.Site{}) {
		s.Site = &at
	}
	return s
}

// who is the node of an event with its incarnation.
func (t *Trace) who(e *trace.Event) string {
	p := trace.Printer{Names: t.Names}
	return p.Who(e)
}
