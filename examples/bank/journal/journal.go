// Package journal is a file that records are appended to, each on the disk when
// it is acknowledged. The records have the format of kvlog's log.
package journal

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seedfall/seedfall/examples/kvlog/wal"
)

// Journal is an open journal. One goroutine uses it at a time.
type Journal struct{ file *os.File }

// Open opens the journal at path, or makes a new one, and hands every record in
// it to apply, oldest first. A last record that a crash has torn was never
// acknowledged; it is cut off. An error of apply ends Open.
func Open(path string, apply func(key, value string) error) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	j := &Journal{f}
	if err := j.recover(apply); err != nil {
		f.Close()
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	return j, nil
}

func (j *Journal) recover(apply func(key, value string) error) error {
	var refused error
	intact, err := wal.Replay(j.file, func(key, value string) {
		if refused == nil {
			refused = apply(key, value)
		}
	})
	if err == wal.ErrTorn {
		err = j.file.Truncate(intact)
	}
	if refused != nil {
		return refused
	}
	if err != nil {
		return err
	}
	return j.settle()
}

// settle makes durable what was read, and the name of the file.
func (j *Journal) settle() error {
	if err := j.file.Sync(); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(j.file.Name()))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// Append adds a record, of at most wal.MaxLen bytes each for key and value. It is
// on the disk when Append returns nil. After an error nobody knows whether it is,
// and the journal must not be used any more.
func (j *Journal) Append(key, value string) error {
	if _, err := j.file.Write(wal.Encode(key, value)); err != nil {
		return fmt.Errorf("append to the journal: %w", err)
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("append to the journal: %w", err)
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }
