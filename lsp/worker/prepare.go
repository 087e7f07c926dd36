package worker

import (
	"runtime"
	"sync"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/work"
)

// prepared is a program with the tasks that use it.
type prepared struct {
	program *engine.Program
	users   int
	old     bool // another one has taken its place
}

// building is held while a program is built, so that two jobs do not build the
// same one.
var building sync.Mutex

// prepare gives the program of a task's config as its files are now, and a
// function to be called when it is not needed any more. It takes all cores, as the go
// command does that it runs: it is short, and somebody may wait for it.
func (t *task) prepare() (*engine.Program, func(), error) {
	building.Lock()
	defer building.Unlock()
	c, err := config.Load(t.Config)
	if err != nil {
		return nil, nil, err
	}
	far := newEstimate(time.Now, func(p *work.Preparing) { t.tell(work.Event{Preparing: p}) })
	p, err := engine.Prepare(t.ctx, c, engine.PrepareOptions{Env: t.Env, Overlay: t.Overlay, Workers: runtime.NumCPU(),
		Progress: func(s string) { t.tell(work.Event{Say: s}) }, Preparing: far.hear})
	if err != nil {
		return nil, nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.programs[t.Config]
	if now != nil && now.program.ID == p.ID {
		p.Close() //nolint:errcheck // the same is there already
	} else {
		if now != nil {
			now.old = true
			now.drop()
		}
		now = &prepared{program: p}
		t.programs[t.Config] = now
	}
	now.users++
	t.worker.announce(t, now.program)
	return now.program, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		now.users--
		now.drop()
	}, nil
}

// drop closes a program that nobody uses and nobody will use.
func (p *prepared) drop() {
	if p.old && p.users == 0 {
		p.program.Close() //nolint:errcheck // nobody waits for it
	}
}

func (w *worker) close() {
	for _, p := range w.programs {
		p.program.Close() //nolint:errcheck // the process ends
	}
}

func (w *worker) announce(t *task, p *engine.Program) {
	e := &work.Prepared{Program: p.ID, GoVersion: p.GoVersion, Catalogue: p.Catalogue, Warnings: p.Warnings}
	for _, g := range p.Config.Guests() {
		e.Nodes = append(e.Nodes, work.Node{Name: g.Name, Role: g.Role.String(), Package: g.Package})
	}
	t.tell(work.Event{Prepared: e})
}
