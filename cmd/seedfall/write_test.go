//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
)

// An -o that names a pipe or a device writes to it; renaming a file over it would
// take /dev/null away from whoever may do that.
func TestWhatIsNoFileIsWrittenTo(t *testing.T) {
	for name, write := range map[string]func(string) error{
		"trace": func(path string) error {
			return writeFile(path, func(w io.Writer) error { _, err := w.Write([]byte("text\n")); return err })
		},
		"schedule": func(path string) error { return schedule.Write(path, &schedule.Schedule{}) },
	} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		read := make(chan int)
		go func() {
			b, _ := os.ReadFile(pipe) //nolint:errcheck // then nothing was read
			read <- len(b)
		}()
		if err := write(pipe); err != nil {
			t.Fatal(err)
		}
		if n := <-read; n == 0 {
			t.Errorf("%s: nothing was written", name)
		}
		if at, err := os.Lstat(pipe); err != nil || at.Mode()&os.ModeNamedPipe == 0 {
			t.Errorf("%s: the pipe is gone: %v, %v", name, at, err)
		}
	}
}
