package wasm

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/api"
)

// outputs are what the guest prints in one round of each kind of work; native
// Go prints the same.
var outputs = map[string]string{
	"maps":     "14878 247941 73106\n",
	"bytes":    "2975384924\n",
	"sha256":   "30e14955ebf1352266dc2ff8067e68104607e750abb9d3b36582b8af909fcb58\n",
	"allocate": "65535\n",
	"channel":  "449985000\n",
}

func TestInstrumentedGuestsPrintWhatTheyShould(t *testing.T) {
	bothModes(t, func(t *testing.T, m *machine) {
		for mode, want := range outputs {
			p := &process{args: []string{mode}}
			if _, err := m.run(t, p, nil); err != nil || p.out.String() != want {
				t.Errorf("%s: %v, %q instead of %q", mode, err, p.out.String(), want)
			}
		}
	})
}

func TestTicksComeAfterTheSameCallsEachTime(t *testing.T) {
	bothModes(t, func(t *testing.T, m *machine) {
		first := &process{args: []string{"sleep"}, slice: 1}
		inst, err := m.run(t, first, nil)
		if err != nil {
			t.Fatal(err)
		}
		total := calls(first, inst)
		if total != first.ticks || total < 10_000 {
			t.Fatalf("%d calls and %d ticks, of which each should be one", total, first.ticks)
		}
		for _, slice := range []uint32{100, 4099} {
			for range 2 {
				p := &process{args: []string{"sleep"}, slice: slice}
				inst, err := m.run(t, p, nil)
				if err != nil {
					t.Fatal(err)
				}
				if n := calls(p, inst); n != total || p.ticks != total/int(slice) {
					t.Errorf("slice %d: %d calls and %d ticks, instead of %d and %d", slice, n, p.ticks, total, total/int(slice))
				}
			}
		}
	})
}

// sleeping is what mode sleep prints: the lines in the order of their times,
// which are all different.
//
//go:embed testdata/sleep.txt
var sleeping string

func TestParkingInPollOneoffChangesNothing(t *testing.T) {
	bothModes(t, func(t *testing.T, m *machine) {
		p := &process{args: []string{"sleep"}, park: importPoll}
		if _, err := m.run(t, p, nil); err != nil || p.out.String() != sleeping {
			t.Errorf("parked %d times: %v\n%s", p.parks, err, p.out.String())
		}
		if p.parks < 15 {
			t.Errorf("parked only %d times", p.parks)
		}
		p = &process{args: []string{"sleep"}}
		if _, err := m.run(t, p, nil); err != nil || p.out.String() != sleeping {
			t.Errorf("not parked: %v\n%s", err, p.out.String())
		}
	})
}

func TestAnyImportCanPark(t *testing.T) {
	bothModes(t, func(t *testing.T, m *machine) {
		p := &process{args: []string{"sleep"}, park: "fd_write"}
		if _, err := m.run(t, p, nil); err != nil || p.out.String() != sleeping || p.parks != 20 {
			t.Errorf("parked %d times: %v\n%s", p.parks, err, p.out.String())
		}
	})
}

func TestAParkedModuleIsItsMemoryAndGlobals(t *testing.T) {
	bothModes(t, func(t *testing.T, m *machine) {
		p := &process{args: []string{"sleep"}, park: importPoll}
		move := func(from api.Module) api.Module {
			to := m.instance(context.WithValue(t.Context(), processKey{}, p), t, p)
			copyState(t, to, from)
			from.Close(t.Context())
			return to
		}
		if _, err := m.run(t, p, move); err != nil || p.out.String() != sleeping {
			t.Errorf("%v\n%s", err, p.out.String())
		}
	})
}

func copyState(t *testing.T, to, from api.Module) {
	t.Helper()
	src, dst := from.Memory(), to.Memory()
	if _, ok := dst.Grow((src.Size() - dst.Size()) >> 16); !ok {
		t.Fatal("cannot grow")
	}
	all, _ := src.Read(0, src.Size())
	dst.Write(0, all)
	for _, name := range ExportedGlobals() {
		to.ExportedGlobal(name).(api.MutableGlobal).Set(from.ExportedGlobal(name).Get())
	}
}

func TestSpinsReachTheHost(t *testing.T) {
	bothModes(t, func(t *testing.T, m *machine) {
		host := WatchImport
		if m == must(machines[1]()) {
			host = TickImport
		}
		for _, spin := range []string{"empty", "count", "nested", "branches", "goto", "list", "short", "flag"} {
			p := &process{args: []string{"spin " + spin}, panic: host}
			_, err := m.run(t, p, nil)
			name := "main.spin" + strings.ToUpper(spin[:1]) + spin[1:]
			if err == nil || !strings.Contains(err.Error(), errEnough.Error()) || !strings.Contains(err.Error(), name+"(i32) i32") {
				t.Errorf("%s: %v", spin, err)
			}
		}
	})
}

func must[T any](v T, _ error) T { return v }

func TestFunctionsHaveTheirNamesInStackTracesAndByProgramCounter(t *testing.T) {
	bothModes(t, func(t *testing.T, m *machine) {
		p := &process{args: []string{"exit"}, panic: "proc_exit"}
		inst, err := m.run(t, p, nil)
		if err == nil {
			t.Fatal("the run did not end by a panic")
		}
		_, trace, _ := strings.Cut(err.Error(), "wasm stack trace:")
		var names []string
		for line := range strings.Lines(trace) {
			name, _, _ := strings.Cut(strings.TrimSpace(line), "(")
			names = append(names, strings.TrimPrefix(name, "."))
		}
		want := []string{"", "wasi_snapshot_preview1.proc_exit", "runtime.exit", "syscall.Exit", "os.Exit",
			"main.inner", "main.outer", "main.init.func1", "main.main", "runtime.main", "wasm_pc_f_loop", "_rt0_wasm_wasip1"}
		if !slices.Equal(names, want) {
			t.Errorf("the trace has %q", names)
		}
		sp := uint32(inst.ExportedGlobal(ExportSP).Get())
		if caller, _ := inst.Memory().ReadUint64Le(sp); m.module.FuncAt(caller) != "syscall.Exit" {
			t.Errorf("the return address %#x lies in %q", caller, m.module.FuncAt(caller))
		}
	})
}
