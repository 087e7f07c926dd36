package view

import (
	"fmt"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/gcexportdata"
)

// importer reads what packages export from files that the compiler has written.
type importer struct {
	files map[string]string // by import path
	set   *token.FileSet
	read  map[string]*types.Package
}

func newImporter(files map[string]string) *importer {
	return &importer{files: files, set: token.NewFileSet(), read: map[string]*types.Package{}}
}

// Import implements types.Importer.
func (i *importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i.read[path]; p != nil && p.Complete() {
		return p, nil
	}
	name := i.files[path]
	if name == "" {
		return nil, fmt.Errorf("%s has not been compiled", path)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it is only read
	//lint:ignore SA1019 up to Go 1.27 go list -export gives archives of the compiler
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, i.set, i.read, path)
}
