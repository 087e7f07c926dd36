// Package view finds out what the go command knows about the programs of configs:
// which files they are built from, and what only types tell about the calls in
// them. Configs of one module, or of one workspace of modules, with the same tags
// share a view, so that the go command is asked once for all of them.
package view

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Programs are those of one config.
type Programs struct {
	// Dir is the folder of the config, Packages are the programs as it names them.
	Dir      string
	Packages []string
	// Tags are the build tags of the config.
	Tags []string
}

// View is a module, or the modules of a workspace, as they are built with some tags.
type View struct {
	// Root is the folder of go.work, or else that of go.mod, without symbolic links.
	Root string
	// Tags are those of the configs, sorted.
	Tags []string
	// GoFlags is the value of GOFLAGS without what the settings add.
	GoFlags string

	env      []string            // of the go command
	packages map[string]*Package // of modules, not of the standard library, by import path
}

// Package is a package of a module.
type Package struct {
	Path string
	// Dir is its folder, Files are its Go files for wasip1, with their folders.
	Dir   string
	Files []string
	// Imports are the paths of the packages that it imports.
	Imports []string

	trimmed string // its folder in a binary that is built with -trimpath
	version string // of Go, for its module: "1.26"
}

// ID tells views apart.
func (v *View) ID() string { return v.Root + "\n" + strings.Join(v.Tags, ",") }

// Packages are the packages of modules in the view, by import path.
func (v *View) Packages() []*Package {
	all := make([]*Package, 0, len(v.packages))
	for _, p := range v.packages {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	return all
}

// Has says whether a folder is that of a package of the view.
func (v *View) Has(dir string) bool {
	for _, p := range v.packages {
		if p.Dir == dir {
			return true
		}
	}
	return false
}

// place is where the go command works for a folder.
type place struct {
	root, goflags string
	err           error
}

// places asks the go command for the places of folders, once for all that have the
// same go.mod and go.work. At most limit commands run at once.
func places(ctx context.Context, b Build, dirs []string, limit int) map[string]*place {
	byFiles, of := map[string]*place{}, map[string]*place{}
	var ask []func()
	for _, dir := range dirs {
		key := above(dir, "go.mod") + "\n" + above(dir, "go.work")
		if byFiles[key] == nil {
			p := &place{}
			byFiles[key] = p
			ask = append(ask, func() { p.ask(ctx, b, dir) })
		}
		of[dir] = byFiles[key]
	}
	parallel(limit, ask)
	return of
}

// above is the folder at or above another that has a file; "" if there is none.
func above(dir, name string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			return ""
		}
	}
}

// errNoModule is what the go command says, and what to do.
var errNoModule = errors.New(`go: go.mod file not found in current directory or any parent directory; run "go mod init" in the programs' folder`)

// ask has the go command say where it works.
func (p *place) ask(ctx context.Context, b Build, dir string) {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOMOD", "GOWORK", "GOFLAGS", "GO111MODULE")
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), b.Env...)
	out, err := cmd.Output()
	if err != nil {
		p.err = said(err)
		return
	}
	var env struct{ GOMOD, GOWORK, GOFLAGS, GO111MODULE string }
	if err := json.Unmarshal(out, &env); err != nil {
		p.err = fmt.Errorf("go env -json: %w", err)
		return
	}
	p.goflags = env.GOFLAGS
	switch {
	case env.GOWORK != "" && env.GOWORK != "off":
		p.root = filepath.Dir(env.GOWORK)
	case env.GOMOD != "" && env.GOMOD != os.DevNull:
		p.root = filepath.Dir(env.GOMOD)
	case env.GO111MODULE == "off":
		p.root = dir
	default:
		p.err = errNoModule
	}
}

// said is an error of the go command in its own words, if it has some.
func said(err error) error {
	words := ""
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		words = string(exit.Stderr)
	} else {
		_, words, _ = strings.Cut(err.Error(), "stderr: ") // of go/packages
	}
	if words = strings.TrimSpace(words); words != "" {
		if strings.Contains(words, "GOTOOLCHAIN=local") {
			words += "; install that version, or have the go command download it by GOTOOLCHAIN=auto"
		}
		return errors.New(words)
	}
	return fmt.Errorf("the go command lists no packages: %w", err)
}

// parallel does things at the same time, at most limit of them.
func parallel(limit int, all []func()) {
	var wait sync.WaitGroup
	room := make(chan struct{}, max(1, limit))
	for _, f := range all {
		room <- struct{}{}
		wait.Go(func() {
			defer func() { <-room }()
			f()
		})
	}
	wait.Wait()
}
