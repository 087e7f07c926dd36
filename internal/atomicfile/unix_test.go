//go:build unix

package atomicfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seedfall/seedfall/internal/atomicfile"
)

func TestTheModeIsTheOneWantedOrThatOfTheUmask(t *testing.T) {
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	path := filepath.Join(t.TempDir(), "file")
	for _, c := range []struct{ mode, want fs.FileMode }{{0, 0o640}, {0o644, 0o644}, {0o600, 0o600}, {0o755, 0o755}, {0, 0o640}} {
		if err := atomicfile.WriteBytes(path, atomicfile.Options{Mode: c.mode}, nil); err != nil {
			t.Fatal(err)
		}
		if at, err := os.Stat(path); err != nil || at.Mode().Perm() != c.want {
			t.Errorf("mode %o gives %v, %v", c.mode, at.Mode(), err)
		}
	}
}

func TestWhatIsNoFileIsWrittenThrough(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		b, _ := os.ReadFile(pipe) //nolint:errcheck // then nothing was read
		read <- string(b)
	}()
	if err := atomicfile.WriteBytes(pipe, atomicfile.Options{Mode: 0o644, Durable: true, Through: true}, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "text" {
		t.Errorf("%q was read", got)
	}
	if at, err := os.Lstat(pipe); err != nil || at.Mode() != fs.ModeNamedPipe|0o600 {
		t.Errorf("the pipe is %v, %v", at, err)
	}
}

func TestALinkIsReplacedAndWhatItLeadsToStays(t *testing.T) {
	dir := t.TempDir()
	to, link := filepath.Join(dir, "to"), filepath.Join(dir, "link")
	if err := os.WriteFile(to, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, link); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteBytes(link, atomicfile.Options{Through: true}, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if a, b := content(t, to), content(t, link); a != "old" || b != "new" {
		t.Errorf("%q, %q", a, b)
	}
}
