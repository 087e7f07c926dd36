package tracefile

import (
	"context"
	"encoding/json"
	"io"
	"strconv"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// head is the section of that name.
type head struct {
	Schema     int        `json:"schema"`
	Header     headHeader `json:"header"`
	Kinds      []headKind `json:"kinds"`
	Classes    []string   `json:"classes"`
	Statuses   []string   `json:"statuses"`
	Properties []string   `json:"properties"`
	Errnos     []string   `json:"errnos"`
	Density    density    `json:"density"`
}

type headKind struct {
	trace.Row
	Class Class `json:"class"`
}

// headHeader is Header for a reader whose numbers have 53 bits and whose instants
// are all in nanoseconds.
type headHeader struct {
	Schema   int                `json:"schema"`
	Program  string             `json:"program,omitempty"`
	Config   string             `json:"config,omitempty"`
	Seed     string             `json:"seed"`
	Digest   trace.Digest       `json:"digest,omitempty"`
	Events   uint64             `json:"events"`
	End      Nanos              `json:"end"`
	Reason   string             `json:"reason,omitempty"`
	Nodes    []string           `json:"nodes"`
	Sites    []headSite         `json:"sites"`
	Schedule *schedule.Schedule `json:"schedule,omitempty"`
	Failure  *headFailure       `json:"failure,omitempty"`
	Story    *headStory         `json:"story,omitempty"`
}

type headSite struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Func string `json:"func,omitempty"`
}

type headFailure struct {
	Class    verdict.Class `json:"class"`
	Node     string        `json:"node,omitempty"`
	Property string        `json:"property,omitempty"`
	Message  string        `json:"message,omitempty"`
	Symptom  string        `json:"symptom,omitempty"`
	Detail   string        `json:"detail,omitempty"`
	At       Nanos         `json:"at"`
	Event    trace.ID      `json:"event"`
	Site     *headSite     `json:"site,omitempty"`
}

type headStory struct {
	Steps []headStep `json:"steps"`
}

type headStep struct {
	Event trace.ID  `json:"event"`
	Text  string    `json:"text"`
	Site  *headSite `json:"site,omitempty"`
}

func (f *File) writeHead(w io.Writer) error {
	window, err := f.Window(context.Background(), Ask{To: vtime.Never, Buckets: maxBuckets})
	if err != nil {
		return err
	}
	h := head{Schema: ViewSchema, Header: f.headHeader(), Classes: classNames[:], Statuses: trace.Statuses(),
		Properties: property.Names(), Errnos: errno.Names(), Density: densityOf(window.Buckets)}
	for k, row := range trace.Table() {
		h.Kinds = append(h.Kinds, headKind{row, classOf[k]})
	}
	return json.NewEncoder(w).Encode(&h)
}

func (f *File) headHeader() headHeader {
	h := headHeader{Schema: f.Schema, Program: f.Program, Config: f.Config, Seed: strconv.FormatUint(f.Seed, 10), Digest: f.Digest,
		Events: f.Header.Events, End: f.End, Reason: f.Reason, Nodes: append([]string{}, f.Nodes...), Sites: []headSite{}, Schedule: f.Schedule}
	for i := range f.Sites {
		h.Sites = append(h.Sites, *siteOf(&f.Sites[i]))
	}
	if b := f.Failure; b != nil {
		h.Failure = &headFailure{b.Class, b.Node, b.Property, b.Message, b.Symptom, b.Detail, Nanos(b.At), b.Event, siteOf(b.Site)}
	}
	if f.Story != nil {
		h.Story = &headStory{Steps: []headStep{}}
		for _, s := range f.Story.Steps {
			h.Story.Steps = append(h.Story.Steps, headStep{s.Event, s.Text, siteOf(s.Site)})
		}
	}
	return h
}

func siteOf(s *trace.Site) *headSite {
	if s == nil {
		return nil
	}
	return &headSite{s.File, s.Line, s.Function}
}
