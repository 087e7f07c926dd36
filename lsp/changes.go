package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	s.active = file
	for _, c := range s.scenarios {
		if _, ok := c.sums[file]; ok {
			s.age(c)
			if !s.unseen(c) && s.settingsOf(c).trigger == triggerContinuous { // sweeps go on
				s.later("run "+c.path, s.settingsOf(c).delay, func() { s.trigger(c) })
			}
		}
	}
	s.retype(file, isEdited)
	s.later(keyShow, pause, s.refresh)
}

// pause is how long nobody types before what the text shows is told, in real time.
const pause = 50 * time.Millisecond

// together is how long no other file is saved before automatic work begins, in real
// time: a formatter writes a file again, and git checkout writes many.
const together = 100 * time.Millisecond

// saved notes that files are on disk now, and does what the settings want then.
func (s *server) saved(files []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.scenarios {
		if slices.ContainsFunc(files, c.needs) {
			c.touched = true
			s.later("look "+c.path, 0, func() { s.look(c); s.refresh() })
			s.later("run "+c.path, min(s.settings.delay, together), func() { s.trigger(c) })
		}
	}
	if slices.ContainsFunc(files, func(f string) bool {
		known := slices.ContainsFunc(s.scenarios, func(c *scenario) bool { _, ok := c.files[f]; return ok })
		return !known || !strings.HasSuffix(f, ".go")
	}) {
		s.later("discover", min(s.settings.delay, together), s.discover)
	}
	for _, f := range files {
		s.retype(f, isSaved)
	}
	s.later(keyShow, pace, s.refresh)
}

// needs says whether a scenario's programs are built from a file.
func (c *scenario) needs(file string) bool {
	_, ok := c.files[file]
	_, looked := c.sums[file]
	name := filepath.Base(file)
	return ok || looked || c.path == file || name == "go.mod" || name == "go.work"
}

// later calls f after a time in which nobody calls it with the same key. The server
// is not quiet until then, unless the key is one of those that only show what is
// known. mu is held.
func (s *server) later(key string, after time.Duration, f func()) {
	counts := 1
	if key == keyShow || key == keyTests {
		counts = 0
	}
	if s.timers == nil {
		s.timers = map[string]*time.Timer{}
	}
	if s.background.stop(s.timers[key]) {
		s.waiting -= counts
	}
	s.waiting += counts
	s.stirred = s.stirred || counts > 0
	s.timers[key] = s.background.after(after, key, func() {
		if s.ctx.Err() == nil {
			s.background.survive(key, f)
		}
		s.mu.Lock()
		s.waiting -= counts
		s.mu.Unlock()
		s.tell()
	})
}

// The keys of timers that begin nothing.
const (
	keyShow  = "show"
	keyTests = "tests"
)

// WorkDoneProgressCancel implements protocol.Server.
func (s *server) WorkDoneProgressCancel(_ context.Context, p *protocol.WorkDoneProgressCancelParams) error {
	s.mu.Lock()
	stop := s.cancels[keyOf(p.Token)]
	s.mu.Unlock()
	if stop != nil {
		go s.background.run("stop", stop)
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
