// Command server serves a badger database with SyncWrites. Its memory tables and
// files are small, so that it often flushes and compacts. With the argument once
// it gives up when the database does not open at the first try.
package main

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/ristretto/v2/z"
	"github.com/seedfall/seedfall/bench/engines/load"
	"github.com/seedfall/seedfall/sim"
)

func main() { load.Run(open) }

// open opens the database. An empty file that a crash has left makes badger's
// first try fail, and gets a size by it, so that the next goes further.
func open() (load.Store, error) {
	db, err := badger.Open(settings)
	for err != nil && strings.Contains(err.Error(), z.NewFile.Error()) && !slices.Contains(os.Args, "once") {
		sim.Reachable("the database is opened again")
		db, err = badger.Open(settings)
	}
	return store{db}, err
}

var settings = badger.DefaultOptions("db").
	WithSyncWrites(true).
	WithLogger(nil).
	WithMetricsEnabled(false).
	WithMemTableSize(64 << 10).
	WithBaseTableSize(32 << 10).
	WithBaseLevelSize(64 << 10).
	WithNumLevelZeroTables(2).
	WithValueLogFileSize(1 << 20).
	WithValueThreshold(1 << 10).
	WithCompression(options.None).
	WithBlockCacheSize(0).
	WithCompactL0OnClose(false)

// store is a load.Store, a transaction for each batch.
type store struct{ db *badger.DB }

func (s store) Apply(changes []load.Change) error {
	return s.db.Update(func(tx *badger.Txn) error {
		for _, c := range changes {
			if err := change(tx, c); err != nil {
				return err
			}
		}
		return nil
	})
}

func change(tx *badger.Txn, c load.Change) error {
	if c.Gone {
		return tx.Delete([]byte(c.Key))
	}
	return tx.Set([]byte(c.Key), []byte(c.Value))
}

func (s store) Read(prefix string) (load.State, error) {
	state := load.State{}
	err := s.db.View(func(tx *badger.Txn) error {
		o := badger.DefaultIteratorOptions
		o.Prefix = []byte(prefix)
		i := tx.NewIterator(o)
		defer i.Close()
		var failed error
		for i.Rewind(); i.Valid(); i.Next() {
			value, err := i.Item().ValueCopy(nil)
			failed = errors.Join(failed, err)
			state[string(i.Item().KeyCopy(nil))] = string(value)
		}
		return failed
	})
	return state, err
}
