package lsp

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// With the setting run.unsaved a run is of the text that the editor has, saved or not.
// Its snapshot says so, and what it comes to is never taken for what the files on disk
// come to.

// ofBuffers begins the snapshots of runs for which some text was not saved. What
// follows is the snapshot that the files will have when they are saved as they are.
const ofBuffers = "unsaved "

// isUnsaved says whether a snapshot is of text that was not saved.
func isUnsaved(snapshot string) bool { return strings.HasPrefix(snapshot, ofBuffers) }

// sameText says whether two snapshots are of the same text, saved or not.
func sameText(a, b string) bool {
	return strings.TrimPrefix(a, ofBuffers) == strings.TrimPrefix(b, ofBuffers)
}

// badge tells of results what they are of, behind what they are.
func badge(snapshot string, outdated bool) string {
	switch unsaved := isUnsaved(snapshot); {
	case unsaved && outdated:
		return " (unsaved, outdated)"
	case unsaved:
		return " (unsaved)"
	case outdated:
		return " (outdated)"
	}
	return ""
}

// buffers are the Go files whose text in the editor takes the place of that on disk
// when programs of a scenario are built, by path: none unless the settings want it. A
// file that the disk does not have counts if it lies in a package of the programs. mu
// is held.
func (s *server) buffers(c *scenario) (all []*document) {
	if !s.settingsOf(c).unsaved {
		return nil
	}
	for _, d := range s.docs {
		if on, ok := c.sums[d.path]; d.isGo() && (ok && on != d.sum || !ok && s.isNew(c, d.path)) {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *document) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.uri, b.uri)) })
	return slices.CompactFunc(all, func(a, b *document) bool { return a.path == b.path })
}

// isNew says whether a file is not on disk, and would be one of a scenario's programs
// if it were. mu is held.
func (s *server) isNew(c *scenario, path string) bool {
	if strings.HasSuffix(path, "_test.go") {
		return false
	}
	for file, name := range c.files {
		if filepath.Dir(file) == filepath.Dir(path) && !strings.Contains(name, "@") {
			_, err := os.Stat(path)
			return os.IsNotExist(err)
		}
	}
	return false
}

// now is the snapshot of a run that begins now. mu is held.
func (s *server) now(c *scenario) string {
	buffers := s.buffers(c)
	if len(buffers) == 0 {
		return c.snapshot
	}
	sums := maps.Clone(c.sums)
	for _, d := range buffers {
		sums[d.path] = d.sum
	}
	return ofBuffers + snapshotOf(sums)
}

// snapshotOf identifies files with their contents.
func snapshotOf(sums map[string]sum) string {
	all := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(all, "%q %x\n", path, sums[path])
	}
	return hex.EncodeToString(all.Sum(nil)[:16])
}

// unseen says whether the editor has text of a scenario's files that a run would not
// see: that of configs and of go.mod never is. mu is held.
func (s *server) unseen(c *scenario) bool {
	seen := s.buffers(c)
	for _, d := range s.docs {
		if on, ok := c.sums[d.path]; ok && on != d.sum && !slices.Contains(seen, d) {
			return true
		}
	}
	return false
}

// since says that a failure is of text that was not saved and is not what there is now;
// "" otherwise. mu is held.
func (s *server) since(c *scenario, f *failing) string {
	if !isUnsaved(f.snapshot) || sameText(f.snapshot, s.now(c)) && !s.unseen(c) {
		return ""
	}
	return fmt.Sprintf("seed %d failed in text that was not saved and has changed since: what runs now is the text as it is now", f.Seed)
}

// unsavedNow says of which scenario what is shown is of text that is not saved; "" if
// there is none. mu is held.
func (s *server) unsavedNow() string {
	for _, c := range s.scenarios {
		r := &c.results
		if r.job != nil && isUnsaved(r.job.snapshot) || isUnsaved(r.snapshot) && !r.outdated {
			return "unsaved: what is shown of " + s.name(c) + " is of text that is not saved"
		}
	}
	return ""
}

// stand gives a scenario the results that a run of a snapshot adds to: those of text that
// is not saved begin with what is known, and are forgotten when the files on disk run
// again, but for failures that these may still have. mu is held.
func (c *scenario) stand(snapshot string) {
	switch unsaved := isUnsaved(snapshot); {
	case unsaved && c.saved == nil:
		saved := c.results
		c.saved = &saved
		c.results.failures = nil
		for _, f := range saved.failures {
			own := *f
			c.results.failures = append(c.results.failures, &own)
		}
	case !unsaved && c.saved != nil:
		found := c.results.failures
		c.restore()
		for _, f := range found {
			if isUnsaved(f.snapshot) && c.results.failing(f.Fingerprint) == nil {
				c.results.failures = append(c.results.failures, f)
			}
		}
	}
}

// restore gives a scenario the results of the files on disk. mu is held.
func (c *scenario) restore() {
	run := c.results.run
	c.results, c.saved = *c.saved, nil
	c.results.run = run
}
