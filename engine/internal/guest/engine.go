// Package guest compiles, boots, parks, preempts, watches, copies and kills the
// programs of a simulation. A guest that waits is plain data: linear memory,
// globals and the kernel's process. It is the only room besides wasi that knows
// the WebAssembly runtime.
package guest

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/internal/abi"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Engine holds what all guests of a process share: the runtime, the compiled
// code and the host's modules. Its methods may be called from several
// goroutines.
type Engine struct {
	runtime wazero.Runtime
	cache   wazero.CompilationCache
	lanes   lanes
	pool    pool
}

// NewEngine makes an engine that keeps compiled code in the folder dir, or in
// memory only if dir is "".
func NewEngine(ctx context.Context, dir string) (*Engine, error) {
	cache := wazero.NewCompilationCache()
	if dir != "" {
		var err error
		if cache, err = wazero.NewCompilationCacheWithDir(dir); err != nil {
			return nil, fmt.Errorf("cache of compiled code: %w", err)
		}
	}
	config := wazero.NewRuntimeConfigCompiler().WithCompilationCache(cache).WithDebugInfoEnabled(false)
	e := &Engine{runtime: wazero.NewRuntimeWithConfig(ctx, config), cache: cache}
	if err := wasi.Instantiate(ctx, e.runtime, processOf); err != nil {
		return nil, err
	}
	b := e.runtime.NewHostModuleBuilder(abi.Module)
	wasi.Own(b, processOf)
	for _, f := range calls {
		b.NewFunctionBuilder().WithGoModuleFunction(f.function(), f.params, f.results).Export(f.name)
	}
	if _, err := b.Instantiate(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// Close frees everything. No guest may be running.
func (e *Engine) Close(ctx context.Context) error {
	e.lanes.close()
	e.pool.close()
	err := e.runtime.Close(ctx)
	if err2 := e.cache.Close(ctx); err == nil {
		err = err2
	}
	return err
}

// callContext is the context of every call into an instance; host functions
// find the instance through it.
type callContext struct {
	context.Context
	inst *Instance
}

type instanceKey struct{}

func (c *callContext) Value(key any) any {
	if key == (instanceKey{}) {
		return c.inst
	}
	return c.Context.Value(key)
}

func instanceOf(ctx context.Context) *Instance {
	if c, ok := ctx.(*callContext); ok {
		return c.inst
	}
	return ctx.Value(instanceKey{}).(*Instance)
}

func processOf(ctx context.Context) *wasi.Process { return instanceOf(ctx).Proc }

// hostCall is one of our own functions that is no matter of descriptors.
type hostCall struct {
	name            string
	params, results []api.ValueType
	call            func(i *Instance, a []uint64)
}

func (f hostCall) function() api.GoModuleFunc {
	return func(ctx context.Context, _ api.Module, s []uint64) {
		for i, t := range f.params {
			if t == i32 {
				s[i] = uint64(uint32(s[i])) // the upper half of an i32 is undefined
			}
		}
		f.call(instanceOf(ctx), s)
	}
}
