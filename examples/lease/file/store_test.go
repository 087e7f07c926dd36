package file

import (
	"errors"
	"net"
	"path/filepath"
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

func TestAWriteUnderASmallerTokenIsRefusedAlsoAfterARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	for _, w := range []struct {
		text  string
		token uint64
		ok    bool
	}{{"a", 2, true}, {"b", 1, false}, {"c", 2, true}, {"d", 0, true}, {"e", 1, false}, {"f", 3, true}} {
		s := open(t, path)
		before := s.Read("x")
		ok, err := s.Write("x", w.text, w.token)
		if err != nil || ok != w.ok {
			t.Errorf("%s: %v, %v", w.text, ok, err)
		}
		if want := map[bool]string{true: w.text, false: before}[ok]; s.Read("x") != want {
			t.Errorf("%s: reads %q, want %q", w.text, s.Read("x"), want)
		}
	}
}

func TestAClientIsToldThatItsWriteIsFenced(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	s, done := open(t, filepath.Join(t.TempDir(), "journal")), make(chan struct{})
	go func() {
		defer close(done)
		Serve(l, s) //nolint:errcheck // it returns when l is closed
	}()
	t.Cleanup(func() { l.Close(); <-done })
	c := NewClient(l.Addr().String())
	if err := c.WriteUnder(2, "x", "a"); err != nil {
		t.Fatal(err)
	}
	if err := c.WriteUnder(1, "x", "b"); !errors.Is(err, ErrFenced) || !NoEffect(err) {
		t.Errorf("%v, want %v", err, ErrFenced)
	}
	if text, err := c.Read("x"); err != nil || text != "a" {
		t.Errorf("%q, %v", text, err)
	}
	if err := c.Write("x", "c"); err != nil {
		t.Error(err)
	}
}
