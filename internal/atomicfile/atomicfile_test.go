package atomicfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/internal/atomicfile"
)

// content is what a file has.
func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// alone says that a folder has these names and no temporary file.
func alone(t *testing.T, dir string, want ...string) {
	t.Helper()
	names, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range names {
		got = append(got, n.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the folder has %v, not %v", got, want)
	}
}

func TestANewFileAndOneThatTakesThePlaceOfAnother(t *testing.T) {
	for _, o := range []atomicfile.Options{{}, {Durable: true}, {Mode: 0o644}, {Through: true}} {
		dir := t.TempDir()
		path := filepath.Join(dir, "file.txt")
		for _, text := range []string{"a longer text\n", "new\n", ""} {
			if err := atomicfile.WriteBytes(path, o, []byte(text)); err != nil {
				t.Fatal(err)
			}
			if got := content(t, path); got != text {
				t.Errorf("%+v: %q", o, got)
			}
		}
		alone(t, dir, "file.txt")
	}
}

func TestAWriterThatFailsLeavesTheOldFileAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file.txt")
	if err := atomicfile.WriteBytes(path, atomicfile.Options{}, []byte("old\n")); err != nil {
		t.Fatal(err)
	}
	full := errors.New("there is no space left")
	err := atomicfile.Write(path, atomicfile.Options{Durable: true, Mode: 0o600}, func(w io.Writer) error {
		if _, err := w.Write(make([]byte, 100_000)); err != nil {
			return err
		}
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("the error is %v", err)
	}
	if got := content(t, path); got != "old\n" {
		t.Errorf("the old file is %q", got)
	}
	alone(t, dir, "file.txt")
}

func TestAWriterThatPanicsLeavesTheOldFileAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file.txt")
	if err := atomicfile.WriteBytes(path, atomicfile.Options{}, []byte("old\n")); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is gone")
			}
		}()
		atomicfile.Write(path, atomicfile.Options{}, func(io.Writer) error { panic("broken") }) //nolint:errcheck // it does not return
	}()
	if got := content(t, path); got != "old\n" {
		t.Errorf("the old file is %q", got)
	}
	alone(t, dir, "file.txt")
}

func TestWhatCannotBePutInPlaceLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteBytes(taken, atomicfile.Options{}, []byte("text")); err == nil {
		t.Error("a folder was replaced")
	}
	alone(t, dir, "taken")
	if err := atomicfile.WriteBytes(filepath.Join(dir, "missing", "file"), atomicfile.Options{}, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a folder the error is %v", err)
	}
}

func TestWhatAKilledProcessLeftIsNotWrittenTo(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file.txt")
	for n := range 50 {
		left := fmt.Sprintf("%s.%d%06d.tmp", path, os.Getpid(), n)
		if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.WriteBytes(path, atomicfile.Options{}, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "text" {
		t.Errorf("%q", got)
	}
	if left, err := filepath.Glob(path + ".*.tmp"); err != nil || len(left) != 50 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

// Each of several writers writes a text of one letter, and readers look meanwhile.
func TestOfSeveralWritersOneStaysAndNobodyReadsAPart(t *testing.T) {
	const size, writers, rounds = 64 << 10, 4, 25
	dir := t.TempDir()
	path := filepath.Join(dir, "file.txt")
	whole := func(b []byte) bool {
		return len(b) == size && bytes.Count(b, b[:1]) == size
	}
	write := func(letter byte) error {
		return atomicfile.Write(path, atomicfile.Options{Mode: 0o644}, func(w io.Writer) error {
			for range size / 1024 {
				if _, err := w.Write(bytes.Repeat([]byte{letter}, 1024)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := write('z'); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() {
			for range rounds {
				if err := write(byte('a' + n)); err != nil {
					t.Error(err)
				}
				if b, err := os.ReadFile(path); err != nil || !whole(b) {
					t.Errorf("%d bytes were read, %v", len(b), err)
				}
			}
		})
	}
	all.Wait()
	alone(t, dir, "file.txt")
}
