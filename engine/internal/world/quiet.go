package world

import (
	"slices"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/trace"
)

// quiet is a process that has asked for a time without faults. One that asks
// twice stands here twice.
type quiet struct{ node, inc int }

// Calm implements guest.World.
func (w *World) Calm(p *wasi.Process, on bool) {
	q := quiet{p.Node, p.Inc}
	if !on {
		if i := slices.Index(w.quiets, q); i >= 0 {
			w.quiets = slices.Delete(w.quiets, i, i+1)
			w.loud()
		}
		return
	}
	w.quiets = append(w.quiets, q)
	if len(w.quiets) > 1 || w.phase != chaos {
		return
	}
	w.oracle.Calm(true)
	p.Emit(trace.Event{Kind: trace.Phase, S: "quiet", T: "asked for"})
	w.settle()
}

// loud lets faults strike again once nobody wants it quiet.
func (w *World) loud() {
	if len(w.quiets) == 0 && w.oracle.IsCalm() {
		w.oracle.Calm(false)
		w.emit(trace.Event{Kind: trace.Phase, Cause: w.root, S: "chaos", T: "quiet has ended"})
	}
}

// settle ends the effects of all faults and starts what is down.
func (w *World) settle() {
	for len(w.heals) > 0 {
		w.heal(0)
	}
	for _, n := range w.nodes {
		n.paused = 0
		if n.inst == nil && n.Role == config.RoleNode && !n.done {
			n.wake = min(n.wake, w.now())
		}
		w.requeue(n)
	}
}
