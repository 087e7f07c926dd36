package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
)

// opened brings a file of the editor up to date with what is known.
func (s *server) opened(file string) {
	if filepath.Ext(file) == ".json" || filepath.Ext(file) == ".go" {
		s.refresh()
	}
}

// changed notes that a file is being edited: what was found out about its
// scenarios is of the past. mu is held.
func (s *server) changed(file string) {
	for _, c := range s.scenarios {
		if _, ok := c.files[file]; ok || c.path == file {
			c.results.outdated = true
		}
	}
	s.later("show", pace, s.refresh)
}

// saved notes that files are on disk now, and does what the settings want then.
func (s *server) saved(files []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var touched []*scenario
	reload := false
	for _, c := range s.scenarios {
		for _, f := range files {
			_, ok := c.files[f]
			if c.path == f || ok || filepath.Base(f) == "go.mod" || filepath.Base(f) == "go.work" {
				c.results.outdated = true
				if !slices.Contains(touched, c) {
					touched = append(touched, c)
				}
			}
		}
	}
	for _, f := range files {
		known := s.scenario(f) != nil || slices.ContainsFunc(s.scenarios, func(c *scenario) bool { _, ok := c.files[f]; return ok })
		reload = reload || !known || !strings.HasSuffix(f, ".go")
	}
	if reload {
		s.later("discover", s.settings.delay, s.discover)
	}
	trigger := s.settings.trigger
	s.later("run", s.settings.delay, func() {
		for _, c := range touched {
			s.automatic(c, trigger)
		}
	})
	s.later("show", pace, s.refresh)
}

// automatic does what nobody has asked for after a change.
func (s *server) automatic(c *scenario, t trigger) {
	s.mu.Lock()
	var jobs []*job
	if t != triggerOff && s.trusted {
		for _, f := range c.results.failures {
			jobs = append(jobs, &job{Job: work.Job{Do: work.Replay, Seed: f.Seed, Schedule: f.File}})
		}
	}
	if (t == triggerSave || t == triggerContinuous) && s.trusted {
		jobs = append(jobs, &job{Job: work.Job{Do: work.Sweep, First: 1, Last: s.settings.seeds, Distinct: s.settings.distinct}})
	}
	s.mu.Unlock()
	for _, j := range jobs {
		s.background(c, j)
	}
}

// later calls f after a time in which nobody calls it with the same key. mu is
// held.
func (s *server) later(key string, after time.Duration, f func()) {
	if s.timers == nil {
		s.timers = map[string]*time.Timer{}
	}
	if t := s.timers[key]; t != nil {
		t.Stop()
	}
	s.timers[key] = time.AfterFunc(after, func() {
		if s.ctx.Err() == nil {
			f()
		}
	})
}

// WorkDoneProgressCancel implements protocol.Server.
func (s *server) WorkDoneProgressCancel(_ context.Context, p *protocol.WorkDoneProgressCancelParams) error {
	s.mu.Lock()
	stop := s.cancels[keyOf(p.Token)]
	s.mu.Unlock()
	if stop != nil {
		go stop()
	}
	return nil
}

// marshal writes a value of our own, with maps in order.
func marshal(v any) protocol.LSPAny {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and numbers
	}
	return b
}
