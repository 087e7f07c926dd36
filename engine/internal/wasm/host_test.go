package wasm

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// guest builds testdata/guest, once per process.
func guest(t testing.TB) []byte {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and compiles a Go program")
	}
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
		return nil, errors.New(string(out))
	}
	return os.ReadFile(file)
})

// process is what the host knows of one run.
type process struct {
	args  []string
	slice uint32 // counted calls between two ticks
	park  string // the import that parks the module on each first call
	panic string // the import of HostModule that panics when it has been called a few times, or proc_exit

	out            bytes.Buffer
	ticks, watches int
	clock          int64
	random         uint64
	parked, resume bool
	parks          int
}

type processKey struct{}

func processOf(ctx context.Context) *process { return ctx.Value(processKey{}).(*process) }

// machine has the rewritten guest ready to run.
type machine struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
	module  *Module
}

// machines are compiled once per process: one without and one with
// Options.Loops.
var machines = [2]func() (*machine, error){
	sync.OnceValues(func() (*machine, error) { return newMachine(Options{}) }),
	sync.OnceValues(func() (*machine, error) { return newMachine(Options{Loops: true}) }),
}

// bothModes runs a test without and with Options.Loops.
func bothModes(t *testing.T, test func(t *testing.T, m *machine)) {
	guest(t)
	for i, name := range []string{"calls", "loops"} {
		t.Run(name, func(t *testing.T) {
			m, err := machines[i]()
			if err != nil {
				t.Fatal(err)
			}
			test(t, m)
		})
	}
}

func newMachine(o Options) (*machine, error) {
	mod, err := buildGuest()
	if err != nil {
		return nil, err
	}
	m, err := Instrument(mod, o)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	r, err := newRuntime(ctx)
	if err != nil {
		return nil, err
	}
	code, err := r.CompileModule(experimental.WithCompilationWorkers(ctx, 2), m.Bytes)
	return &machine{r, code, m}, err
}

// newRuntime has all that guests import. Clock, random numbers and polling are
// the process's own, the rest is wazero's.
func newRuntime(ctx context.Context) (wazero.Runtime, error) {
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler())
	wasi := r.NewHostModuleBuilder(modulePoll)
	wasi_snapshot_preview1.NewFunctionExporter().ExportFunctions(wasi)
	i32, i64 := api.ValueTypeI32, api.ValueTypeI64
	for _, f := range []struct {
		name   string
		params []api.ValueType
		call   func(*process, api.Module, []uint64)
	}{
		{"clock_time_get", []api.ValueType{i32, i64, i32}, clockTimeGet},
		{"random_get", []api.ValueType{i32, i32}, randomGet},
		{"poll_oneoff", []api.ValueType{i32, i32, i32, i32}, pollOneoff},
		{"fd_write", []api.ValueType{i32, i32, i32, i32}, fdWrite},
	} {
		wasi.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, m api.Module, s []uint64) {
			p := processOf(ctx)
			if p.mustPark(f.name, m) {
				s[0] = 0
				return
			}
			f.call(p, m, s)
		}), f.params, []api.ValueType{i32}).Export(f.name)
	}
	wasi.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, m api.Module, s []uint64) {
		if processOf(ctx).panic == "proc_exit" {
			panic(errEnough)
		}
		panic(sys.NewExitError(uint32(s[0])))
	}), []api.ValueType{i32}, nil).Export("proc_exit")
	if _, err := wasi.Instantiate(ctx); err != nil {
		return nil, err
	}
	host := r.NewHostModuleBuilder(HostModule)
	host.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, m api.Module, _ []uint64) {
		p := processOf(ctx)
		p.ticks++
		p.called(TickImport, p.ticks)
		m.ExportedGlobal(ExportCounter).(api.MutableGlobal).Set(uint64(p.slice))
	}), nil, nil).Export(TickImport)
	host.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, m api.Module, _ []uint64) {
		p := processOf(ctx)
		p.watches++
		p.called(WatchImport, p.watches)
	}), nil, nil).Export(WatchImport)
	_, err := host.Instantiate(ctx)
	return r, err
}

