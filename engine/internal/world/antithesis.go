package world

import (
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/internal/abi"
)

// environment is what the processes of a node are given. A program with the
// Antithesis SDK in it is told to report to us. That goes before the config's own
// variables, since of two with one name a Go program sees the first.
func (n *node) environment() []string {
	env := n.Env.Strings()
	if n.code.Antithesis() {
		env = append([]string{abi.AntithesisEnv + "=" + abi.AntithesisFile}, env...)
	}
	return env
}

// Declare implements guest.World.
func (w *World) Declare(_ *wasi.Process, c guest.Check) { w.tally.Declare(w.keyOf(c)) }
