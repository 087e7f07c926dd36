package engine

import "github.com/seedfall/seedfall/engine/internal/build"

// Stage is a stage of Prepare.
type Stage string

// The stages, in their order.
const (
	Building  Stage = "building"  // the go command compiles packages
	Compiling Stage = "compiling" // programs become code of this machine
)

// Preparing is how far a stage of Prepare is. It never goes back.
type Preparing struct {
	Stage Stage
	// Done of Of are packages while the stage is Building, and programs in Compiling.
	// What was done before, and is kept in a cache, counts as done once it is known to
	// be there.
	Done, Of int
	// Work of Total are the size of these: files of packages, bytes of programs.
	Work, Total int
}

// built hears of packages.
func (o *PrepareOptions) built() func(build.Built) {
	if o.Preparing == nil {
		return nil
	}
	return func(b build.Built) {
		o.Preparing(Preparing{Stage: Building, Done: b.Packages, Of: b.Of, Work: b.Files, Total: b.OfFiles})
	}
}

// compiling counts programs that are compiled.
type compiling struct {
	hear func(Preparing)
	so   Preparing
}

// newCompiling counts those of a set, each once for the nodes and once for the models.
func newCompiling(hear func(Preparing), lists ...[]build.Guest) *compiling {
	c := &compiling{hear: hear, so: Preparing{Stage: Compiling}}
	for _, guests := range lists {
		seen := map[string]bool{}
		for _, g := range guests {
			if !seen[g.ImportPath] {
				seen[g.ImportPath] = true
				c.so.Of++
				c.so.Total += len(g.Wasm)
			}
		}
	}
	c.tell()
	return c
}

// add takes that a program is compiled.
func (c *compiling) add(g *build.Guest) {
	c.so.Done++
	c.so.Work += len(g.Wasm)
	c.tell()
}

func (c *compiling) tell() {
	if c.hear != nil {
		c.hear(c.so)
	}
}
