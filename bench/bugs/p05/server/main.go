// Command server serves a goleveldb database over TCP, each write synced before
// it is acknowledged.
package main

import (
	"errors"
	"log"
	"os"

	"github.com/seedfall/seedfall/examples/kvlog/kv"
	"github.com/seedfall/seedfall/sim"
	"github.com/syndtr/goleveldb/leveldb"
	"github.com/syndtr/goleveldb/leveldb/opt"
)

const (
	path = "db"
	made = "made"
)

func main() {
	log.SetFlags(0)
	db, err := open()
	sim.Always(err == nil, "the database opens", "error", err)
	l, err := sim.Listen("tcp", ":7000")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(kv.Serve(l, store{db}))
}

// open opens the database. What a crash has left of the first try to make it,
// which goleveldb takes for a database that lost its CURRENT, is removed.
func open() (*leveldb.DB, error) {
	_, err := os.Stat(made)
	if err == nil {
		return leveldb.OpenFile(path, nil)
	}
	if err := os.RemoveAll(path); err != nil {
		return nil, err
	}
	db, err := leveldb.OpenFile(path, nil)
	if err != nil {
		return nil, err
	}
	return db, mark()
}

// mark makes the file that says that the database is made.
func mark() error {
	f, err := os.Create(made)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// store is a kv.Store.
type store struct{ db *leveldb.DB }

func (s store) Get(key string) (value string, ok bool, err error) {
	b, err := s.db.Get([]byte(key), nil)
	if errors.Is(err, leveldb.ErrNotFound) {
		return "", false, nil
	}
	return string(b), err == nil, err
}

func (s store) Put(key, value string) error {
	return s.db.Put([]byte(key), []byte(value), &opt.WriteOptions{Sync: true})
}
