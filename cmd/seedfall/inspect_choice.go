package main

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// choice is the part of a trace that flags ask for.
type choice struct {
	nodes, kinds, time, grep string
	// where is a query in the form of package tracefile; "" for none.
	where string

	filter story.Filter
	around int
	all    bool
}

// define adds the flags of a choice.
func (c *choice) define(f *flag.FlagSet) {
	f.StringVar(&c.nodes, "node", "", "show events of these `NODES` only, such as server,client or server#2")
	f.StringVar(&c.kinds, "kind", "", "show events of these `KINDS` only, such as disk.write or disk. for all that begin so")
	f.StringVar(&c.time, "time", "", "show all events of the `SPAN` only, such as 3s..4s, 3s.. or ..4s")
	f.StringVar(&c.filter.Property, "property", "", "show checks of the property `NAME` only")
	f.StringVar(&c.grep, "grep", "", "show events only whose line matches the regular `EXPRESSION`")
	f.StringVar(&c.where, "where", "", "show events only that the `QUERY` chooses, such as 'node:server -kind:net'; docs/trace-format.md has its terms")
	f.IntVar(&c.around, "around", 30, "show up to `N` events before the failure, and as many behind it")
	f.BoolVar(&c.all, "all", false, "show the whole trace, not only what is around the failure")
}

// parse reads the flags; what is wrong is a usageError that names the flag.
func (c *choice) parse() error {
	next := "seedfall inspect -h"
	c.filter.Nodes, c.filter.Kinds = listed(c.nodes), listed(c.kinds)
	if c.around < 0 {
		return &usageError{fmt.Sprintf("-around %d: write how many events to show, 0 or more", c.around), next}
	}
	if err := (&story.Filter{Kinds: c.filter.Kinds}).Check(nil); err != nil {
		return &usageError{"-kind: " + err.Error(), next}
	}
	if c.grep != "" {
		var err error
		if c.filter.Grep, err = regexp.Compile(c.grep); err != nil {
			return &usageError{fmt.Sprintf("-grep: %v", err), next}
		}
	}
	return c.span(next)
}

// span reads -time.
func (c *choice) span(next string) (err error) {
	if c.time == "" {
		return nil
	}
	from, to, ok := strings.Cut(c.time, "..")
	if !ok || from == "" && to == "" {
		return &usageError{fmt.Sprintf("-time %q: write a span such as 3s..4s, 3s.. or ..4s", c.time), next}
	}
	if from != "" {
		if c.filter.From, err = instant("time", from); err != nil {
			return err
		}
	}
	if to != "" {
		if c.filter.To, err = instant("time", to); err != nil {
			return err
		}
		if c.filter.To < c.filter.From {
			return &usageError{fmt.Sprintf("-time %s: the span ends before it begins", c.time), next}
		}
	}
	return nil
}

// instant reads the instant that a flag gives.
func instant(name, text string) (at vtime.Instant, err error) {
	if err := at.UnmarshalText([]byte(text)); err != nil {
		return 0, &usageError{fmt.Sprintf("-%s: %v", name, err), "seedfall inspect -h"}
	}
	return at, nil
}

// listed splits a list at its commas.
func listed(text string) (all []string) {
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word != "" {
			all = append(all, word)
		}
	}
	return all
}

// fits says whether a config has the nodes.
func (c *choice) fits(config *config.Config) error {
	var names []string
	for _, g := range config.Guests() {
		names = append(names, g.Name)
	}
	return c.known(names)
}

// known says whether the filters fit a run of nodes with these names.
func (c *choice) known(names []string) error {
	if err := c.filter.Check(names); err != nil {
		return &usageError{"-node: " + err.Error(), "seedfall inspect -h"}
	}
	return c.checkQuery(names)
}

// part is what is shown of a trace.
type part struct {
	trace  story.Trace
	events []*trace.Event
	// passed is how many events pass the filters.
	passed int
}

// of chooses from the trace of a run.
func (c *choice) of(ctx context.Context, t told) (p part, err error) {
	p.trace = t.trace
	p.events = c.filter.Select(p.trace)
	if c.where != "" {
		if p.events, err = t.chosen(ctx, c.where, p.events); err != nil {
			return p, err
		}
	}
	p.passed = len(p.events)
	if c.all || c.time != "" {
		return p, nil
	}
	middle := trace.ID(len(p.trace.Events))
	if f := t.failure; f != nil && f.Event != 0 {
		middle = f.Event
		if c := p.trace.Events[middle-1].Cause; c != 0 && (f.Class == verdict.History || f.Class == verdict.Isolation) {
			middle = c // such a failure is told at the end of the run
		}
	}
	before := 0 // how many of the events stand before the middle
	for before < len(p.events) && p.events[before].ID < middle {
		before++
	}
	end := before + c.around
	if end < len(p.events) && p.events[before].ID == middle {
		end++
	}
	p.events = p.events[max(0, before-c.around):min(len(p.events), end)]
	return p, nil
}
