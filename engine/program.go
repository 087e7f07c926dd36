// Package engine is seedfall as a library: prepare a program from a config, run
// a seed, sweep many, and compare. An error means that a run could not take
// place; a bug that a run found is Result.Failure.
package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/build"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/judge"
	"github.com/seedfall/seedfall/engine/internal/model"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/property"
)

// CompileError is a program that Go cannot compile for wasip1; its text holds
// Go's own messages.
type CompileError = build.CompileError

// PrepareOptions say how to prepare a program. The zero value is right for most.
type PrepareOptions struct {
	// CacheDir keeps built and compiled code between processes. "" is
	// .seedfall/cache beside the config; "none" keeps nothing.
	CacheDir string
	// Env is added to the environment of the go command, as NAME=value.
	Env []string
	// Overlay is a file as the flag -overlay of go build takes it, for programs that are
	// built from other text than the disk has; "" is none. Program.ID covers the
	// contents.
	Overlay string
	// Workers is how many goroutines compile; 0 is one.
	Workers int
	// Models judge the calls of histories, by name, in place of what the config
	// says of them: check.Linearizable of a check.Model of yours, for one. A String
	// method of a checker is its name in failures. Program.ID does not cover them.
	Models map[string]check.Checker
	// Progress hears what is being done, for a person who waits; nil is
	// nobody.
	Progress func(string)
	// Preparing hears how far that is, from one goroutine at a time; nil is nobody.
	Preparing func(Preparing)
}

// NoCache as PrepareOptions.CacheDir keeps nothing on disk.
const NoCache = "none"

// Program is a config whose nodes are built, compiled and ready. Its methods
// may be called from several goroutines.
type Program struct {
	Config *config.Config
	// ID identifies config, code, toolchain and the engine's Revision: 32 hexadecimal digits.
	ID string
	// GoVersion is the toolchain that built the nodes, such as "go1.26.8".
	GoVersion string
	// Catalogue are the checks in the sources of the nodes, by file and line:
	// calls of package sim, and of the Antithesis SDK.
	Catalogue []property.Site
	// Warnings are sentences for the user, such as that the cache cannot be used.
	Warnings []string

	judge  *judge.Judge
	set    *build.Set
	engine *guest.Engine
	code   []*guest.Code          // of each of Config.Guests
	models map[string]*model.Code // of each history that the config has a program for
}

// Prepare builds and compiles the nodes of a config. The error is a
// *CompileError if the go command refuses one.
func Prepare(ctx context.Context, c *config.Config, o PrepareOptions) (*Program, error) {
	say := o.Progress
	if say == nil {
		say = func(string) {}
	}
	say("building")
	set, err := build.Guests(ctx, request(c, o))
	if err != nil {
		return nil, err
	}
	p := &Program{Config: c, GoVersion: set.GoVersion, Catalogue: set.Catalogue, Warnings: set.Warnings, set: set}
	if p.ID, err = identify(c, set, Revision); err == nil {
		say("compiling")
		err = p.compile(ctx, o)
	}
	if err != nil {
		p.Close() //nolint:errcheck // the first error counts
		return nil, err
	}
	p.judge = judge.New(c, p.checkers(o.Models), wasi.Epoch)
	return p, nil
}

func request(c *config.Config, o PrepareOptions) build.Request {
	r := build.Request{Dir: c.Dir(), Tags: c.Tags, CacheDir: o.CacheDir, Env: o.Env, Overlay: o.Overlay, SignalOverlay: true, Built: o.built()}
	for _, g := range c.Guests() {
		r.Packages = append(r.Packages, g.Package)
	}
	for _, h := range modelled(c) {
		r.Packages = append(r.Packages, h.Package)
	}
	switch o.CacheDir {
	case NoCache:
		r.CacheDir = ""
	case "":
		r.CacheDir = filepath.Join(StateDir(c), "cache")
	}
	return r
}

