package main

import (
	"os"

	"github.com/seedfall/seedfall/examples/kvlog/wal"
)

// openLog is a store.Opener. A record at the end that a crash has torn is cut
// off: it was never acknowledged, and what is appended behind it could never be
// read.
func openLog(path string, apply func(key, value string)) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	intact, err := wal.Replay(f, apply)
	if err == wal.ErrTorn {
		err = f.Truncate(intact)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
