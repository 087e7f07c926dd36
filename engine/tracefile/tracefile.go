// Package tracefile keeps the trace of a run in a file of its own, and answers
// questions about it without reading all of it: the events of a window of time,
// how many there are, what the lanes of a timeline show, what led to an event and
// what came of it, and how everything stood at an instant. docs/trace-format.md
// tells of the format.
package tracefile

import (
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
)

// Schema is the version of the format that Write writes. Files of a higher one
// are refused.
const Schema = 1

// Extension is how the names of trace files end.
const Extension = ".sftrace"

// Header is what is known of the run besides its events.
type Header struct {
	// Schema is the version of the file's format; Write sets it.
	Schema int `json:"schema"`
	// Program identifies config, code and toolchain; "" if nobody knows.
	Program string `json:"program,omitempty"`
	// Config is the config's base name.
	Config string `json:"config,omitempty"`
	Seed   uint64 `json:"seed"`
	// Digest is that of all events; "" if nobody knows.
	Digest trace.Digest `json:"digest,omitempty"`
	// Events is how many there are; Write sets it.
	Events uint64 `json:"events"`
	// End is the instant of the last event; Write sets it.
	End Nanos `json:"end"`
	// Reason is why the run ended, in a few words.
	Reason string `json:"reason,omitempty"`
	// Nodes are the names of the nodes, in the order of the numbers in events.
	Nodes []string `json:"nodes"`
	// Sites are the places in the source that events name: Sites[i] is SiteID i+1.
	Sites []trace.Site `json:"sites,omitempty"`
	// Schedule has the faults as they were taken; nil if nobody knows.
	Schedule *schedule.Schedule `json:"schedule,omitempty"`
	// Failure is the bug that the run found; nil if it found none.
	Failure *verdict.Failure `json:"failure,omitempty"`
	// Story tells how the run came to the failure; nil if there is nothing to tell.
	Story *story.Story `json:"story,omitempty"`
}

// Recording is all that goes into a file.
type Recording struct {
	Header
	// Events are those of the run, in order: Events[i] has the ID i+1.
	Events []trace.Event
	// Log has the calls that programs recorded; nil for none.
	Log *history.Log
}

// Nanos is an instant as a number in JSON: nanoseconds of virtual time since the
// run began.
type Nanos int64
