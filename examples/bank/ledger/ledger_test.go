package ledger

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/examples/bank/journal"
)

// open gives the store whose journal is at path.
func open(t *testing.T, path string) *Store {
	t.Helper()
	s := &Store{}
	j, err := journal.Open(path, s.Recover)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	s.Journal = j
	return s
}

func fresh(t *testing.T) *Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "journal"))
}

// append commits a booking that depends on nothing.
func (s *Store) append(t *testing.T, account string, booking int64) {
	t.Helper()
	if err := s.Commit(&Txn{Snapshot: s.Version(), Appends: []Append{{account, booking}}}); err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, s *Store, account string, version uint64, want ...int64) {
	t.Helper()
	if got := s.Read(account, version); !slices.Equal(got, want) {
		t.Errorf("%s at %d: %v, want %v", account, version, got, want)
	}
}

func TestASnapshotStaysAsItWas(t *testing.T) {
	s := fresh(t)
	for booking := range int64(3) {
		s.append(t, "ann", booking)
	}
	for version := range uint64(4) {
		expect(t, s, "ann", version, []int64{0, 1, 2}[:version]...)
	}
	expect(t, s, "bob", 3)
}

func TestACommitIsRefusedOnlyIfWhatItReadHasChanged(t *testing.T) {
	s := fresh(t)
	before := s.Version()
	s.append(t, "ann", 1)
	for _, c := range []struct {
		reads []string
		into  string
		want  error
	}{
		{[]string{"ann"}, "ann", ErrConflict},
		{[]string{"bob", "ann"}, "bob", ErrConflict},
		{[]string{"bob"}, "ann", nil},
		{nil, "ann", nil},
	} {
		if err := s.Commit(&Txn{before, c.reads, []Append{{c.into, 2}}}); !errors.Is(err, c.want) {
			t.Errorf("reads %v: %v, want %v", c.reads, err, c.want)
		}
	}
	expect(t, s, "ann", s.Version(), 1, 2, 2)
	expect(t, s, "bob", s.Version())
}

func TestATransactionFromBeforeTheWindowIsRefused(t *testing.T) {
	s := fresh(t)
	for booking := range int64(window + 1) {
		s.append(t, "ann", booking)
	}
	for snapshot, want := range []error{ErrOld, nil} {
		if err := s.Commit(&Txn{uint64(snapshot), []string{"bob"}, []Append{{"cid", int64(snapshot)}}}); !errors.Is(err, want) {
			t.Errorf("snapshot %d: %v, want %v", snapshot, err, want)
		}
	}
}

func TestARestartFindsEveryVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	s := open(t, path)
	s.append(t, "ann", 1)
	if err := s.Commit(&Txn{1, []string{"ann"}, []Append{{"bob", 2}, {"ann", 2}, {"ann", 3}}}); err != nil {
		t.Fatal(err)
	}
	s = open(t, path)
	expect(t, s, "ann", 1, 1)
	expect(t, s, "ann", 2, 1, 2, 3)
	expect(t, s, "bob", 2, 2)
	if s.Version() != 2 {
		t.Errorf("version %d", s.Version())
	}
}

func TestAJournalWithAGapIsRefused(t *testing.T) {
	s := &Store{}
	if err := s.Recover("2", "[]"); err == nil {
		t.Error("version 2 is taken for the first")
	}
	if err := s.Recover("1", "{"); err == nil {
		t.Error("a commit that is no JSON is taken")
	}
}
