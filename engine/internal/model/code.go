// Package model asks the programs that users write to judge histories: each runs
// in a sandbox of its own, as a guest without a world around it. It makes checkers
// of them, and tests whether they keep the laws that checkers rely on.
package model

import (
	"context"
	"time"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/trace"
)

// The limits of a model's program.
const (
	// MaxMemory is its memory in bytes.
	MaxMemory = 256 << 20
	// maxSlices is how many time slices an answer may take. A slice ends by a count
	// of calls and of turns of loops, so the limit is the same on every machine;
	// all of them are one to three seconds.
	maxSlices = 100
	// maxParks is how often a program may sleep before it answers.
	maxParks = 1000
	// watchdog ends what the count cannot, in real time.
	watchdog = time.Minute
)

// Code is the compiled program of a model. It does not change; any number of
// sessions may be open at once.
type Code struct {
	name  string
	guest *guest.Code
	args  []string // of the program
}

// New gives the code of a model. name is how its user names the program, for what
// is said about it. code has been compiled with Options.Loops.
func New(name string, code *guest.Code) *Code { return &Code{name, code, []string{"model"}} }

// String is the name of the model.
func (c *Code) String() string { return c.name }

// process is the sandbox of a session: an empty disk, no other host, a clock that
// only moves while the program sleeps, and always the same draws.
func (c *Code) process() *wasi.Process {
	kernel := &wasi.Kernel{Clock: &sched.Clock{}, Net: network.New(1), Trace: trace.NewRecorder(false), Hosts: []string{"model"}}
	return &wasi.Process{Kernel: kernel, Inc: 1, FS: disk.New(disk.Model{}), Args: c.args, Random: rng.Seed(1).Stream()}
}

// Open starts the program and lets it run until it waits for a question. Close the
// session. The error is a *check.ModelError if the program is none that answers.
func (c *Code) Open() (*Session, error) {
	s := &Session{code: c, proc: c.process(), ops: map[string]uint64{}, ids: map[string]uint64{}}
	var err error
	limits := guest.Limits{Memory: MaxMemory, Watchdog: watchdog}
	if s.inst, err = c.guest.Boot(context.Background(), s.proc, &s.outside, limits); err != nil {
		return nil, err
	}
	s.inst.Converse()
	if err := s.run(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}
