package view

import (
	"go/build"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// unwritten are the files of an overlay that would be built with a package if they were
// on disk, as a new file is while nobody has saved it.
func (v *View) unwritten(p *Package, overlay map[string]string) (all []string) {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled, c.BuildTags = "wasip1", "wasm", false, v.Tags
	for _, name := range slices.Sorted(maps.Keys(overlay)) {
		if filepath.Dir(name) != p.Dir || strings.HasSuffix(name, "_test.go") || slices.Contains(p.Files, name) {
			continue
		}
		if _, err := os.Lstat(name); !os.IsNotExist(err) {
			continue // the go command knew of it, and left it out
		}
		c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(overlay[name])), nil }
		if built, err := c.MatchFile(p.Dir, filepath.Base(name)); err == nil && built {
			all = append(all, name)
		}
	}
	return all
}
