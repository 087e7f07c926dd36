// Package bbolt stands in for the parts of bbolt that raft-wal keeps its meta
// data with; bbolt maps files into memory, which wasip1 cannot. A database is a
// file of JSON that each commit writes anew, syncs, and renames into place.
package bbolt

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
)

// Options are bbolt's, of which there are none here.
type Options struct{}

// DB is a database.
type DB struct {
	path    string
	mode    os.FileMode
	writing sync.Mutex // held by the transaction that writes
	mu      sync.Mutex // guards content
	content content
}

// content is the values by bucket and key. It is never changed in place.
type content map[string]map[string][]byte

// Open opens the database at path. The first commit makes the file.
func Open(path string, mode os.FileMode, _ *Options) (*DB, error) {
	db := &DB{path: path, mode: mode}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return db, nil
	}
	if err != nil {
		return nil, err
	}
	return db, json.Unmarshal(data, &db.content)
}

// Close closes the database.
func (db *DB) Close() error { return nil }

// Begin starts a transaction. One that writes waits for the one before.
func (db *DB) Begin(writable bool) (*Tx, error) {
	if writable {
		db.writing.Lock()
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	tx := &Tx{db: db, writable: writable, content: content{}}
	for name, values := range db.content {
		tx.content[name] = maps.Clone(values)
	}
	return tx, nil
}

// Tx is a transaction.
type Tx struct {
	db       *DB // nil when it is over
	writable bool
	content  content
}

// Rollback ends a transaction and leaves the database as it was.
func (tx *Tx) Rollback() error {
	if tx.db == nil {
		return errors.New("the transaction is over")
	}
	if tx.writable {
		tx.db.writing.Unlock()
	}
	tx.db = nil
	return nil
}

// Commit makes what a transaction wrote durable.
func (tx *Tx) Commit() error {
	db := tx.db
	defer tx.Rollback() //nolint:errcheck // it is not over
	data, err := json.Marshal(tx.content)
	if err != nil {
		return err
	}
	if err := writeSynced(db.path+".new", data, db.mode); err != nil {
		return err
	}
	if err := os.Rename(db.path+".new", db.path); err != nil {
		return err
	}
	if err := syncFolder(filepath.Dir(db.path)); err != nil {
		return err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	db.content = tx.content
	return nil
}

func writeSynced(path string, data []byte, mode os.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// CreateBucket makes a bucket.
func (tx *Tx) CreateBucket(name []byte) (*Bucket, error) {
	if tx.content[string(name)] != nil {
		return nil, errors.New("the bucket exists")
	}
	tx.content[string(name)] = map[string][]byte{}
	return tx.Bucket(name), nil
}

// Bucket gives a bucket, nil if there is none.
func (tx *Tx) Bucket(name []byte) *Bucket {
	values := tx.content[string(name)]
	if values == nil {
		return nil
	}
	return &Bucket{values}
}

// Bucket is a set of keys with their values.
type Bucket struct{ values map[string][]byte }

// Get gives a value, nil for none.
func (b *Bucket) Get(key []byte) []byte { return b.values[string(key)] }

// Put stores a value.
func (b *Bucket) Put(key, value []byte) error {
	b.values[string(key)] = value
	return nil
}

// Delete removes a value.
func (b *Bucket) Delete(key []byte) error {
	delete(b.values, string(key))
	return nil
}
