package lsp

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seedfall/seedfall/lsp/internal/journal"
	"github.com/seedfall/seedfall/lsp/internal/lock"
)

// home is a .seedfall folder, which other servers may use at the same time. One of
// them does what nobody has asked for; all keep and follow the results.
type home struct {
	dir string

	owner atomic.Bool // this server does what nobody has asked for

	mu      sync.Mutex // taken before the server's
	closed  bool       // nobody needs it any more
	lock    *lock.Lock // nil while another server has it, or nobody can
	loose   bool       // there can be no lock, so that this server does not wait for it
	journal *journal.Journal
	told    bool // what is wrong with the journal
}

// homeOf is the state folder of a scenario.
func homeOf(c *scenario) string { return filepath.Join(filepath.Dir(c.path), ".seedfall") }

// lockOf is the lock of its corpus, which the command line uses too.
func lockOf(c *scenario) string { return filepath.Join(homeOf(c), "corpus.lock") }

// settle gives each scenario its home, with the results that are kept there, and
// begins what the settings want.
func (s *server) settle(all []*scenario, trusted bool) {
	for _, c := range all {
		s.look(c)
	}
	if !trusted {
		return
	}
	s.mu.Lock()
	for _, c := range all {
		if dir := homeOf(c); s.homes[dir] == nil {
			s.homes[dir] = &home{dir: dir}
		}
	}
	s.mu.Unlock()
	for _, c := range all {
		removeLeft(cacheBeside(c))
	}
	s.follow()
	for _, c := range all {
		s.trigger(c)
	}
}

// pulse is how often other servers are looked at, in real time.
const pulse = time.Second

// watchHomes follows the other servers until the connection ends.
func (s *server) watchHomes() {
	t := time.NewTicker(pulse)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			s.follow()
		case <-s.ctx.Done():
			return
		}
	}
}

// follow takes what other servers have found out, and the place of one that has
// gone.
func (s *server) follow() {
	s.mu.Lock()
	all := slices.Collect(maps.Values(s.homes))
	s.mu.Unlock()
	slices.SortFunc(all, func(a, b *home) int { return strings.Compare(a.dir, b.dir) })
	changed := false
	for _, h := range all {
		took, news := s.visit(h)
		changed = changed || took || news
		s.mu.Lock()
		var mine []*scenario
		for _, c := range s.scenarios {
			if homeOf(c) == h.dir {
				mine = append(mine, c)
			}
		}
		s.mu.Unlock()
		if took {
			for _, c := range mine {
				s.trigger(c)
			}
		}
	}
	if changed { // once, since it looks at all files
		s.refresh()
	}
}

// visit looks at a home once.
func (s *server) visit(h *home) (took, news bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false, false
	}
	if h.lock == nil && !h.loose {
		var err error
		h.lock, err = lock.Try(filepath.Join(h.dir, "sweeper.lock"))
		if err != nil && !errors.Is(err, lock.ErrHeld) {
			h.loose = true
			s.trouble("home "+h.dir, healthWarning, fmt.Sprintf("%s cannot be written, so that no results and no schedules are kept: %v", h.dir, err))
		}
		took = h.lock != nil || h.loose
		h.owner.Store(took)
	}
	var records []journal.Record
	var err error
	switch {
	case h.loose:
		return took, false
	case h.journal == nil:
		h.journal, records, err = journal.Open(filepath.Join(h.dir, "results.journal"))
	default:
		records, err = h.journal.Follow()
	}
	s.journalSays(h, err)
	return took, s.apply(h, records)
}

// journalSays tells once what is wrong with a journal. h.mu is held.
func (s *server) journalSays(h *home, err error) {
	why := ""
	switch {
	case err != nil:
		why = "results are not kept: " + err.Error()
	case h.journal != nil:
		why = h.journal.Warning
	}
	if why != "" && !h.told {
		h.told = true
		s.trouble("journal "+h.dir, healthWarning, why)
	}
}

// owns says whether this server does for a scenario what nobody has asked for. mu is
// held.
func (s *server) owns(c *scenario) bool {
	h := s.homes[homeOf(c)]
	return h != nil && h.owner.Load()
}

// keep writes down the results of a scenario. No lock is held.
func (s *server) keep(c *scenario, sync bool) {
	s.mu.Lock()
	h := s.homes[homeOf(c)]
	s.mu.Unlock()
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.journal == nil || h.closed {
		return
	}
	s.mu.Lock()
	if c.saved != nil { // nobody else has that text, nor this server later
		s.mu.Unlock()
		return
	}
	r := journal.Record{Key: filepath.Base(c.path), Data: kept(filepath.Dir(c.path), &c.results)}
	s.mu.Unlock()
	news, err := h.journal.Append(r, sync)
	s.journalSays(h, err)
	s.apply(h, slices.DeleteFunc(news, func(n journal.Record) bool { return n.Key == r.Key }))
}

// leave gives back what other servers wait for.
func (s *server) leave() {
	s.mu.Lock()
	all := slices.Collect(maps.Values(s.homes))
	s.homes = map[string]*home{}
	s.mu.Unlock()
	for _, h := range all {
		h.close()
	}
}

func (h *home) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	if h.journal != nil {
		h.journal.Close() //nolint:errcheck // what counts has been written
	}
	if h.lock != nil {
		h.lock.Close() //nolint:errcheck // it goes with the process at the latest
	}
}
