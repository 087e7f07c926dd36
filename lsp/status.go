package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/seedfall/seedfall/lsp/internal/lock"
	"go.lsp.dev/protocol"
)

// health says how well the server can do its work.
type health string

const (
	healthOK      health = "ok"
	healthWarning health = "warning" // something is left out
	healthError   health = "error"   // nothing can be run
)

// trouble is something that keeps the server from doing all of its work.
type trouble struct {
	health health
	text   string
}

// status is the notification seedfall/status, and the answer of the request of that
// name.
type status struct {
	// Health is "ok", "warning" or "error".
	Health health `json:"health"`
	// Quiescent says that nothing is being done, or will be on its own.
	Quiescent bool `json:"quiescent"`
	// Message says what is wrong, or what is special; "" if nothing is.
	Message string `json:"message"`
}

// telling is what the client has been told last.
type telling struct {
	mu     sync.Mutex // held while something is told; taken before the others
	status status
	tests  map[string]toldTest // scenarios, by id
}

// statusNow is how the server is. No lock is held.
func (s *server) statusNow() status {
	quiet := s.sweeper.quiet()
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.status()
	now.Quiescent = quiet && s.waiting == 0
	return now
}

// tell tells the client how the server is, if that has changed, and whenever it has
// become quiet. No lock is held.
func (s *server) tell() {
	s.telling.mu.Lock()
	defer s.telling.mu.Unlock()
	now := s.statusNow()
	s.mu.Lock()
	can, stirred := s.abilities.seedfall, s.stirred
	if now.Quiescent {
		s.stirred = false
	}
	s.mu.Unlock()
	if !can || s.ctx.Err() != nil || now == s.telling.status && !(now.Quiescent && stirred) {
		return
	}
	s.telling.status = now
	if err := s.client.Notify(s.ctx, "seedfall/status", now); err != nil {
		s.logf("status: %v", err)
	}
}

// status is how the server is, but for whether it is quiet. mu is held.
func (s *server) status() status {
	now := status{Health: healthOK}
	for _, key := range slices.Sorted(maps.Keys(s.troubles)) {
		t := s.troubles[key]
		if now.Health == healthOK || t.health == healthError && now.Health == healthWarning {
			now.Health, now.Message = t.health, t.text
		}
	}
	switch {
	case now.Message != "":
	case !s.trusted:
		now.Message = "this workspace is not trusted, so nothing is run in it"
	case s.asleep:
		now.Message = "paused"
	case s.saving:
		now.Message = "paused: on battery"
	default:
		for _, c := range s.scenarios {
			if h := s.homes[homeOf(c)]; h != nil && !h.owner.Load() {
				now.Message = "another server follows the changes here"
				if pid := lock.Owner(filepath.Join(h.dir, "sweeper.lock")); pid != 0 {
					now.Message = fmt.Sprintf("another server, process %d, follows the changes here", pid)
				}
				break
			}
		}
		if now.Message == "" {
			now.Message = s.unsavedNow()
		}
	}
	return now
}

// trouble notes what is wrong, and tells it once. mu is not held.
func (s *server) trouble(key string, h health, text string) {
	s.mu.Lock()
	was, known := s.troubles[key]
	s.troubles[key] = trouble{h, text}
	s.mu.Unlock()
	if known && was.text == text {
		return
	}
	s.logf("%s", text)
	kind := protocol.MessageTypeWarning
	if h == healthError {
		kind = protocol.MessageTypeError
	}
	if s.client != nil {
		if err := s.client.ShowMessage(s.ctx, &protocol.ShowMessageParams{Type: kind, Message: "seedfall: " + text}); err != nil {
			s.logf("a message: %v", err)
		}
	}
	s.tell()
}

// well notes that something is not wrong any more. mu is not held.
func (s *server) well(key string) {
	s.mu.Lock()
	delete(s.troubles, key)
	s.mu.Unlock()
	s.tell()
}
