// Package build turns the packages that a config names into WebAssembly
// modules, with the stock go command in the user's own module. It also finds out
// what the engine has to know about them: offsets inside the Go runtime of the
// toolchain in use, and the call sites of package sim.
package build

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/property"
)

// Request says what to build.
type Request struct {
	// Dir is the folder of the config file. Packages are resolved there as the
	// go command resolves its arguments. Empty is the current folder.
	Dir string
	// Packages are the programs, as the config names them: "./server" or
	// "example.com/x/cmd/y". Each names exactly one package. One may stand
	// there twice; it is built once.
	Packages []string
	// Tags are build tags, in addition to those in the user's GOFLAGS.
	Tags []string
	// CacheDir is the folder of the cache, ".seedfall/cache" beside the config;
	// made if it does not exist. A relative path starts at the process's
	// current folder. Empty turns the cache off.
	CacheDir string
	// Env is added to the environment of the go command, each "NAME=value".
	Env []string
	// Overlay is a file as the flag -overlay of go build takes it, whose files stand in
	// for those on disk and come before those of an -overlay in the user's GOFLAGS; ""
	// is none. What it leads to is part of Set.ID. Files that programs embed, or read when
	// they run, are not looked up in it.
	Overlay string
	// Built hears how far the go command is, from one goroutine at a time; nil is nobody.
	Built func(Built)
	// SignalOverlay replaces one file of os/signal in programs that import it,
	// so that signal.Notify does not spin (see overlay.go).
	SignalOverlay bool
}

// Set is what one Request gave: the programs of one simulated cluster. It is
// not to be changed. Close it when its CompiledDir is no longer needed.
type Set struct {
	// ID names everything that decides behaviour: the modules in the order of
	// their import paths, Go's version, the tags and the overlays. 32 hex digits.
	ID string
	// GoVersion is the toolchain's version as GOVERSION prints it: "go1.26.8".
	GoVersion string
	// Layout holds the offsets inside runtime structs of this toolchain.
	Layout Layout
	// Guests has one program for each of Request.Packages, in that order.
	Guests []Guest
	// Catalogue lists the calls of package sim, and of the Antithesis SDK's
	// package assert, in the packages that the guests are built from, by file,
	// line and column.
	Catalogue []property.Site
	// CompiledDir is a folder for wazero's compilation cache of this set's
	// code. What lies in it was sealed by SealCompiled and is unchanged since.
	// Empty when there is no cache.
	CompiledDir string
	// Warnings are sentences for the user about what was done without: a cache
	// that cannot be used, a flag that was left out. Usually none.
	Warnings []string

	entry *entry // in the cache; nil when there is none
}

// Guest is one program.
type Guest struct {
	// Package is the name in the request.
	Package string
	// ImportPath is the package's full path: "example.com/x/server".
	ImportPath string
	// Wasm is the module as Go's linker wrote it; guests of one package share it.
	Wasm []byte
	// SHA256 is the hash of Wasm, 64 hex digits.
	SHA256 string
}

// Guests builds the packages of r. A program that does not compile is a
// *CompileError; whatever else stops it is a plain error.
func Guests(ctx context.Context, r Request) (*Set, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	tc, err := findToolchain(ctx, r)
	if err != nil {
		return nil, err
	}
	unlay, err := tc.lay(r.Overlay)
	defer unlay()
	if err != nil {
		return nil, err
	}
	g, err := tc.list(ctx, r.Packages)
	if err != nil {
		return nil, err
	}
	if err := g.speaks(r.Dir); err != nil {
		return nil, err
	}
	j := job{request: r, toolchain: tc, graph: g, set: &Set{GoVersion: tc.version}}
	if r.CacheDir != "" {
		if j.store, err = openStore(r.CacheDir); err != nil {
			j.goUncached(err)
		}
	}
	set, err := j.run(ctx)
	var full *unwritable
	if j.store != nil && errors.As(err, &full) {
		j.goUncached(full.err)
		set, err = j.run(ctx)
	}
	return set, err
}

func (r *Request) check() error {
	if len(r.Packages) == 0 {
		return errors.New("build: no packages named")
	}
	if r.Dir == "" {
		r.Dir = "."
	}
	abs, err := filepath.Abs(r.Dir)
	if err != nil {
		return fmt.Errorf("build: folder %q: %w", r.Dir, err)
	}
	r.Dir = abs
	if r.CacheDir == "" {
		return nil
	}
	if r.CacheDir, err = filepath.Abs(r.CacheDir); err != nil {
		return fmt.Errorf("build: cache folder %q: %w", r.CacheDir, err)
	}
	return nil
}

// use makes e the set's place in the cache.
func (s *Set) use(e *entry) {
	s.ID, s.Layout, s.CompiledDir, s.entry = e.manifest.ID, e.manifest.Layout, e.compiledDir(), e
}

// Compiled notes that CompiledDir has the code of a guest now, by its import path, so
// that the next set in which the guest is the same need not compile it. It is to be
// called after each guest, before SealCompiled. Does nothing without a cache.
func (s *Set) Compiled(importPath string) error {
	if s.entry == nil {
		return nil
	}
	return s.entry.note(importPath)
}

// SealCompiled records the content of CompiledDir, to be called when wazero has
// written to it. Files that no seal vouches for are deleted when the set is
// opened the next time. Does nothing without a cache.
func (s *Set) SealCompiled() error {
	if s.entry == nil {
		return nil
	}
	if err := s.entry.seal(); err != nil {
		return fmt.Errorf("build: seal compiled code: %w", err)
	}
	return nil
}

// Close lets other processes delete the set from the cache. The set's fields
// stay valid, but CompiledDir may go.
func (s *Set) Close() error {
	if s.entry == nil {
		return nil
	}
	e := s.entry
	s.entry = nil
	return e.release()
}
