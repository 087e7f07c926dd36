package viewer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Maker makes runs of the program whose run a page shows. What is nil, the page
// cannot ask for. Errors are for a person. One job is done at a time.
type Maker struct {
	// Goroutines makes a run again up to an instant, and tells what every goroutine
	// is doing then.
	Goroutines func(ctx context.Context, f *tracefile.File, at vtime.Instant) ([]story.Stacks, error)
	// Replay makes the run with other faults.
	Replay func(ctx context.Context, f *tracefile.File, s *schedule.Schedule) (*Made, error)
	// Neighbour finds the nearest run that passes.
	Neighbour func(ctx context.Context, f *tracefile.File) (*Made, error)
}

func (m *Maker) abilities() abilities {
	return abilities{Goroutines: m.Goroutines != nil, Replay: m.Replay != nil, Neighbour: m.Neighbour != nil}
}

// abilities are those of the page's host. It opens no source.
type abilities struct {
	Source     bool `json:"source"`
	Goroutines bool `json:"goroutines"`
	Replay     bool `json:"replay"`
	Neighbour  bool `json:"neighbour"`
}

// Made is a run that was made for a page.
type Made struct {
	File    *tracefile.File
	Failed  bool
	Verdict string // how it ended, in a sentence
}

// maxBody is how many bytes a request may have: a schedule of some ten thousand
// faults.
const maxBody = 4 << 20

// asked is what the body of a request can have.
type asked struct {
	At       int64           `json:"at"` // nanoseconds
	Schedule json.RawMessage `json:"schedule"`
}

// job does what a page asks for about a run.
type job func(context.Context, *tracefile.File, *asked) (any, error)

// job gives that of a name; nil if there is none, or the maker has none.
func (s *Server) job(name string) job {
	switch m := &s.maker; {
	case name == "goroutines" && m.Goroutines != nil:
		return s.goroutines
	case name == "replay" && m.Replay != nil:
		return s.replay
	case name == "neighbour" && m.Neighbour != nil:
		return s.neighbour
	}
	return nil
}

func (s *Server) goroutines(ctx context.Context, f *tracefile.File, a *asked) (any, error) {
	if a.At < 0 {
		return nil, errors.New("an instant cannot be negative")
	}
	all, err := s.maker.Goroutines(ctx, f, vtime.Instant(a.At))
	return listed(all), err
}

func (s *Server) replay(ctx context.Context, f *tracefile.File, a *asked) (any, error) {
	changed, err := edited(f, a.Schedule)
	if err != nil {
		return nil, err
	}
	return s.keep(s.maker.Replay(ctx, f, changed))
}

func (s *Server) neighbour(ctx context.Context, f *tracefile.File, _ *asked) (any, error) {
	return s.keep(s.maker.Neighbour(ctx, f))
}

// make does a job.
func (s *Server) make(w http.ResponseWriter, r *http.Request, f *tracefile.File, name string) {
	do := s.job(name)
	switch {
	case do == nil:
		refuse(w, http.StatusNotFound, "this page can make no other runs; start seedfall view with a config, -c, for that")
		return
	case r.Header.Get("Content-Type") != "application/json":
		refuse(w, http.StatusUnsupportedMediaType, "the request is no JSON")
		return
	}
	var body asked
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&body); err != nil {
		refuse(w, http.StatusBadRequest, "the request is not understood: "+err.Error())
		return
	}
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-r.Context().Done():
		return
	}
	v, err := do(r.Context(), f, &body)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	answer(w, v)
}

// edited reads a schedule that a page has changed. Its seed is that of the run: a
// browser's numbers are too short for it.
func edited(f *tracefile.File, raw json.RawMessage) (*schedule.Schedule, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return nil, errors.New("the request has no schedule")
	}
	fields["seed"] = json.RawMessage("0")
	b, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	s, _, err := schedule.Parse(b)
	if err != nil {
		_, why, _ := strings.Cut(err.Error(), ": ") // behind the place, which nobody sees
		return nil, errors.New("the schedule is refused: " + why)
	}
	s.Seed = f.Seed
	return s, nil
}

// made is how a page is told of a run.
type made struct {
	Run     string `json:"run"`
	Failed  bool   `json:"failed"`
	Verdict string `json:"verdict"`
}

func (s *Server) keep(m *Made, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return made{s.runs.add(m.File), m.Failed, m.Verdict}, nil
}

// goroutine and frame are how a page is told of stacks.
type goroutine struct {
	Node   string  `json:"node"`
	ID     int64   `json:"id"`
	State  string  `json:"state"`
	Frames []frame `json:"frames"`
}

type frame struct {
	Func string `json:"func"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// listed puts the goroutines of all nodes in one list.
func listed(all []story.Stacks) []goroutine {
	list := []goroutine{}
	for _, n := range all {
		for _, g := range story.Reduce(n.Goroutines) {
			one := goroutine{Node: n.Node, ID: g.ID, State: g.State, Frames: []frame{}}
			for _, f := range g.Frames {
				one.Frames = append(one.Frames, frame{f.Function, f.File, f.Line})
			}
			list = append(list, one)
		}
	}
	return list
}
