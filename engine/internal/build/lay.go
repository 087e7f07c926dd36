package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// lay puts the overlay of a request over the user's own one. What it gives removes the
// file that this may need, and is to be called when the build has ended, also after an
// error.
func (tc *toolchain) lay(overlay string) (undo func(), err error) {
	undo = func() {}
	if overlay == "" {
		return undo, nil
	}
	over, err := tc.replacements(overlay)
	if err != nil {
		return undo, fmt.Errorf("build: the overlay of unsaved files: %w", err)
	}
	if tc.laid, err = hashOf(over); err != nil {
		return undo, fmt.Errorf("build: the overlay of unsaved files: %w", err)
	}
	if tc.overlay == "" {
		tc.overlay, tc.replaced = overlay, over
		return undo, nil
	}
	folder, err := os.MkdirTemp("", "seedfall-overlay-")
	if err != nil {
		return undo, fmt.Errorf("build: %w", err)
	}
	undo = func() { os.RemoveAll(folder) }
	maps.Copy(tc.replaced, over)
	tc.overlay = filepath.Join(folder, "overlay.json")
	if err := writeReplacements(tc.overlay, tc.replaced); err != nil {
		return undo, fmt.Errorf("build: %w", err)
	}
	return undo, nil
}

// hashOf is of what an overlay replaces, and with which contents.
func hashOf(replaced map[string]string) (string, error) {
	h := sha256.New()
	for _, from := range slices.Sorted(maps.Keys(replaced)) {
		var content []byte
		if to := replaced[from]; to != "" {
			var err error
			if content, err = os.ReadFile(to); err != nil {
				return "", err
			}
		}
		fmt.Fprintf(h, "%q %v %x\n", from, replaced[from] != "", sha256.Sum256(content))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// original puts the names of the files on disk into a text of the go command, in place
// of those of the overlay. It shortens them as the go command does.
func (tc *toolchain) original(text string) string {
	if tc.laid == "" {
		return text
	}
	names := map[string]string{} // of the file on disk, by that of the overlay
	for _, from := range slices.Sorted(maps.Keys(tc.replaced)) {
		to, name := tc.replaced[from], tc.short(from)
		if to != "" && (names[to] == "" || len(name) < len(names[to])) {
			names[to] = name
		}
	}
	for _, to := range slices.Sorted(maps.Keys(names)) {
		for _, written := range []string{to, tc.short(to)} {
			text = strings.ReplaceAll(text, written+":", names[to]+":")
		}
	}
	return text
}

// short is a path from the folder of the go command if that is shorter.
func (tc *toolchain) short(path string) string {
	if rel, err := filepath.Rel(tc.dir, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}
