package main

import (
	"os"
	"path/filepath"
	"strings"
)

// locator turns the names that -trimpath leaves in a binary back into files of
// the user's own module. The zero locator leaves every name as it is.
type locator struct {
	module string // path of the module
	root   string // its folder
	here   string // what shown names are relative to
}

// newLocator finds the module that the folder dir belongs to.
func newLocator(dir string) locator {
	at, err := filepath.Abs(dir)
	if err != nil {
		return locator{}
	}
	here, err := os.Getwd()
	if err != nil {
		return locator{}
	}
	for {
		if text, err := os.ReadFile(filepath.Join(at, "go.mod")); err == nil {
			return locator{modulePath(string(text)), at, here}
		}
		above := filepath.Dir(at)
		if above == at {
			return locator{}
		}
		at = above
	}
}

// modulePath reads the module directive of a go.mod; "" if it has none in the
// usual form.
func modulePath(text string) string {
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "module" {
			return strings.Trim(fields[1], `"`)
		}
	}
	return ""
}

// file shows a name as a path from here if it is a file of the module.
func (l locator) file(name string) string {
	rest, ok := strings.CutPrefix(name, l.module+"/")
	if l.module == "" || !ok {
		return name
	}
	path := filepath.Join(l.root, filepath.FromSlash(rest))
	if _, err := os.Stat(path); err != nil {
		return name
	}
	return shorten(l.here, path)
}
