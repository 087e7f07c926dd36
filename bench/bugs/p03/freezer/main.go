// Command freezer moves old blocks into go-ethereum's freezer as a node does:
// some at a time, then a Sync, and then they are deleted elsewhere, which a file
// with their number stands for here. Every such block must be readable after
// a crash.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"time"

	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/seedfall/seedfall/sim"
)

const (
	kind     = "blocks"
	fileSize = 16 << 10               // of the freezer's data files
	batch    = 20                     // blocks at most
	pause    = 500 * time.Millisecond // at most, between two batches
)

func main() {
	log.SetFlags(0)
	deleted, err := readDeleted()
	if err != nil {
		log.Fatal(err)
	}
	if err := os.MkdirAll("ancient", 0o755); err != nil {
		log.Fatal(err)
	}
	f, err := rawdb.NewFreezer("ancient", "", false, fileSize, map[string]bool{kind: true})
	sim.Always(err == nil, "the freezer opens", "deleted elsewhere", deleted, "error", err)
	check(f, deleted)
	for {
		time.Sleep(rand.N(pause))
		if err := freeze(f); err != nil {
			log.Fatal(err)
		}
	}
}

// check reads every block that is nowhere else any more.
func check(f *rawdb.Freezer, deleted uint64) {
	for n := range deleted {
		got, err := f.Ancient(kind, n)
		sim.Always(err == nil && bytes.Equal(got, block(n)), "every block deleted elsewhere is in the freezer",
			"block", n, "of", deleted, "error", err)
	}
	sim.Sometimes(deleted > 0, "a freezer with blocks is opened again")
}

// freeze appends a batch of blocks, and once they are durable deletes them
// elsewhere.
func freeze(f *rawdb.Freezer) error {
	next, err := f.Ancients()
	if err != nil {
		return err
	}
	end := next + 1 + rand.Uint64N(batch)
	_, err = f.ModifyAncients(func(op ethdb.AncientWriteOp) error {
		for n := next; n < end; n++ {
			if err := op.AppendRaw(kind, n, block(n)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("freeze blocks %d to %d: %w", next, end-1, err)
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return writeDeleted(end)
}

// block is what a block holds: its number, and then filler.
func block(n uint64) []byte {
	b := make([]byte, 200+n*167%600)
	binary.LittleEndian.PutUint64(b, n)
	return b
}

// readDeleted gives how many blocks, from 0, were deleted elsewhere.
func readDeleted() (n uint64, err error) {
	data, err := os.ReadFile("deleted")
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(data), nil
}

func writeDeleted(n uint64) error {
	f, err := os.Create("deleted.new")
	if err != nil {
		return err
	}
	_, err = f.Write(binary.LittleEndian.AppendUint64(nil, n))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename("deleted.new", "deleted")
}