// StateDir is the folder in which seedfall keeps what it knows about a config:
// .seedfall beside it.
func StateDir(c *config.Config) string { return filepath.Join(c.Dir(), ".seedfall") }

// Revision is how often a release has given old seeds other traces: what CHANGELOG.md
// has under Seeds. It is raised once for a release that has something there, so that
// what an engine before it has recorded counts as recorded with another program, and
// operations are found by their anchors.
const Revision = 0

// identify hashes what decides the behaviour of a run besides its seed.
func identify(c *config.Config, set *build.Set, revision int) (string, error) {
	b, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("identifying the program: %w", err)
	}
	of := set.ID + "\n"
	if revision > 0 { // without it what was recorded before there was one
		of += fmt.Sprintf("revision %d\n", revision)
	}
	sum := sha256.Sum256(append([]byte(of), b...))
	return hex.EncodeToString(sum[:16]), nil
}

// compile compiles the guests, with the cache of compiled code if there is one.
// A cache that cannot be written, on a disk that is full for instance, is done
// without.
func (p *Program) compile(ctx context.Context, o PrepareOptions) error {
	err := p.compileIn(ctx, p.set.CompiledDir, o)
	if err != nil && p.set.CompiledDir != "" && ctx.Err() == nil {
		cached := err
		if err = p.compileIn(ctx, "", o); err == nil {
			p.Warnings = append(p.Warnings, fmt.Sprintf("compiled code is not kept for next time: %v", cached))
		}
		return err
	}
	if err == nil {
		if e := p.set.SealCompiled(); e != nil {
			p.Warnings = append(p.Warnings, fmt.Sprintf("compiled code is not kept for next time: %v", e))
		}
	}
	return err
}

// compileIn makes an engine that keeps compiled code in dir, and compiles each
// program once.
func (p *Program) compileIn(ctx context.Context, dir string, o PrepareOptions) error {
	if p.engine != nil {
		p.engine.Close(ctx) //nolint:errcheck // it has only failed
	}
	var err error
	if p.engine, err = guest.NewEngine(ctx, dir); err != nil {
		p.engine = nil
		return err
	}
	options := guest.Options{Layout: layout(p.set), Loops: p.Config.Preempt.Loops, Workers: o.Workers}
	if err := p.engine.Trust(ctx, p.set.GoVersion, selfCheck(p.set, o), options); err != nil {
		return err
	}
	nodes := len(p.Config.Guests())
	count := newCompiling(o.Preparing, p.set.Guests[:nodes], p.set.Guests[nodes:])
	if p.code, err = p.compileAll(ctx, p.set.Guests[:nodes], options, count); err != nil {
		return err
	}
	return p.compileModels(ctx, p.set.Guests[nodes:], options, count)
}

// compileAll compiles programs, each once.
func (p *Program) compileAll(ctx context.Context, guests []build.Guest, o guest.Options, count *compiling) (all []*guest.Code, err error) {
	done := map[string]*guest.Code{}
	for _, g := range guests {
		code := done[g.ImportPath]
		if code == nil {
			if code, err = p.engine.Compile(ctx, g.Wasm, o); err != nil {
				return nil, fmt.Errorf("%s: %w", g.Package, err)
			}
			if err := p.set.Compiled(g.ImportPath); err != nil {
				return nil, err
			}
			done[g.ImportPath] = code
			count.add(&g)
		}
		all = append(all, code)
	}
	return all, nil
}

func layout(s *build.Set) guest.Layout {
	return guest.Layout{StackGuard: s.Layout.G.StackGuard0, M: s.Layout.G.M, GoID: s.Layout.G.GoID, G0: s.Layout.M.G0}
}

// Close frees the compiled code. No run may be going on.
func (p *Program) Close() error {
	var err error
	if p.engine != nil {
		err = p.engine.Close(context.Background())
	}
	if e := p.set.Close(); err == nil {
		err = e
	}
	return err
}
