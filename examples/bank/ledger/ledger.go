// Package ledger keeps the ledgers of a bank: under the name of each account the
// list of its bookings, which are numbers. Transactions are serializable.
//
// A transaction is the business of its client. It begins by asking for the newest
// version; that is its snapshot. It reads ledgers as they were at that version.
// What it appends it keeps to itself until it commits; then it sends all of it,
// with the snapshot and the names of the ledgers that it has read. The server
// commits it if none of these has changed since the snapshot, and refuses it
// otherwise. So there are no locks, and no transaction holds up another.
package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/seedfall/seedfall/examples/bank/journal"
)

// Store is the ledgers of one server. Set the fields before the first commit.
type Store struct {
	// Journal gets every commit.
	Journal *journal.Journal
	// Check decides whether a transaction may commit.
	Check Check

	mu      sync.Mutex
	version uint64 // how many transactions have committed
	ledgers map[string][]entry
}

// entry is a booking with the version that added it.
type entry struct {
	booking int64
	version uint64
}

// Txn is a transaction at its end.
type Txn struct {
	// Snapshot is the version that it has read.
	Snapshot uint64 `json:"snapshot"`
	// Reads are the accounts whose ledgers it has read.
	Reads []string `json:"reads"`
	// Appends are its bookings, in order.
	Appends []Append `json:"appends"`
}

// Append is a booking to be added to a ledger.
type Append struct {
	Account string `json:"account"`
	Booking int64  `json:"booking"`
}

// Recover takes a record of the journal: a commit, under its version.
func (s *Store) Recover(version, appends string) error {
	var all []Append
	if err := json.Unmarshal([]byte(appends), &all); err != nil {
		return fmt.Errorf("commit %s: %w", version, err)
	}
	if want := strconv.FormatUint(s.version+1, 10); version != want {
		return fmt.Errorf("commit %s stands where %s should", version, want)
	}
	s.apply(all)
	return nil
}

func (s *Store) apply(appends []Append) {
	if s.ledgers == nil {
		s.ledgers = map[string][]entry{}
	}
	s.version++
	for _, a := range appends {
		s.ledgers[a.Account] = append(s.ledgers[a.Account], entry{a.Booking, s.version})
	}
}

// Version is that of the latest commit, 0 if there was none.
func (s *Store) Version() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version
}

// Read gives the bookings of an account as they were at a version, oldest first.
func (s *Store) Read(account string, version uint64) []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	bookings := []int64{}
	for _, e := range s.ledgers[account] {
		if e.version > version {
			break
		}
		bookings = append(bookings, e.booking)
	}
	return bookings
}

// Commit makes a transaction durable and visible, all of it at once. After
// ErrConflict or ErrOld nothing has happened. Any other error is one of the
// journal, after which the store must not be used any more.
func (s *Store) Commit(t *Txn) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.Check.admit(t); err != nil {
		return err
	}
	record, err := json.Marshal(t.Appends)
	if err != nil {
		return err
	}
	if err := s.Journal.Append(strconv.FormatUint(s.version+1, 10), string(record)); err != nil {
		return err
	}
	s.apply(t.Appends)
	s.Check.add(commit{s.version, accounts(t.Appends)})
	return nil
}

// accounts are the names that appends go to, each once.
func accounts(appends []Append) (names []string) {
	for _, a := range appends {
		names = append(names, a.Account)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
