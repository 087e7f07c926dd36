package wasm

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// guest builds testdata/guest once per process.
func guest(t testing.TB) []byte {
	t.Helper()
	mod, err := buildGuest()
	if err != nil {
		t.Fatal(err)
	}
	return mod
}

var buildGuest = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "seedfall-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "guest.wasm")
	cmd := exec.Command("go", "build", "-o", file, "./testdata/guest")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return nil, err
	}
	return os.ReadFile(file)
})

type process struct {
	ticks, watches int
	out            bytes.Buffer
}

type processKey struct{}

func newRuntime(ctx context.Context, t testing.TB) wazero.Runtime {
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler())
	t.Cleanup(func() { r.Close(ctx) })
	wasi := r.NewHostModuleBuilder("wasi_snapshot_preview1")
	wasi_snapshot_preview1.NewFunctionExporter().ExportFunctions(wasi)
	if _, err := wasi.Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	b := r.NewHostModuleBuilder(HostModule)
	b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, m api.Module, _ []uint64) {
		p := ctx.Value(processKey{}).(*process)
		p.ticks++
		m.ExportedGlobal(ExportCounter).(api.MutableGlobal).Set(InitialCount)
	}), nil, nil).Export(TickImport)
	b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, m api.Module, _ []uint64) {
		ctx.Value(processKey{}).(*process).watches++
	}), nil, nil).Export(WatchImport)
	if _, err := b.Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	return r
}
