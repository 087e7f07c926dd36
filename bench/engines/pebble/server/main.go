// Command server serves a pebble database, each batch synced. Its memory tables
// and files are small, so that it often flushes and compacts.
package main

import (
	"errors"

	"github.com/cockroachdb/pebble/v2"
	"github.com/seedfall/seedfall/bench/engines/load"
	"github.com/seedfall/seedfall/sim"
)

func main() { load.Run(open) }

func open() (load.Store, error) {
	db, err := pebble.Open("db", &pebble.Options{
		FormatMajorVersion:    pebble.FormatNewest,
		MemTableSize:          64 << 10,
		L0CompactionThreshold: 2,
		LBaseMaxBytes:         64 << 10,
		MaxManifestFileSize:   4 << 10,
		CacheSize:             1 << 20,
		EventListener:         events(),
		Logger:                logger{},
	})
	return store{db}, err
}

// events notes what the engine does in the background.
func events() *pebble.EventListener {
	return &pebble.EventListener{
		BackgroundError: func(err error) { sim.Fail("in the background: %v", err) },
		CompactionEnd:   func(pebble.CompactionInfo) { sim.Reachable("a compaction ends") },
		WALDeleted:      func(pebble.WALDeleteInfo) { sim.Reachable("a log is deleted") },
		ManifestDeleted: func(pebble.ManifestDeleteInfo) { sim.Reachable("a manifest is deleted") },
	}
}

// logger drops all but what ends the process.
type logger struct{}

func (logger) Infof(string, ...any)  {}
func (logger) Errorf(string, ...any) {}

func (logger) Fatalf(format string, args ...any) { sim.Fail(format, args...) }

// store is a load.Store.
type store struct{ db *pebble.DB }

func (s store) Apply(changes []load.Change) error {
	b := s.db.NewBatch()
	for _, c := range changes {
		if err := change(b, c); err != nil {
			return err
		}
	}
	return b.Commit(pebble.Sync)
}

func change(b *pebble.Batch, c load.Change) error {
	if c.Gone {
		return b.Delete([]byte(c.Key), nil)
	}
	return b.Set([]byte(c.Key), []byte(c.Value), nil)
}

func (s store) Read(prefix string) (load.State, error) {
	i, err := s.db.NewIter(&pebble.IterOptions{LowerBound: []byte(prefix), UpperBound: append([]byte(prefix), 0xff)})
	if err != nil {
		return nil, err
	}
	state := load.State{}
	for ok := i.First(); ok; ok = i.Next() {
		state[string(i.Key())] = string(i.Value())
	}
	return state, errors.Join(i.Error(), i.Close())
}
