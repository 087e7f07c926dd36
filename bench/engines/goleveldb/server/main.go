// Command server serves a goleveldb database, each batch synced. Its buffers and
// tables are small, so that it often writes tables and merges them. With the
// argument keep it keeps what a crash has left of the first try to make it.
package main

import (
	"errors"
	"os"
	"slices"

	"github.com/seedfall/seedfall/bench/engines/load"
	"github.com/syndtr/goleveldb/leveldb"
	"github.com/syndtr/goleveldb/leveldb/opt"
	"github.com/syndtr/goleveldb/leveldb/util"
)

const (
	path = "db"
	made = "made"
)

var options = &opt.Options{
	WriteBuffer:         32 << 10,
	CompactionTableSize: 16 << 10,
	CompactionTotalSize: 64 << 10,
}

func main() { load.Run(open) }

// open opens the database. One that was not made to the end is made anew.
func open() (load.Store, error) {
	_, err := os.Stat(made)
	if err == nil || slices.Contains(os.Args, "keep") {
		db, err := leveldb.OpenFile(path, options)
		return store{db}, err
	}
	if err := os.RemoveAll(path); err != nil {
		return nil, err
	}
	db, err := leveldb.OpenFile(path, options)
	if err != nil {
		return nil, err
	}
	return store{db}, mark()
}

// mark makes the file that says that the database is made.
func mark() error {
	f, err := os.Create(made)
	if err != nil {
		return err
	}
	root, err := os.Open("/")
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), root.Sync(), root.Close())
}

// store is a load.Store.
type store struct{ db *leveldb.DB }

func (s store) Apply(changes []load.Change) error {
	var b leveldb.Batch
	for _, c := range changes {
		if c.Gone {
			b.Delete([]byte(c.Key))
		} else {
			b.Put([]byte(c.Key), []byte(c.Value))
		}
	}
	return s.db.Write(&b, &opt.WriteOptions{Sync: true})
}

func (s store) Read(prefix string) (load.State, error) {
	state := load.State{}
	i := s.db.NewIterator(util.BytesPrefix([]byte(prefix)), nil)
	defer i.Release()
	for i.Next() {
		state[string(i.Key())] = string(i.Value())
	}
	return state, i.Error()
}
