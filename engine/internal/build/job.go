package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/seedfall/seedfall/engine/property"
)

// job is one build under way.
type job struct {
	request   Request
	toolchain *toolchain
	graph     *graph
	store     *store // nil without a cache
	set       *Set
}

// unwritable is a cache folder that cannot be used; the job is done again
// without it.
type unwritable struct{ err error }

func (e *unwritable) Error() string { return "build: " + e.err.Error() }

func (e *unwritable) Unwrap() error { return e.err }

// goUncached notes that this build has no cache, and why.
func (j *job) goUncached(err error) {
	j.store = nil
	j.set.Warnings = append(j.set.Warnings, fmt.Sprintf("the cache %s cannot be used, so every run compiles again: %v",
		j.request.CacheDir, err))
}

// run builds in a scratch folder that begins with the modules of the last set
// of the same request: the go command compares them with the sources, and links
// again only what has changed.
func (j *job) run(ctx context.Context) (*Set, error) {
	scratch, err := j.newScratch()
	if err != nil {
		return nil, err
	}
	defer scratch.remove()
	last := j.last()
	set, err := j.build(ctx, scratch, last)
	if last != nil && (set == nil || set.entry != last) {
		last.release()
	}
	return set, err
}

func (j *job) newScratch() (*scratch, error) {
	if j.store == nil {
		dir, err := os.MkdirTemp("", "seedfall-build-")
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		return &scratch{dir: dir}, nil
	}
	s, err := j.store.newScratch()
	if err != nil {
		return nil, &unwritable{err}
	}
	return s, nil
}

// last is the newest intact set of the same request, in use by us; or nil.
func (j *job) last() *entry {
	if j.store == nil {
		return nil
	}
	return j.store.newest(j.requestKey())
}

// requestKey groups the sets that one request gives while its sources change.
func (j *job) requestKey() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%q\n%s\n", j.toolchain.version, j.toolchain.tags, j.overlay())
	for _, p := range j.graph.programs() {
		fmt.Fprintf(h, "%s\n", p.ImportPath)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func (j *job) overlay() string {
	return overlayVersion(j.request.SignalOverlay && j.graph.needsOverlay())
}

func (j *job) build(ctx context.Context, scratch *scratch, last *entry) (*Set, error) {
	catalogued := make(chan []property.Site, 1)
	go func() { catalogued <- catalogue(j.graph) }()
	programs, err := j.compile(ctx, scratch, last)
	set := j.set
	set.Catalogue = <-catalogued
	if err != nil {
		return nil, err
	}
	j.fill(programs)
	if warning := j.graph.sdkSilent(j.toolchain.tags); warning != "" {
		set.Warnings = append(set.Warnings, warning)
	}
	m := manifest{Request: j.requestKey(), Go: j.toolchain.version}
	m.addPrograms(programs)
	m.ID = j.id(m.Guests)
	if last != nil && last.manifest.ID == m.ID {
		set.use(last)
		return set, nil
	}
	if m.LayoutOf, m.Layout, err = j.layout(); err != nil {
		return nil, err
	}
	set.ID, set.Layout = m.ID, m.Layout
	if j.store == nil {
		return set, nil
	}
	e, err := j.store.install(m, programs)
	if err != nil {
		j.goUncached(err)
		return set, nil
	}
	if last != nil {
		e.inherit(last)
	}
	set.use(e)
	return set, nil
}

// id names all that decides how the programs behave.
func (j *job) id(guests []stored) string {
	h := sha256.New()
	fmt.Fprintf(h, "seedfall set %d\n%s\n%q\n%s\n", schema, j.toolchain.version, j.toolchain.tags, j.overlay())
	if j.toolchain.laid != "" {
		fmt.Fprintf(h, "over %s\n", j.toolchain.laid)
	}
	for _, g := range guests {
		fmt.Fprintf(h, "%s %s\n", g.Package, g.SHA256)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// fill puts the programs into the set in the order of the request.
func (j *job) fill(programs []program) {
	for i, name := range j.request.Packages {
		path := j.graph.mains[i].ImportPath
		for _, p := range programs {
			if p.ImportPath == path {
				j.set.Guests = append(j.set.Guests, Guest{name, path, p.wasm, p.sha256})
			}
		}
	}
}
