package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/seedfall/seedfall/lsp/internal/lock"
	"github.com/seedfall/seedfall/lsp/internal/view"
)

// overlay is text that a run is of and the disk does not have: a private folder with
// its files, as long as the job goes on.
type overlay struct {
	dir  string
	lock *lock.Lock
}

// The names of an overlay's folders, in the cache beside a config, and in them.
const (
	overlayFolder = "unsaved-"
	elsewhere     = "seedfall-unsaved-" // in the system's folder for such files
	overlayFile   = "overlay.json"
	overlayLock   = "lock"
)

// newOverlay writes the text of documents, in a cache that nobody can write to in a
// folder elsewhere.
func newOverlay(cache string, all []*document) (*overlay, error) {
	dir, err := "", os.MkdirAll(cache, 0o755)
	if err == nil {
		dir, err = os.MkdirTemp(cache, overlayFolder)
	}
	if err != nil {
		if dir, err = os.MkdirTemp("", elsewhere); err != nil {
			return nil, err
		}
	}
	o := &overlay{dir: dir}
	if o.lock, err = lock.Try(filepath.Join(dir, overlayLock)); err == nil {
		err = o.write(all)
	}
	if err != nil {
		o.remove()
		return nil, err
	}
	return o, nil
}

// file is what go build is given with -overlay.
func (o *overlay) file() string { return filepath.Join(o.dir, overlayFile) }

func (o *overlay) write(all []*document) error {
	replace := map[string]string{}
	for i, d := range all {
		to := filepath.Join(o.dir, fmt.Sprintf("%d-%s", i, filepath.Base(d.path)))
		if err := os.WriteFile(to, []byte(d.text.Text()), 0o600); err != nil {
			return err
		}
		replace[d.path], replace[view.Real(d.path)] = to, to // the go command may know it by either name
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(o.file(), b, 0o600)
}

// remove deletes the folder.
func (o *overlay) remove() {
	if o.lock != nil {
		o.lock.Close() //nolint:errcheck // nobody waits for it
	}
	os.RemoveAll(o.dir) //nolint:errcheck // removeLeft does it later
}

// fresh is how old an overlay is at least that is taken for one of a server which was
// killed, in real time: a new one is locked soon after it is made.
const fresh = time.Minute

// removeLeft deletes the overlays of servers that have been killed, in a cache and where
// those are that could not be there.
func removeLeft(cache string) {
	var all []string
	for _, begin := range []string{filepath.Join(cache, overlayFolder), filepath.Join(os.TempDir(), elsewhere)} {
		found, _ := filepath.Glob(begin + "*") // fails for a name that is no pattern
		all = append(all, found...)
	}
	for _, dir := range all {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < fresh {
			continue
		}
		if l, err := lock.Try(filepath.Join(dir, overlayLock)); err == nil {
			(&overlay{dir, l}).remove()
		}
	}
}

// cacheBeside is the cache beside a config.
func cacheBeside(c *scenario) string { return filepath.Join(homeOf(c), "cache") }

// lay gives a job the text of documents that it is of besides the files on disk.
func (s *server) lay(j *job, all []*document) error {
	o, err := newOverlay(cacheBeside(j.scenario), all)
	if err != nil {
		return fmt.Errorf("text that is not saved cannot be handed on: %w", err)
	}
	j.overlay, j.Overlay = o, o.file()
	return nil
}

// unlay takes it away when the job has ended.
func (j *job) unlay() {
	if j.overlay != nil {
		j.overlay.remove()
		j.overlay, j.Overlay = nil, ""
	}
}
