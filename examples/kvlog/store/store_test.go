package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/examples/kvlog/wal"
)

func openLog(path string, apply func(key, value string)) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	_, err = wal.Replay(f, apply)
	return f, err
}

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path, openLog)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func expect(t *testing.T, s *Store, key, want string) {
	t.Helper()
	if got, ok, err := s.Get(key); got != want || ok != (want != "") || err != nil {
		t.Errorf("%s holds %q, %v, %v; want %q", key, got, ok, err, want)
	}
}

func TestARestartFindsTheLastValueOfEachKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	s := open(t, path)
	for _, put := range [][2]string{{"a", "1"}, {"b", "2"}, {"a", "3"}} {
		if err := s.Put(put[0], put[1]); err != nil {
			t.Fatal(err)
		}
		expect(t, s, put[0], put[1])
	}
	s = open(t, path)
	expect(t, s, "a", "3")
	expect(t, s, "b", "2")
	expect(t, s, "c", "")
}

func TestPutsAtOnceAreAllInTheLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	s := open(t, path)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 5 {
				if err := s.Put(fmt.Sprintf("key%d", i), fmt.Sprint(n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	s = open(t, path)
	for i := range 8 {
		expect(t, s, fmt.Sprintf("key%d", i), "4")
	}
}

func TestAValueThatIsTooLongIsRefusedAndNotLogged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	s := open(t, path)
	if err := s.Put("a", strings.Repeat("x", wal.MaxLen+1)); err == nil {
		t.Error("no error")
	}
	expect(t, open(t, path), "a", "")
}
