package wasm

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero/api"
)

func TestWhatIsAddedStandsWhereTheHostLooks(t *testing.T) {
	for _, o := range []Options{{}, {Loops: true}} {
		m, err := Instrument(with(), o)
		if err != nil {
			t.Fatal(err)
		}
		code, err := validator(t).CompileModule(t.Context(), m.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		var imports []string
		for _, f := range code.ImportedFunctions() {
			module, name, _ := f.Import()
			imports = append(imports, module+"."+name)
		}
		want := []string{"wasi_snapshot_preview1.fd_write", "wasi_snapshot_preview1.fd_write", "wasi_snapshot_preview1.poll_oneoff", "seedfall.tick"}
		if !o.Loops {
			want = append(want, "seedfall.watch")
		}
		if !slices.Equal(imports, want) {
			t.Errorf("%+v: imports %q", o, imports)
		}
		var given []string
		for _, im := range m.Imports {
			given = append(given, fmt.Sprintf("%s.%s %x %x", im.Module, im.Name, im.Type.Params, im.Type.Results))
		}
		if want := []string{
			"wasi_snapshot_preview1.fd_write 7f7f7f7f 7f", "wasi_snapshot_preview1.fd_write 7f7f7f7f 7f",
			"wasi_snapshot_preview1.poll_oneoff 7f7f7f7f 7f",
		}; !slices.Equal(given, want) {
			t.Errorf("%+v: Imports %q", o, given)
		}
		exports := code.ExportedFunctions()
		for name, of := range map[string]string{"_start": "_rt0_wasm_wasip1", ExportLoop: "wasm_pc_f_loop"} {
			if f := exports[name]; f == nil || f.Name() != of {
				t.Errorf("%+v: export %s is %v", o, name, f)
			}
		}
	}
}

func TestRegistersAndCounterAreExported(t *testing.T) {
	var got []string
	bothModes(t, func(t *testing.T, m *machine) {
		got = nil
		inst := m.instance(t.Context(), t, &process{})
		for _, name := range ExportedGlobals() {
			g, mutable := inst.ExportedGlobal(name).(api.MutableGlobal)
			if !mutable {
				t.Fatal(name, "is missing or constant")
			}
			got = append(got, fmt.Sprint(name, " ", api.ValueTypeName(g.Type()), " ", g.Get()))
		}
		want := []string{
			"seedfall.sp i32 0", "seedfall.ctxt i64 0", "seedfall.g i64 0", "seedfall.ret0 i64 0", "seedfall.ret1 i64 0",
			"seedfall.ret2 i64 0", "seedfall.ret3 i64 0", "seedfall.pause i32 0", "seedfall.counter i32 4194304",
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	})
}

func TestOtherSectionsStayAsTheyAre(t *testing.T) {
	mod := with()
	m, err := Instrument(mod, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before, after := parse(t, mod), parse(t, m.Bytes)
	for i, s := range before.sections {
		o := after.sections[i]
		if s.id != o.id || s.name != o.name {
			t.Fatalf("section %d is %d %q instead of %d %q", i, o.id, o.name, s.id, s.name)
		}
		switch s.id {
		case sectionFunction, sectionTable, sectionMemory, sectionDataCount, sectionData:
			if !bytes.Equal(s.body.rest(), o.body.rest()) {
				t.Errorf("%s changed", sectionLabel(s.id))
			}
		}
	}
	if !slices.Equal(before.names, after.names) {
		t.Errorf("names %q", after.names)
	}
}

func TestNamesAreFoundByIndexAndProgramCounter(t *testing.T) {
	m, err := Instrument(with(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for index, want := range map[uint32]string{0: "", 4: "", 5: "_rt0_wasm_wasip1", 6: "wasm_pc_f_loop", 10: "main.f", 11: "", 1<<32 - 1: ""} {
		if got := m.FuncName(index); got != want {
			t.Errorf("function %d is %q", index, got)
		}
	}
	for pc, want := range map[uint64]string{
		0: "", 0x0fff_ffff: "", 0x1000_0000: "_rt0_wasm_wasip1", 0x1005_0000: "main.f", 0x1005_ffff: "main.f", 0x1006_0000: "", 1<<64 - 1: "",
	} {
		if got := m.FuncAt(pc); got != want {
			t.Errorf("program counter %#x lies in %q", pc, got)
		}
	}
}

func TestTheSameModuleGivesTheSameBytes(t *testing.T) {
	mod := guest(t)
	first, second := instrumented(t, mod), instrumented(t, mod)
	if !bytes.Equal(first, second) {
		t.Error("two runs differ")
	}
}
