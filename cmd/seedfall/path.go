package main

import (
	"path/filepath"
	"strings"
)

// shorten gives path relative to dir where that is shorter.
func shorten(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || len(rel) > len(path) {
		return path
	}
	return rel
}

// base is the name of a config that messages use: the file without its ending.
func base(path string) string { return strings.TrimSuffix(filepath.Base(path), ".json") }
