package main

import (
	"os"

	"github.com/seedfall/seedfall/examples/kvlog/wal"
)

// openLog is a store.Opener. A record at the end that a crash has torn is left
// out: it was never acknowledged.
func openLog(path string, apply func(key, value string)) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	_, err = wal.Replay(f, apply)
	if err == wal.ErrTorn {
		err = nil
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
