package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/examples/bank/ledger"
)

// restarted gives a server that has been started again, after the bookings 1 and
// 2 of ann.
func restarted(t *testing.T) *ledger.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal")
	for booking := int64(1); ; booking++ {
		s, err := open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Journal.Close() })
		if booking == 3 {
			return s
		}
		if err := s.Commit(&ledger.Txn{Snapshot: s.Version(), Appends: []ledger.Append{{Account: "ann", Booking: booking}}}); err != nil {
			t.Fatal(err)
		}
	}
}

// All is well with what began after the restart. What seedfall finds began before.
func TestARestartFindsEveryCommit(t *testing.T) {
	s := restarted(t)
	if got, want := s.Read("ann", s.Version()), []int64{1, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if err := s.Commit(&ledger.Txn{Snapshot: 2, Reads: []string{"ann"}, Appends: []ledger.Append{{Account: "ann", Booking: 3}}}); err != nil {
		t.Errorf("what the server has shown since it is back cannot be committed: %v", err)
	}
}
