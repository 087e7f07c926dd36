// Command server keeps keys and values in memory and each batch of changes as an
// entry of a tidwall/wal log. Now and then an entry has the whole state, and what
// is before it is cut off the front.
package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/seedfall/seedfall/bench/engines/load"
	"github.com/seedfall/seedfall/sim"
	"github.com/tidwall/wal"
)

const (
	segment  = 32 << 10 // bytes
	cutEvery = 25       // entries
)

func main() { load.Run(open) }

// entry is what an entry of the log has: changes, or all that the keys hold.
type entry struct {
	Changes []load.Change
	All     load.State
}

// store is a load.Store.
type store struct {
	mu    sync.Mutex
	log   *wal.Log
	state load.State
	last  uint64 // index of the last entry
}

func open() (load.Store, error) {
	l, err := wal.Open("wal", &wal.Options{SegmentSize: segment})
	if err != nil {
		return nil, err
	}
	s := &store{log: l, state: load.State{}}
	return s, s.replay()
}

// replay reads the log.
func (s *store) replay() error {
	first, err := s.log.FirstIndex()
	if err != nil {
		return err
	}
	if s.last, err = s.log.LastIndex(); err != nil {
		return err
	}
	for i := max(first, 1); i <= s.last; i++ {
		data, err := s.log.Read(i)
		if err != nil {
			return fmt.Errorf("entry %d of %d to %d: %w", i, first, s.last, err)
		}
		var e entry
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&e); err != nil {
			return fmt.Errorf("entry %d of %d to %d: %w", i, first, s.last, err)
		}
		if e.All != nil {
			s.state = e.All
		}
		s.state.Apply(e.Changes)
	}
	return nil
}

func (s *store) Apply(changes []load.Change) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.append(entry{Changes: changes}); err != nil {
		return err
	}
	s.state.Apply(changes)
	if s.last%cutEvery != 0 {
		return nil
	}
	if err := s.append(entry{All: s.state}); err != nil {
		return err
	}
	sim.Reachable("the front of the log is cut off")
	return s.log.TruncateFront(s.last)
}

func (s *store) append(e entry) error {
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(e); err != nil {
		return err
	}
	s.last++
	return s.log.Write(s.last, data.Bytes())
}

func (s *store) Read(prefix string) (load.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := maps.Clone(s.state)
	maps.DeleteFunc(state, func(key, _ string) bool { return !strings.HasPrefix(key, prefix) })
	return state, nil
}
