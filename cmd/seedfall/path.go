package main

import (
	"os"
	"path/filepath"
)

// shorten gives path relative to dir where that is shorter.
func shorten(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || len(rel) > len(path) {
		return path
	}
	return rel
}

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
