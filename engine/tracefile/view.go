package tracefile

import (
	"fmt"
	"io"
	"math"
)

// ViewSchema is the version of the form of the sections of a View. A timeline takes
// no other than its own.
const ViewSchema = 2

// A timeline holds all of a run. More than this is refused: a page would take more
// memory than a browser gives it.
const (
	// MaxView bounds the events, about 60 bytes each.
	MaxView = 4 << 20
	// maxTexts bounds the bytes of all different texts together.
	maxTexts = 256 << 20
	// maxNodes is what a column of numbers of nodes can have.
	maxNodes = math.MaxInt16
	// maxBuckets is into how many parts the head cuts a run.
	maxBuckets = 1000
)

// Section names a part of what a timeline reads of a run.
type Section string

// The sections, in the order in which a timeline asks for them. Their form is
// described in docs/trace-format.md.
const (
	// HeadSection is JSON: what is known of the run, the tables that its events are
	// read with, and how many there are where.
	HeadSection Section = "head"
	// EventsSection has all events, as columns of numbers.
	EventsSection Section = "events"
	// SurveySection is JSON: what belongs together though it stands apart.
	SurveySection Section = "survey"
)

// Sections are all of them.
func Sections() []Section { return []Section{HeadSection, EventsSection, SurveySection} }

// WriteSection writes one section of what a timeline reads. The error is of the
// file, of w, or that there is no such section.
func (f *File) WriteSection(w io.Writer, s Section) error {
	if f.Header.Events > MaxView {
		return fmt.Errorf("the trace has %d events, and a timeline shows at most %d: make the run shorter", f.Header.Events, MaxView)
	}
	if len(f.Nodes) > maxNodes {
		return fmt.Errorf("the trace has %d nodes, and a timeline shows at most %d", len(f.Nodes), maxNodes)
	}
	switch s {
	case HeadSection:
		return f.writeHead(w)
	case EventsSection:
		return f.writeEvents(w)
	case SurveySection:
		return f.writeSurvey(w)
	}
	return fmt.Errorf("a run has no section %q: there are head, events and survey", s)
}
