// Package schedule holds the faults of one run as data: what a replay needs
// besides the program and its config.
package schedule

import (
	"slices"

	"github.com/seedfall/seedfall/engine/vtime"
)

// A test writes the schema from the structs of this package and their comments.
//
//go:generate go test -run ^TestSchemaIsCurrent$ -update .

// Fault is one thing that goes wrong.
type Fault struct {
	// At is the instant at which it was taken. For a recorded kind it is a
	// note for the reader: Node and Op decide where it is taken again.
	At   vtime.Instant `json:"at"`
	Kind string        `json:"kind"`
	// Node is the node it happens to; "" for a fault of links.
	Node string `json:"node,omitempty"`
	// Until is the instant at which its effect ends: the node is started again,
	// the links heal. What counts is its distance from At.
	Until vtime.Instant `json:"until"`
	// Op is the node's disk operation for a recorded kind, counted from 1 over
	// all its incarnations; 0 elsewhere.
	Op uint64 `json:"op,omitempty"`
	// Draw numbers the draws of what a crash at an operation leaves on the disk; 0
	// is Op. It stays when an anchor finds the operation under another number.
	Draw uint64 `json:"draw,omitempty"`
	// Point says where in the operation: "before", "within", "after", or "ack", the
	// node's next send after it.
	Point string `json:"point,omitempty"`
	// Bytes is how much of a write was done, for the point "within".
	Bytes int64 `json:"bytes,omitempty"`
	// Page is which of the pages that a sync writes is lost or misdirected, from
	// 1; PageTo is the page of the file that a misdirected one lands on, from 0.
	Page   int64 `json:"page,omitempty"`
	PageTo int64 `json:"page_to,omitempty"`
	// Bit is the flipped bit of a corrupt read, from the lowest bit of the first
	// byte.
	Bit uint64 `json:"bit,omitempty"`
	// Corrupt says that a crash also flips a bit in what was being written.
	Corrupt bool `json:"corrupt,omitempty"`
	// Grace is the time from SIGTERM to SIGKILL, for a restart. What Until minus
	// At is, counts from the end of the process.
	Grace vtime.Duration `json:"grace,omitempty"`
	// Cut is one side of a partition, names in order; the other side is
	// everybody else.
	Cut []string `json:"cut,omitempty"`
	// Direction is "both", "out" (what Cut sends is held) or "in".
	Direction string `json:"direction,omitempty"`
	// Anchor finds the operation of a recorded kind in a program that has
	// changed; nil for a planned kind, and in files that older versions wrote.
	Anchor *Anchor `json:"anchor,omitempty"`
}

// Anchor names an operation by what the program does, where Op names it by its
// number.
type Anchor struct {
	// Do is the kind of operation, such as "write" or "sync".
	Do string `json:"do"`
	// In is the innermost function on the stack that is not the standard
	// library's, with its package: "example.com/kv.(*Log).append".
	In string `json:"in"`
	// Nth counts the node's operations with this Do and In from 1, over all its
	// incarnations.
	Nth uint64 `json:"nth"`
}

// Draws is the number of the draws of a crash at an operation.
func (f *Fault) Draws() uint64 {
	if f.Draw != 0 {
		return f.Draw
	}
	return f.Op
}

// Span is how long the effect lasts.
func (f *Fault) Span() vtime.Duration { return f.Until.Sub(f.At) }

// Schedule is the content of a .faults.json file.
type Schedule struct {
	// Schema is the version of the file's form, 1.
	Schema int `json:"schema"`
	// Program identifies what the schedule was recorded with: config, code and
	// toolchain. "" in a file written by hand.
	Program string `json:"program,omitempty"`
	// Config is the config's base name, for the reader.
	Config string `json:"config,omitempty"`
	// Fails is the signature of the failure that the run ended with (see
	// verdict.Failure); "" if it passed, or nobody knows.
	Fails  string  `json:"fails,omitempty"`
	Seed   uint64  `json:"seed"`
	Faults []Fault `json:"faults"`
	// Duration replaces the config's duration; 0 keeps it.
	Duration vtime.Duration `json:"duration,omitempty"`
	// Ops caps sim.Budget; 0 does not.
	Ops int64 `json:"ops,omitempty"`
	// Plain names the streams of draws that always give their simplest value,
	// in the order of the table of streams.
	Plain []string `json:"plain,omitempty"`
	// ByAnchor says that recorded faults which have an Anchor strike the
	// operation that it names, and Op is not looked at.
	ByAnchor bool `json:"by_anchor,omitempty"`
	// ShrunkFrom is the size of what this schedule was shrunk from; nil if it
	// was not. ShrinkRuns is how many runs that took.
	ShrunkFrom *Size `json:"shrunk_from,omitempty"`
	ShrinkRuns int   `json:"shrink_runs,omitempty"`
	// Corpus is what the committed corpus notes about its entry; nil for none,
	// and elsewhere. No run looks at it.
	Corpus *Corpus `json:"corpus,omitempty"`
}

// Corpus is a note about a known failure that no longer fails.
type Corpus struct {
	// Passes is how many verifications in a row have passed, 1 or more.
	Passes int `json:"passes"`
	// Program identifies what the last of them ran, as Schedule.Program does.
	Program string `json:"program"`
}

// Size is what shrinking makes smaller.
type Size struct {
	Faults   int            `json:"faults"`
	Duration vtime.Duration `json:"duration"`
	// Ops is what sim.Budget handed out; 0 for a program that does not call it.
	Ops int64 `json:"ops,omitempty"`
}

// Clone gives a copy whose lists can be changed. Anchors and cuts are shared.
func (s *Schedule) Clone() *Schedule {
	c := *s
	c.Faults, c.Plain = slices.Clone(s.Faults), slices.Clone(s.Plain)
	return &c
}
