package main

import (
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/seedfall/seedfall/sim"
	"go.etcd.io/etcd/raft/v3/raftpb"
	"go.etcd.io/etcd/server/v3/wal"
	"go.etcd.io/etcd/server/v3/wal/walpb"
)

// store is a kv.Store: values in memory, each change an entry of the log.
type store struct {
	mu     sync.Mutex
	values map[string]string
	log    *wal.WAL
	last   uint64 // index of the last entry
}

func openStore(dir string) (*store, error) {
	w, entries, err := openLog(dir)
	if err != nil {
		return nil, err
	}
	s := &store{values: map[string]string{}, log: w}
	for _, e := range entries {
		key, value, _ := strings.Cut(string(e.Data), " ")
		s.values[key], s.last = value, e.Index
	}
	return s, nil
}

// openLog reads a log, or makes one. A log whose end is torn is repaired once,
// as etcd does when it starts.
func openLog(dir string) (*wal.WAL, []raftpb.Entry, error) {
	if !wal.Exist(dir) {
		w, err := wal.Create(nil, dir, nil)
		return w, nil, err
	}
	w, entries, err := readLog(dir)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		return w, entries, err
	}
	sim.Reachable("the log is repaired")
	if !wal.Repair(nil, dir) {
		return nil, nil, errors.New("the log cannot be repaired")
	}
	return readLog(dir)
}

func readLog(dir string) (*wal.WAL, []raftpb.Entry, error) {
	w, err := wal.Open(nil, dir, walpb.Snapshot{})
	if err != nil {
		return nil, nil, err
	}
	_, _, entries, err := w.ReadAll()
	if err != nil {
		w.Close() //nolint:errcheck // the first error counts
		return nil, nil, err
	}
	return w, entries, nil
}

// Get is that of kv.Store. It never fails.
func (s *store) Get(key string) (value string, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok = s.values[key]
	return value, ok, nil
}

// Put is that of kv.Store.
func (s *store) Put(key, value string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := raftpb.Entry{Term: 1, Index: s.last + 1, Data: []byte(key + " " + value)}
	if err := s.log.Save(raftpb.HardState{Term: 1, Vote: 1, Commit: e.Index}, []raftpb.Entry{e}); err != nil {
		return err
	}
	s.values[key], s.last = value, e.Index
	return nil
}
