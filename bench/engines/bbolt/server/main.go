// Command server serves a bbolt database.
package main

import (
	"bytes"

	"github.com/seedfall/seedfall/bench/engines/load"
	"go.etcd.io/bbolt"
)

// options have the page size that bbolt has on most machines, and not that of
// WebAssembly, 64 KiB.
var options = &bbolt.Options{PageSize: 4096}

var bucket = []byte("data")

func main() { load.Run(open) }

func open() (load.Store, error) {
	db, err := bbolt.Open("data.db", 0o600, options)
	if err != nil {
		return nil, err
	}
	return store{db}, db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(bucket)
		return err
	})
}

// store is a load.Store, a transaction for each batch.
type store struct{ db *bbolt.DB }

func (s store) Apply(changes []load.Change) error {
	return s.db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucket)
		for _, c := range changes {
			if err := change(b, c); err != nil {
				return err
			}
		}
		return nil
	})
}

func change(b *bbolt.Bucket, c load.Change) error {
	if c.Gone {
		return b.Delete([]byte(c.Key))
	}
	return b.Put([]byte(c.Key), []byte(c.Value))
}

func (s store) Read(prefix string) (load.State, error) {
	state := load.State{}
	err := s.db.View(func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucket).Cursor()
		for k, v := c.Seek([]byte(prefix)); bytes.HasPrefix(k, []byte(prefix)); k, v = c.Next() {
			state[string(k)] = string(v)
		}
		return nil
	})
	return state, err
}
