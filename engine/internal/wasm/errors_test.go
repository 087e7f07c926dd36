package wasm

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

// edited is mod with the content of one section changed; nil removes it.
func edited(t testing.TB, mod []byte, id byte, change func([]byte) []byte) []byte {
	t.Helper()
	sections, err := splitSections(mod)
	if err != nil {
		t.Fatal(err)
	}
	out := []byte(header)
	for _, s := range sections {
		content := s.body.rest()
		if s.id == id && (id != sectionCustom || s.name == sectionNames) {
			if content = change(slices.Clone(content)); content == nil {
				continue
			}
		}
		if s.id == sectionCustom {
			content = append(appendName(nil, s.name), content...)
		}
		out = appendSection(out, s.id, content)
	}
	return out
}

// changed is a change that replaces the only place where a section has old.
func changed(t testing.TB, old, new string) func([]byte) []byte {
	return func(b []byte) []byte {
		if n := bytes.Count(b, []byte(old)); n != 1 {
			t.Fatalf("%q stands %d times in %q", old, n, b)
		}
		return bytes.Replace(b, []byte(old), []byte(new), 1)
	}
}

func removed([]byte) []byte { return nil }

func with(code ...string) []byte {
	return goModule(function{name: "main.f", typ: goFunc, locals: []byte{typeI32}, code: append(code, "i32.const 0")})
}

