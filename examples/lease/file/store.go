// Package file is a file server and its client. A client may write under the
// token of a lease; then the server refuses it once it has seen a greater one.
package file

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/seedfall/seedfall/examples/bank/journal"
)

// Store has the files of one server. Set the fields before its first use.
type Store struct {
	// Journal gets every write.
	Journal *journal.Journal

	mu    sync.Mutex
	files map[string]file
}

// file is the content of a file, and the greatest token that has written it.
type file struct {
	Text  string `json:"text"`
	Token uint64 `json:"token"`
}

// Recover takes a record of the journal.
func (s *Store) Recover(name, value string) error {
	var f file
	if err := json.Unmarshal([]byte(value), &f); err != nil {
		return fmt.Errorf("file %s: %w", name, err)
	}
	s.put(name, f)
	return nil
}

func (s *Store) put(name string, f file) {
	if s.files == nil {
		s.files = map[string]file{}
	}
	s.files[name] = f
}

// Read gives the text of a file, empty if there is none.
func (s *Store) Read(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[name].Text
}

// Write replaces the text of a file under a token; 0 is none. ok is false if a
// greater token has written before. An error is one of the journal, after which
// the store must not be used any more.
func (s *Store) Write(name, text string, token uint64) (ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.files[name].Token
	if token != 0 && token < last {
		return false, nil
	}
	f := file{text, max(token, last)}
	record, err := json.Marshal(f)
	if err != nil {
		return false, err
	}
	if err := s.Journal.Append(name, string(record)); err != nil {
		return false, err
	}
	s.put(name, f)
	return true, nil
}
