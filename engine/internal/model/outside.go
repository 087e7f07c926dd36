package model

import (
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/vtime"
)

// outside is what a model finds where nodes find their world: nothing. It notes
// that the model called package sim.
type outside struct{ called bool }

// Check implements guest.World, as the other methods do. A check that holds is
// harmless: a model may share code with nodes.
func (o *outside) Check(_ *wasi.Process, c guest.Check) bool {
	o.called = o.called || !c.OK
	return !c.OK
}

// Declare notes nothing: a property that is listed is no call.
func (o *outside) Declare(*wasi.Process, guest.Check) {}

// Begin notes an Eventually.
func (o *outside) Begin(*wasi.Process, guest.Check, vtime.Duration) uint32 {
	o.called = true
	return 0
}

// End ends the program.
func (o *outside) End(*wasi.Process, uint32, bool, string) bool { return true }

// Budget notes a workload.
func (o *outside) Budget(_ *wasi.Process, n int64) int64 {
	o.called = true
	return n
}

// Invoke notes a call that is to be recorded.
func (o *outside) Invoke(*wasi.Process, guest.Call) uint32 {
	o.called = true
	return 0
}

// Micro ends the program.
func (o *outside) Micro(*wasi.Process, uint32, string, string, string) bool { return true }

// Return ends the program.
func (o *outside) Return(*wasi.Process, uint32, history.Status, string, string) bool { return true }

// Calm notes a wish for a time without faults.
func (o *outside) Calm(*wasi.Process, bool) { o.called = true }
