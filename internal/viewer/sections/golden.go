package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
)

// golden are Go's answers about a run.
type golden struct {
	// Text and JSON are the lines of all events in both exports.
	Text []string          `json:"text"`
	JSON []json.RawMessage `json:"json"`
	// Cones are the pasts and futures of some events: of all if they are few.
	Cones []cone `json:"cones"`
	// States are how everything stood at some instants.
	States []*tracefile.State `json:"states"`
	// Queries are the events that pass filters.
	Queries []query `json:"queries"`
	// MadeUp are answers to queries that nobody has written.
	MadeUp []answered `json:"madeUp"`
}

type cone struct {
	Event  trace.ID   `json:"event"`
	Past   []trace.ID `json:"past"`
	Future []trace.ID `json:"future"`
}

type query struct {
	Query  string     `json:"query"`
	Events []trace.ID `json:"events"`
}

// Of a run with more events than few, about some of them are asked.
const (
	few  = 250
	some = 100
)

// answer asks a file everything.
func answer(f *tracefile.File) (*golden, error) {
	all, err := f.Window(context.Background(), tracefile.Ask{To: vtime.Never, Limit: math.MaxInt})
	if err != nil {
		return nil, err
	}
	g := &golden{}
	if err := g.lines(f.Printer(), all.Events); err != nil {
		return nil, err
	}
	every := 1
	if len(all.Events) > few {
		every = len(all.Events) / some
	}
	for i := 0; i < len(all.Events); i += every {
		if err := g.event(f, &all.Events[i]); err != nil {
			return nil, err
		}
	}
	for _, e := range all.Events {
		if e.Kind == trace.Failed || e.Kind == trace.Lost {
			if err := g.event(f, &e); err != nil {
				return nil, err
			}
		}
	}
	if g.MadeUp, err = madeUp(f, all.Events); err != nil {
		return nil, err
	}
	return g, g.queries(f, all.Events)
}

func (g *golden) lines(p *trace.Printer, events []trace.Event) error {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	for i := range events {
		if err := p.Text(w, &events[i]); err != nil {
			return err
		}
	}
	w.Flush() //nolint:errcheck // to memory
	g.Text = strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	b.Reset()
	for i := range events {
		if err := p.JSON(w, &events[i]); err != nil {
			return err
		}
	}
	w.Flush() //nolint:errcheck // to memory
	for line := range bytes.Lines(bytes.Clone(b.Bytes())) {
		g.JSON = append(g.JSON, bytes.TrimSpace(line))
	}
	return nil
}

// event asks for the cones of an event, and for the state at its instant.
func (g *golden) event(f *tracefile.File, e *trace.Event) error {
	past, err := f.Past(e.ID)
	if err != nil {
		return err
	}
	future, err := f.Future(e.ID)
	if err != nil {
		return err
	}
	state, err := f.State(e.At, math.MaxInt32)
	if err != nil {
		return err
	}
	g.Cones = append(g.Cones, cone{e.ID, past, future})
	g.States = append(g.States, state)
	return nil
}

// queries asks for what passes filters that have something to find in the run.
func (g *golden) queries(f *tracefile.File, events []trace.Event) error {
	middle := events[len(events)/2]
	all := []string{"", "-kind:network", "kind:disk.write,disk.sync", "kind:disk", "kind:faults,life", "kind:calls -node:" + f.Nodes[0],
		"node:" + f.Nodes[0], "node:" + f.Nodes[len(f.Nodes)-1] + " kind:network", "node:" + f.Nodes[0] + "#1", "-node:" + f.Nodes[0] + "#1",
		"time:..1s", "time:1ms..500ms kind:log", "time:" + middle.At.String() + "..", "crash", `"unsynced changes"`, "text:SEND", "send", "-send -receive",
		`/^(boot|fault)/`, `/a.*e/ kind:disk`, `text:"bytes=4",ok`,
		fmt.Sprintf("cause:#%d", middle.ID), fmt.Sprintf("effect:#%d", middle.ID), fmt.Sprintf("cause:#%d -kind:network", len(events)), "cause:#1", "effect:#1"}
	if len(f.Sites) > 0 {
		s := f.Sites[0]
		base := s.File[strings.LastIndexByte(s.File, '/')+1:]
		all = append(all, "site:"+base, fmt.Sprintf("site:%s:%d", base, s.Line), fmt.Sprintf("site:%s:%d", s.File, s.Line), "-site:"+base)
		for _, s := range f.Sites {
			if s.Property != "" {
				all = append(all, fmt.Sprintf("property:%q", s.Property))
				break
			}
		}
	}
	for _, q := range all {
		filter, err := f.Filter(context.Background(), q)
		if err != nil {
			return fmt.Errorf("%s: %w", q, err)
		}
		found, err := f.Search(context.Background(), filter, 0, math.MaxInt)
		if err != nil {
			return err
		}
		a := query{Query: q, Events: []trace.ID{}}
		for i := range found {
			a.Events = append(a.Events, found[i].ID)
		}
		g.Queries = append(g.Queries, a)
	}
	return nil
}
