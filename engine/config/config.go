// Package config reads seedfall.json: what to run and what may go wrong. It
// reports every problem of a file at once, each with its position, and keeps
// the tree of the file for an editor to ask about.
//
// The struct fields below are the reference of the file. Their tags hold each
// key's name, default and range and nothing repeats them; the decoder, the
// suggestions, the JSON Schema and an editor's hover text follow from one table
// that reflection makes of them.
package config

import (
	"path/filepath"
	"time"

	"github.com/seedfall/seedfall/engine/vtime"
)

// Config describes a simulation: the programs that run, for how long, on which
// disks and wires, and the faults that may strike. Only nodes, or a workload
// without nodes, must be given; all else has a default.
type Config struct {
	// Schema names a JSON Schema for editors that look for one in the file.
	// seedfall ignores it.
	Schema string `json:"$schema" form:"text"`

	// Duration is how long faults may strike, in virtual time from the start
	// of the run. Then they stop; the run ends, or its recovery phase begins.
	// From 1ms to 24h; default 1m. A longer run finds rarer faults and costs
	// real time in proportion.
	Duration vtime.Duration `json:"duration" default:"1m" range:"1ms..24h"`

	// Watchdog is how long a program may run without yielding, in real time,
	// before it fails the run as a busy loop. From 100ms to 10m; default 10s.
	// It depends on the speed of the machine, so raise it when a node computes
	// for long. A spin fails by virtual time instead with [Preempt.Loops] and
	// [Config.Liveness].
	Watchdog time.Duration `json:"watchdog" default:"10s" range:"100ms..10m"`

	// Memory is the most memory that each program may use. One that needs more
	// fails the run. From 16MiB to 4GiB, written as "256MiB" or as a number of
	// bytes; default 1GiB. Lower it to find leaks, or to run many seeds at once
	// on a small machine.
	Memory Size `json:"memory" default:"1GiB" range:"16MiB..4GiB"`

	// Tags are build tags for every program, as for go build -tags: one string
	// a tag. Default none.
	Tags []string `json:"tags" form:"tag" distinct:"true"`

	// Nodes are the programs under test. At least one, unless there is a
	// workload.
	Nodes []Node `json:"nodes"`

	// Workload is the client that uses the nodes and checks their answers. It
	// fails the run when it exits with a code other than 0. Default none: the
	// nodes run alone.
	Workload *Program `json:"workload" name:"workload"`

	// Finally is a check that starts once faults have stopped and every node
	// runs again. It fails the run when it exits with a code other than 0.
	// Default none. Use it to ask whether all that was acknowledged survived.
	Finally *Program `json:"finally" name:"finally"`

	// Liveness fails a run whose programs do not finish once the faults are
	// over. Default none: a run that makes no progress just ends.
	Liveness *Liveness `json:"liveness"`

	// Supervise says whether a node that exits is started again: true, false
	// or an object. It applies to every node that does not set its own; never
	// to the workload or the final check. Default false: an exit fails the run.
	Supervise *Supervise `json:"supervise"`

	// Preempt decides when a goroutine that does not block is interrupted.
	Preempt Preempt `json:"preempt"`

	// Network is the behaviour of every link while no fault touches it.
	Network Network `json:"network"`

	// The disk model of every node that does not set its own.
	Disk

	// Histories says how the calls that programs record are judged, one entry for
	// each name of a history. Default none: a history of get, put, delete and cas
	// is judged as kv, transactions as serializable, and any other is undecided.
	Histories []History `json:"histories"`

	// Faults says which faults strike, how often and whom. Default none: only
	// scheduling and latency vary with the seed.
	Faults Faults `json:"faults"`

	file string // path that was parsed; packages are named relative to its folder
}

// File is the path of the file that c was read from, as it was given; empty for
// a Config made by hand.
func (c *Config) File() string { return c.file }

// Dir is the folder that package names are relative to: that of the file, or
// "." for a Config made by hand.
func (c *Config) Dir() string { return filepath.Dir(c.file) }

// Liveness bounds the recovery phase.
type Liveness struct {
	// Within is how long after the start of the recovery phase the workload,
	// if it still runs, and then the final check must have finished, in
	// virtual time. From 1ms to 24h; default 10s. Raise it above the longest
	// time that a healthy cluster needs to elect, repair and answer.
	Within vtime.Duration `json:"within" default:"10s" range:"1ms..24h"`
}

// Preempt decides when, inside a time slice, a running goroutine is
// interrupted.
type Preempt struct {
	// Loops makes loop iterations count like calls, so that a node that spins
	// or computes without a call is parked for 10ms of virtual time after
	// 4,194,304 of them and other nodes run. Default false, because counting
	// costs guest CPU. Turn it on where leases or timers may expire during a
	// long computation.
	Loops bool `json:"loops" default:"false"`

	// Strategy decides when the running goroutine is interrupted. Default
	// none.
	Strategy Strategy `json:"strategy" default:"none"`
}

// Strategy is a way to choose where goroutines are interrupted.
type Strategy string

// StrategyNone interrupts only at the end of a time slice of 4,194,304 counted
// calls.
const StrategyNone Strategy = "none"

// Network is how long data travels on a link that no fault touches. Each chunk
// draws its own latency between the two, and never overtakes the chunk before
// it on the same connection.
type Network struct {
	// LatencyMin is the shortest latency of a chunk, in virtual time. From 0s
	// to 1m; default 500us.
	LatencyMin vtime.Duration `json:"latency_min" default:"500us" range:"0s..1m"`

	// LatencyMax is the longest latency of a chunk, in virtual time, and not
	// below [Network.LatencyMin]. From 0s to 1m; default 5ms. A wide range
	// shuffles messages of different connections more.
	LatencyMax vtime.Duration `json:"latency_max" default:"5ms" range:"0s..1m"`
}
