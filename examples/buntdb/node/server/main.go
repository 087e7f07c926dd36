// Command server serves a buntdb database over TCP, each write synced before it
// is acknowledged.
package main

import (
	"errors"
	"log"

	"github.com/seedfall/seedfall/examples/kvlog/kv"
	"github.com/seedfall/seedfall/sim"
	"github.com/tidwall/buntdb"
)

func main() {
	log.SetFlags(0)
	db, err := buntdb.Open("data.db")
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
	return s.db.Update(func(tx *buntdb.Tx) error {
		_, _, err := tx.Set(key, value, nil)
		return err
	})
}
