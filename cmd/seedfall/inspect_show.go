package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/vtime"
)

// writeText prints the rest of a long detail, the storyboard and the events.
func (p part) writeText(w io.Writer, t told, files locator) error {
	b := bufio.NewWriter(w)
	if t.failure != nil {
		if lines := strings.Split(strings.TrimRight(t.failure.Detail, "\n"), "\n"); len(lines) > maxDetail {
			fmt.Fprintf(b, "\ndetail, all of it:\n")
			for _, l := range lines {
				fmt.Fprintf(b, "  %s\n", l)
			}
		}
	}
	if s := t.story; s != nil {
		writeStory(b, s, files)
	}
	all := len(p.trace.Events)
	switch {
	case p.passed == 0:
		fmt.Fprintf(b, "\nno event of %d passes the filters\n", all)
	case p.passed == all:
		fmt.Fprintf(b, "\ntrace, %d of %s:\n", len(p.events), plural(all, "event"))
	default:
		fmt.Fprintf(b, "\ntrace, %d of %s that pass the filters, of %d:\n", len(p.events), plural(p.passed, "event"), all)
	}
	for _, e := range p.events {
		fmt.Fprintf(b, "%7d %s\n", e.ID, p.trace.Text(e))
	}
	return b.Flush()
}

func writeStory(w io.Writer, s *story.Story, files locator) {
	fmt.Fprintf(w, "\nstory, %s of the %d that led to the failure:\n", plural(len(s.Steps), "event"), s.Past)
	wide := 0
	for _, step := range s.Steps {
		wide = max(wide, len(step.Node))
	}
	for _, step := range s.Steps {
		fmt.Fprintf(w, "%7d %10s  %-*s  %s", step.Event, step.At.Seconds(), wide, step.Node, step.Text)
		if step.Site != nil {
			fmt.Fprintf(w, " (%s:%d)", files.file(step.Site.File), step.Site.Line)
		}
		fmt.Fprintln(w)
	}
}

// storyLine, eventLine and inspectEnd are lines of the JSON form.
type storyLine struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	Seed   uint64 `json:"seed"`
	*story.Story
}

type eventLine struct {
	Type   string          `json:"type"`
	Schema int             `json:"schema"`
	Event  json.RawMessage `json:"event"`
}

type inspectEnd struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	Shown  int    `json:"shown"`
	Passed int    `json:"passed"`
	Events int    `json:"events"`
}

// writeJSON prints the storyboard, if the run failed, the events, and a last line
// that counts them.
func (p part) writeJSON(w io.Writer, t told) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	if s := t.story; s != nil {
		if err := enc.Encode(storyLine{"story", jsonSchema, t.seed, s}); err != nil {
			return err
		}
	}
	for _, e := range p.events {
		if err := enc.Encode(eventLine{"event", jsonSchema, json.RawMessage(p.trace.JSON(e))}); err != nil {
			return err
		}
	}
	if err := enc.Encode(inspectEnd{"inspect_end", jsonSchema, len(p.events), p.passed, len(p.trace.Events)}); err != nil {
		return err
	}
	return b.Flush()
}

// writeStacks prints every goroutine of every node; without full, only the frames
// that users wrote.
func writeStacks(w io.Writer, seed uint64, at vtime.Instant, s *engine.Snapshot, full bool) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "seed %d at %v, the goroutines of %s:\n", seed, at, plural(len(s.Nodes), "node"))
	for _, n := range s.Nodes {
		if !full {
			n.Goroutines = story.Reduce(slices.Clone(n.Goroutines))
		}
		fmt.Fprintf(b, "\n%s", n.String())
	}
	return b.Flush()
}

type stacksLine struct {
	Type      string        `json:"type"`
	Schema    int           `json:"schema"`
	Seed      uint64        `json:"seed"`
	Requested vtime.Instant `json:"requested"`
	*engine.Snapshot
}

func writeStacksJSON(w io.Writer, seed uint64, at vtime.Instant, s *engine.Snapshot) error {
	return json.NewEncoder(w).Encode(stacksLine{"goroutines", jsonSchema, seed, at, s})
}
