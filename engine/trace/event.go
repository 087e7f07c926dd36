// Package trace records what happened in a run: one event after another, each
// with the event that made it happen. The digest of the record is what two runs
// of the same seed must agree on.
package trace

import "github.com/seedfall/seedfall/engine/vtime"

// ID numbers the events of a run from 1. Zero is no event.
type ID uint64

// World is the Node of events that no node made: phases, faults, links.
const World = -1

// Event is one line of the trace. Which of the general fields mean something,
// and under which names, is in the table of kinds.
type Event struct {
	ID    ID
	Cause ID // the event that made this one happen; 0 for the first
	At    vtime.Instant
	Node  int    // index of the node, or World
	Inc   int    // incarnation of the node, from 1; 0 for World
	Kind  Kind   //
	Site  SiteID // where a guest call made it; 0 elsewhere
	A     int64
	B     int64
	C     int64
	S     string
	T     string
}

// SiteID numbers the sites of one run from 1 in the order of their first use.
type SiteID uint32

// Site is a place in the source of a guest.
type Site struct {
	File     string `json:"file"` // as a -trimpath binary reports it
	Line     int    `json:"line"`
	Function string `json:"function"`
	Property string `json:"property,omitempty"`
}
