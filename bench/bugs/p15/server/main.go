// Command server serves a buntdb database over TCP and goes on when the disk is
// full: a file that holds space free is removed, and the write is tried again.
package main

import (
	"errors"
	"log"
	"os"
	"syscall"

	"github.com/seedfall/seedfall/examples/kvlog/kv"
	"github.com/seedfall/seedfall/sim"
	"github.com/tidwall/buntdb"
)

const (
	path        = "data.db"
	ballast     = "ballast"
	ballastSize = 64 << 10
)

func main() {
	log.SetFlags(0)
	if err := reserve(); err != nil {
		log.Fatal(err)
	}
	db, err := buntdb.Open(path)
	sim.Always(err == nil, "the database opens", "error", err)
	if err := syncAlways(db); err != nil {
		log.Fatal(err)
	}
	l, err := sim.Listen("tcp", ":7000")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(kv.Serve(l, store{db}))
}

// reserve makes the ballast when the server starts for the first time.
func reserve() error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return os.WriteFile(ballast, make([]byte, ballastSize), 0o644)
}

func syncAlways(db *buntdb.DB) error {
	var c buntdb.Config
	if err := db.ReadConfig(&c); err != nil {
		return err
	}
	c.SyncPolicy = buntdb.Always
	return db.SetConfig(c)
}

// store is a kv.Store with one key for each transaction.
type store struct{ db *buntdb.DB }

func (s store) Get(key string) (value string, ok bool, err error) {
	err = s.db.View(func(tx *buntdb.Tx) error {
		value, err = tx.Get(key)
		return err
	})
	if errors.Is(err, buntdb.ErrNotFound) {
		return "", false, nil
	}
	return value, err == nil, err
}

func (s store) Put(key, value string) error {
	err := s.set(key, value)
	if !errors.Is(err, syscall.ENOSPC) || os.Remove(ballast) != nil {
		return err
	}
	sim.Reachable("a write is tried again with the space of the ballast")
	return s.set(key, value)
}

func (s store) set(key, value string) error {
	return s.db.Update(func(tx *buntdb.Tx) error {
		_, _, err := tx.Set(key, value, nil)
		return err
	})
}
