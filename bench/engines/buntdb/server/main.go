// Command server serves a buntdb database, each transaction synced. With the
// argument shrink its file is often made anew, which buntdb calls shrinking.
package main

import (
	"os"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/bench/engines/load"
	"github.com/tidwall/buntdb"
)

// shrinkAt is how large the file has to be, in bytes, before it is made anew; it
// must also have grown by half since.
const shrinkAt = 64 << 10

func main() { load.Run(open) }

func open() (load.Store, error) {
	db, err := buntdb.Open("data.db")
	if err != nil {
		return nil, err
	}
	var c buntdb.Config
	if err := db.ReadConfig(&c); err != nil {
		return nil, err
	}
	c.SyncPolicy = buntdb.Always
	c.AutoShrinkMinSize, c.AutoShrinkPercentage = shrinkAt, 50
	c.AutoShrinkDisabled = !slices.Contains(os.Args, "shrink")
	return store{db}, db.SetConfig(c)
}

// store is a load.Store, a transaction for each batch.
type store struct{ db *buntdb.DB }

func (s store) Apply(changes []load.Change) error {
	return s.db.Update(func(tx *buntdb.Tx) error {
		for _, c := range changes {
			if err := change(tx, c); err != nil {
				return err
			}
		}
		return nil
	})
}

func change(tx *buntdb.Tx, c load.Change) (err error) {
	if !c.Gone {
		_, _, err = tx.Set(c.Key, c.Value, nil)
		return err
	}
	if _, err = tx.Delete(c.Key); err == buntdb.ErrNotFound {
		return nil
	}
	return err
}

func (s store) Read(prefix string) (load.State, error) {
	state := load.State{}
	err := s.db.View(func(tx *buntdb.Tx) error {
		return tx.AscendGreaterOrEqual("", prefix, func(key, value string) bool {
			if !strings.HasPrefix(key, prefix) {
				return false
			}
			state[key] = value
			return true
		})
	})
	return state, err
}
