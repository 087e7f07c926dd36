package main

import (
	"os"
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

// shorter is a path relative to the working directory, where that is shorter.
func shorter(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if short := shorten(dir, abs); len(short) < len(path) {
		return short
	}
	return path
}
