package guest

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/internal/wasm"
	"github.com/seedfall/seedfall/internal/abi"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
)

// Layout is where package runtime of one toolchain keeps what preemption and
// histories need, in bytes from the start of the struct.
type Layout struct {
	StackGuard uint32 // stackguard0 in g
	M          uint32 // m in g
	GoID       uint32 // goid in g
	G0         uint32 // g0 in m
}

// Code is a compiled program. It does not change, and all nodes and seeds share
// it.
type Code struct {
	engine *Engine
	module wazero.CompiledModule
	image  wasm.Image
	layout Layout
	stacks *stacks

	antithesis bool // see Antithesis
}

// Options say how to compile.
type Options struct {
	Layout Layout
	// Loops counts loop heads like calls (preempt.loops).
	Loops bool
	// Workers is the number of goroutines that compile; 0 is one.
	Workers int
}

// Compile instruments and compiles a program. An error means that the program
// is no guest that we can run; it is meant for the user.
func (e *Engine) Compile(ctx context.Context, bytes []byte, o Options) (*Code, error) {
	m, err := wasm.Instrument(bytes, wasm.Options{Loops: o.Loops})
	if err != nil {
		return nil, err
	}
	for _, f := range m.Imports {
		if !provided(f.Module, f.Name) {
			return nil, fmt.Errorf("the program imports the function %s.%s, which seedfall does not provide: a //go:wasmimport of its own, or a sim package of another version", f.Module, f.Name)
		}
	}
	rest, image, err := wasm.TakeImage(m.Bytes)
	if err != nil {
		return nil, err
	}
	compiled, err := e.runtime.CompileModule(experimental.WithCompilationWorkers(ctx, max(1, o.Workers)), rest)
	if err != nil {
		return nil, fmt.Errorf("compiling: %w", err)
	}
	return &Code{engine: e, module: compiled, image: image, layout: o.Layout, stacks: newStacks(m, image), antithesis: knowsAntithesis(image)}, nil
}

func provided(module, name string) bool {
	if wasi.Imports(module, name) {
		return true
	}
	for _, f := range calls {
		if module == abi.Module && f.name == name {
			return true
		}
	}
	return false
}