// errEnough is what a run ends with when the host has been called enough.
var errEnough = errors.New("called often enough")

func (p *process) called(name string, times int) {
	if p.panic == name && times == 5 {
		panic(errEnough)
	}
}

// mustPark parks the module on the first call of the import p.park, and lets
// the second one through.
func (p *process) mustPark(name string, m api.Module) bool {
	if p.park != name {
		return false
	}
	if p.resume {
		p.resume = false
		return false
	}
	m.ExportedGlobal(ExportPause).(api.MutableGlobal).Set(1)
	p.parked, p.resume = true, true
	p.parks++
	return true
}

func clockTimeGet(p *process, m api.Module, s []uint64) {
	p.clock++
	m.Memory().WriteUint64Le(uint32(s[2]), uint64(p.clock+1_000_000_000))
	s[0] = 0
}

func randomGet(p *process, m api.Module, s []uint64) {
	buf, _ := m.Memory().Read(uint32(s[0]), uint32(s[1]))
	for i := range buf {
		p.random = p.random*6364136223846793005 + 1442695040888963407
		buf[i] = byte(p.random >> 56)
	}
	s[0] = 0
}

// pollOneoff lets the clock go on to the earliest timer; the guest has nothing
// else to wait for.
func pollOneoff(p *process, m api.Module, s []uint64) {
	mem := m.Memory()
	in, _ := mem.Read(uint32(s[0]), 48*uint32(s[2]))
	if in[8] != 0 {
		panic("the guest waits for something else than the clock")
	}
	p.clock += int64(binary.LittleEndian.Uint64(in[24:]))
	out, _ := mem.Read(uint32(s[1]), 32)
	clear(out)
	copy(out, in[:8])
	mem.WriteUint32Le(uint32(s[3]), 1)
	s[0] = 0
}

func fdWrite(p *process, m api.Module, s []uint64) {
	mem, n := m.Memory(), uint32(0)
	for i := range uint32(s[2]) {
		at, _ := mem.ReadUint32Le(uint32(s[1]) + 8*i)
		size, _ := mem.ReadUint32Le(uint32(s[1]) + 8*i + 4)
		b, _ := mem.Read(at, size)
		p.out.Write(b)
		n += size
	}
	mem.WriteUint32Le(uint32(s[3]), n)
	s[0] = 0
}

// run runs the guest to its end and gives back the instance. When the guest is
// parked, between does what it likes before the loop goes on.
func (m *machine) run(t testing.TB, p *process, between func(api.Module) api.Module) (api.Module, error) {
	t.Helper()
	ctx := context.WithValue(t.Context(), processKey{}, p)
	inst := m.instance(ctx, t, p)
	counter := inst.ExportedGlobal(ExportCounter).(api.MutableGlobal)
	if p.slice == 0 {
		p.slice = InitialCount
	}
	counter.Set(uint64(p.slice))
	_, err := inst.ExportedFunction("_start").Call(ctx)
	for err == nil && p.parked {
		p.parked = false
		if between != nil {
			inst = between(inst)
		}
		_, err = inst.ExportedFunction(ExportLoop).Call(ctx)
	}
	if e, ok := err.(*sys.ExitError); ok && e.ExitCode() == 0 {
		err = nil
	}
	return inst, err
}

func (m *machine) instance(ctx context.Context, t testing.TB, p *process) api.Module {
	t.Helper()
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions().WithArgs(append([]string{"guest"}, p.args...)...)
	inst, err := m.runtime.InstantiateModule(ctx, m.code, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inst.Close(context.Background()) })
	return inst
}

// calls is how many counted calls an instance made.
func calls(p *process, inst api.Module) int {
	left := inst.ExportedGlobal(ExportCounter).Get()
	return (p.ticks+1)*int(p.slice) - int(uint32(left))
}