func TestErrorsSayWhatAndWhereAndWhatToDo(t *testing.T) {
	base := with()
	wrong := func(name string, f func(*assembler)) []byte {
		a := newAssembler()
		f(a)
		return a.module()
	}
	for _, c := range []struct {
		name string
		mod  []byte
		want string
	}{
		{"empty", nil, "offset 0x0: this is not a WebAssembly module; " + useStockGo},
		{"version", []byte("\x00asm\x0d\x00\x01\x00"), "offset 0x4: the module is not of version 1; " + useStockGo},
		{"cut", base[:len(base)-1], "offset 0x1c2: 105 bytes are announced where 104 are left; " + rebuild},
		{"start section", appendSection(base[:8:8], 8, []byte{0}), "offset 0x8: the start section is not one that Go emits for wasip1; " + useStockGo},
		{"unknown section", appendSection(base[:8:8], 14, []byte{0}), "offset 0x8: section id 14 is not one that Go emits for wasip1; " + useStockGo},
		{"sections twice", appendSection(slices.Clone(base), sectionData, []byte{0}), "offset 0x22b: the data section stands twice or in the wrong place; " + rebuild},
		{"no code", edited(t, base, sectionCode, removed), "the module has no code section; " + useStockGo},
		{"stripped", edited(t, base, sectionCustom, removed), "the module has no name section; " + keepNames},
		{"import of a memory", edited(t, base, sectionImport, changed(t, "poll_oneoff\x00\x02", "poll_oneoff\x02\x00\x01")),
			`offset 0x62: the import "wasi_snapshot_preview1"."poll_oneoff" is not a function; ` + useStockGo},
		{"instrumented", instrumented(t, base), "offset 0x8b: the module already imports seedfall.tick; " + giveOriginal},
		{"second table", edited(t, base, sectionTable, func(b []byte) []byte { return append([]byte{2}, append(b[1:], b[1:]...)...) }),
			"offset 0x92: the module has 2 tables instead of 1; " + useStockGo},
		{"memory64", edited(t, base, sectionMemory, func(b []byte) []byte { return []byte{1, 4, 1} }),
			"offset 0x9a: the memory has 64-bit addresses (memory64): flag 4; " + useStockGo},
		{"shared memory", edited(t, base, sectionMemory, func(b []byte) []byte { return []byte{1, 3, 1, 2} }),
			"offset 0x9a: the memory has sharing (threads): flag 3; " + useStockGo},
		{"more globals", edited(t, base, sectionGlobal, func(b []byte) []byte { return append([]byte{9}, append(b[1:], b[1:6]...)...) }),
			"offset 0x9e: the module has 9 globals instead of 8; " + useStockGo},
		{"other global", edited(t, base, sectionGlobal, func(b []byte) []byte { b[2] = 0; return b }),
			"offset 0x9f: global 0 is not declared as the Go linker does; " + useStockGo},
		{"library", edited(t, base, sectionExport, changed(t, "\x06_start", "\x06_begin")), "the module exports no function _start; " + useMain},
		{"export of a table", edited(t, base, sectionExport, changed(t, "memory\x02", "memory\x01")),
			`offset 0xd3: the export "memory" is neither a function nor a memory; ` + useStockGo},
		{"element flag", edited(t, base, sectionElement, func(b []byte) []byte { b[1] = 2; return b }),
			"offset 0xdf: the element segment has flag 2 instead of 0; " + useStockGo},
		{"element order", edited(t, base, sectionElement, func(b []byte) []byte { b[7] = 4; return b }),
			"offset 0xe5: entry 0 of the element segment is function 4 instead of 3; " + useStockGo},
		{"not Go", edited(t, base, sectionCustom, changed(t, "wasm_pc_f_loop", "wasm_pc_f_room")),
			"the module has no function wasm_pc_f_loop, so it is not a Go program; " + useStockGo},
		{"no poll", edited(t, base, sectionImport, changed(t, "poll_oneoff", "poll_onerof")),
			"no function runtime.poll_oneoff calls wasi_snapshot_preview1.poll_oneoff; " + useStockGo},
		{"SIMD", with("op 0xfd 0x00"), `function "main.f", offset 0x1a6: opcode 0xfd (SIMD) is not one that Go emits for wasip1; ` + useStockGo},
		{"ref.func", with("op 0xd2 0x00"), `function "main.f", offset 0x1a6: opcode 0xd2 (ref.func) is not one that Go emits for wasip1; ` + useStockGo},
		{"unknown opcode", with("op 0xff"), `function "main.f", offset 0x1a6: opcode 0xff is not one that Go emits for wasip1; ` + useStockGo},
		{"table.grow", with("op 0xfc 0x0f 0x00"), `function "main.f", offset 0x1a6: opcode 0xfc 15 is not one that Go emits for wasip1; ` + useStockGo},
		{"open block", with("block"), `function "main.f", offset 0x1ab: 1 blocks are not closed; ` + rebuild},
		{"code after the end", with("end", "nop"), `function "main.f", offset 0x1a7: there is code after the last end; ` + rebuild},
		{"call of nothing", with("call 99"), `function "main.f", offset 0x1a6: function 99 is called where there are 9; ` + rebuild},
		{"import called from elsewhere", with("block", "i32.const 0", "call 0", "end"),
			`function "main.f", offset 0x1aa: wasi_snapshot_preview1.fd_write is called in another way than from a function that Go makes for go:wasmimport; ` + useStockGo},
		{"many locals", wrong("locals", func(a *assembler) { a.funcs[1].locals = make([]byte, maxLocals+1) }),
			`function "wasm_pc_f_loop", offset 0xf9: it has 10001 locals; ` + useStockGo},
		{"number too long", with("op 0x20 0x80 0x80 0x80 0x80 0x80 0x00"), `function "main.f", offset 0x1a7: a number has more than 32 bits; ` + rebuild},
		{"huge count", edited(t, base, sectionType, func(b []byte) []byte { return []byte{0xff, 0xff, 0xff, 0xff, 0x0f} }),
			"offset 0xa: 4294967295 items are announced where 0 bytes are left; " + rebuild},
	} {
		_, err := Instrument(c.mod, Options{})
		if err == nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if got := err.Error(); got != "wasm: "+c.want {
			t.Errorf("%s:\ngot  %s\nwant wasm: %s", c.name, got, c.want)
		}
		if e := new(*Error); !errors.As(err, e) {
			t.Errorf("%s: %T is not an *Error", c.name, err)
		}
	}
}

func instrumented(t testing.TB, mod []byte) []byte {
	t.Helper()
	m, err := Instrument(mod, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m.Bytes
}

func TestEveryCutOfAModuleIsRefused(t *testing.T) {
	mod := with("loop", "br 0", "end")
	for n := range mod {
		// A cut between two sections leaves a module without names.
		if _, err := Instrument(mod[:n], Options{}); err == nil || !strings.HasPrefix(err.Error(), "wasm: ") {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}
