// Package store is a kv.Store on an append-only log.
package store

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sync"

	"github.com/seedfall/seedfall/examples/kvlog/wal"
	"github.com/seedfall/seedfall/sim"
)

// Store keeps its values in memory and every change of them in a log.
type Store struct {
	mu     sync.Mutex
	values map[string]string
	log    *os.File
}

// Opener opens the log at path for appending, creating it if it is missing, and
// hands every record that it holds to apply.
type Opener func(path string, apply func(key, value string)) (*os.File, error)

// Open gives the store whose log is at path.
func Open(path string, open Opener) (*Store, error) {
	s := &Store{values: map[string]string{}}
	records := 0
	f, err := open(path, func(key, value string) {
		s.values[key] = value
		records++
	})
	if err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	s.log = f
	if err := s.settle(); err != nil {
		f.Close()
		return nil, fmt.Errorf("open the log: %w", err)
	}
	log.Printf("%d records in the log", records)
	sim.Sometimes(records > 0, "the server comes back to a log with records")
	return s, nil
}

// settle makes durable what is about to be served, and the name of the log.
func (s *Store) settle() error {
	if err := s.log.Sync(); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(s.log.Name()))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// Get is that of kv.Store. It never fails.
func (s *Store) Get(key string) (value string, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok = s.values[key]
	return value, ok, nil
}

// Put is that of kv.Store.
func (s *Store) Put(key, value string) error {
	if max(len(key), len(value)) > wal.MaxLen {
		return fmt.Errorf("put: a key or a value of more than %d bytes", wal.MaxLen)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.log.Write(wal.Encode(key, value)); err != nil {
		return fmt.Errorf("put: %w", err)
	}
	if err := s.log.Sync(); err != nil {
		return fmt.Errorf("put: %w", err)
	}
	s.values[key] = value
	return nil
}

// Close closes the log.
func (s *Store) Close() error { return s.log.Close() }
