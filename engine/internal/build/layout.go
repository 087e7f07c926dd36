package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
)

// Layout holds offsets of fields, in bytes, as the compiler lays the structs out
// for wasm. They differ among Go releases.
type Layout struct {
	G GLayout `json:"g"`
	M MLayout `json:"m"`
}

// GLayout is the runtime's struct of a goroutine.
type GLayout struct {
	StackGuard0 uint32 `json:"stackguard0"` // g.stackguard0, a uintptr
	M           uint32 `json:"m"`           // g.m, the *m that runs it
	GoID        uint32 `json:"goid"`        // g.goid, a uint64
}

// MLayout is the runtime's struct of a thread.
type MLayout struct {
	G0 uint32 `json:"g0"` // m.g0, the *g of the scheduler's stack
}

// structsFile defines g and m; its content and Go's version decide the layout.
const structsFile = "runtime2.go"

// layout returns the layout and the hash of what it was computed from, taken
// from a cached set of the same toolchain if there is one.
func (j *job) layout() (of string, l Layout, err error) {
	runtime := j.graph.packages["runtime"]
	if runtime == nil {
		return "", l, fmt.Errorf("build: the programs do not use package runtime")
	}
	source, err := os.ReadFile(filepath.Join(runtime.Dir, structsFile))
	if err != nil {
		return "", l, fmt.Errorf("build: layout of the Go runtime of %s: %w", j.toolchain.version, err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s", j.toolchain.version, source)
	of = hex.EncodeToString(h.Sum(nil))
	if j.store != nil {
		if l, ok := j.store.knownLayout(of); ok {
			return of, l, nil
		}
	}
	if l, err = computeLayout(j.graph); err != nil {
		return "", l, fmt.Errorf("build: layout of the Go runtime of %s: %w", j.toolchain.version, err)
	}
	return of, l, nil
}

// knownLayout looks for a set whose layout came from the same sources.
func (s *store) knownLayout(of string) (l Layout, ok bool) {
	for _, id := range s.byUse() {
		e := entry{dir: filepath.Join(s.sets(), id)}
		if e.readManifest() == nil && e.manifest.LayoutOf == of {
			return e.manifest.Layout, true
		}
	}
	return l, false
}

// computeLayout type-checks package runtime from its sources.
func computeLayout(g *graph) (l Layout, err error) {
	c := newChecker(g, func(*pkg) bool { return true })
	scope := c.declarations(g.packages["runtime"]).Scope()
	if l.G.StackGuard0, err = offset(scope, "g", "stackguard0"); err != nil {
		return Layout{}, err
	}
	if l.G.M, err = offset(scope, "g", "m"); err != nil {
		return Layout{}, err
	}
	if l.G.GoID, err = offset(scope, "g", "goid"); err != nil {
		return Layout{}, err
	}
	if l.M.G0, err = offset(scope, "m", "g0"); err != nil {
		return Layout{}, err
	}
	return l, nil
}

// offset finds a field and insists that all fields before it are understood.
func offset(scope *types.Scope, typeName, fieldName string) (uint32, error) {
	name, _ := scope.Lookup(typeName).(*types.TypeName)
	if name == nil {
		return 0, fmt.Errorf("there is no type %s", typeName)
	}
	s, _ := name.Type().Underlying().(*types.Struct)
	if s == nil {
		return 0, fmt.Errorf("type %s is no struct", typeName)
	}
	var fields []*types.Var
	for f := range s.Fields() {
		if !understood(f.Type(), map[types.Type]bool{}) {
			return 0, fmt.Errorf("the type of %s.%s is not understood", typeName, f.Name())
		}
		fields = append(fields, f)
		if f.Name() == fieldName {
			offsets := types.SizesFor("gc", "wasm").Offsetsof(fields)
			return uint32(offsets[len(offsets)-1]), nil
		}
	}
	return 0, fmt.Errorf("struct %s has no field %s", typeName, fieldName)
}

// understood says that the size of a type is known. What a pointer points to
// does not matter.
func understood(t types.Type, above map[types.Type]bool) bool {
	if above[t] {
		return true
	}
	above[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.Invalid
	case *types.Array:
		return u.Len() >= 0 && understood(u.Elem(), above)
	case *types.Struct:
		for f := range u.Fields() {
			if !understood(f.Type(), above) {
				return false
			}
		}
	}
	return true
}
