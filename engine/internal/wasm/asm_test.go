package wasm

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mnemonics are the instructions that the tests write. What is not here is
// written as "op 0x..".
var mnemonics = map[string]byte{
	"unreachable": 0x00, "nop": 0x01,
	"block": opBlock, "loop": opLoop, "if": opIf, "else": opElse, "end": opEnd,
	"br": opBr, "br_if": opBrIf, "br_table": opBrTable, "return": opReturn,
	"call": opCall, "call_indirect": opCallIndirect, "drop": 0x1a,
	"local.get": opLocalGet, "local.set": opLocalSet, "local.tee": opLocalTee,
	"global.get": opGlobalGet, "global.set": opGlobalSet,
	"i32.load": 0x28, "i32.load8_u": 0x2d, "i64.store": opI64Store, "i64.store32": 0x3e,
	"i32.const": opI32Const, "i64.const": opI64Const,
	"i32.eqz": opI32Eqz, "i32.lt_s": opI32LtS, "i32.ge_s": opI32GeS, "i64.eqz": 0x50,
	"i32.add": opI32Add, "i32.sub": opI32Sub, "i64.add": 0x7c, "i64.sub": 0x7d,
	"i64.extend_i32_u": 0xad,
}

var mnemonicOf = func() map[byte]string {
	m := map[byte]string{}
	for name, op := range mnemonics {
		m[op] = name
	}
	return m
}()

var globalNames = []string{"sp", "ctxt", "g", "ret0", "ret1", "ret2", "ret3", "pause", "counter", "work"}

var valueTypes = map[string]byte{"i32": typeI32, "i64": typeI64, "f32": 0x7d, "f64": 0x7c}

// function is one function of a hand-made module: its type and locals, and one
// instruction per line.
type function struct {
	name   string
	typ    FuncType
	locals []byte
	code   []string
}

// assembler turns functions into the module that the Go linker would make of
// them.
type assembler struct {
	imports []Import
	funcs   []function
}

func (a *assembler) types() (all []FuncType) {
	all = []FuncType{goFunc, {}}
	add := func(t FuncType) {
		if !slices.ContainsFunc(all, t.equal) {
			all = append(all, t)
		}
	}
	for _, im := range a.imports {
		add(im.Type)
	}
	for _, f := range a.funcs {
		add(f.typ)
	}
	return all
}

func typeIndex(all []FuncType, t FuncType) uint32 {
	return uint32(slices.IndexFunc(all, t.equal))
}

func appendSection(b []byte, id byte, content []byte) []byte {
	b = append(b, id)
	b = appendU32(b, uint32(len(content)))
	return append(b, content...)
}

func appendVector(items ...[]byte) []byte {
	return append(appendU32(nil, uint32(len(items))), slices.Concat(items...)...)
}

func (a *assembler) module() []byte {
	types := a.types()
	var typeItems, importItems, funcItems, elements, codes, names [][]byte
	for _, t := range types {
		b := append(appendU32([]byte{typeFunc}, uint32(len(t.Params))), t.Params...)
		typeItems = append(typeItems, append(appendU32(b, uint32(len(t.Results))), t.Results...))
	}
	for _, im := range a.imports {
		b := append(appendName(appendName(nil, im.Module), im.Name), 0)
		importItems = append(importItems, appendU32(b, typeIndex(types, im.Type)))
	}
	for i, f := range a.funcs {
		index := uint32(len(a.imports) + i)
		funcItems = append(funcItems, appendU32(nil, typeIndex(types, f.typ)))
		elements = append(elements, appendU32(nil, index))
		names = append(names, appendName(appendU32(nil, index), f.name))
		body := a.body(f)
		codes = append(codes, append(appendU32(nil, uint32(len(body))), body...))
	}
	var globals [][]byte
	for _, g := range runtimeGlobals {
		op := byte(opI32Const)
		if g.typ == typeI64 {
			op = opI64Const
		}
		globals = append(globals, []byte{g.typ, 1, op, 0, opEnd})
	}
	n := uint32(len(a.funcs))
	m := []byte(header)
	m = appendSection(m, sectionType, appendVector(typeItems...))
	m = appendSection(m, sectionImport, appendVector(importItems...))
	m = appendSection(m, sectionFunction, appendVector(funcItems...))
	m = appendSection(m, sectionTable, appendU32([]byte{1, funcRef, 0}, PCBase+n))
	m = appendSection(m, sectionMemory, []byte{1, 0, 1})
	m = appendSection(m, sectionGlobal, appendVector(globals...))
	m = appendSection(m, sectionExport, appendVector(
		append(appendName(nil, "_start"), 0, byte(len(a.imports))),
		append(appendName(nil, "memory"), 2, 0)))
	segment := append(appendS64([]byte{1, 0, opI32Const}, PCBase), opEnd)
	m = appendSection(m, sectionElement, append(segment, appendVector(elements...)...))
	m = appendSection(m, sectionDataCount, []byte{1})
	m = appendSection(m, sectionCode, appendVector(codes...))
	m = appendSection(m, sectionData, []byte{1, 0, opI32Const, 8, opEnd, 2, 'h', 'i'})
	m = appendSection(m, sectionCustom, append(appendName(nil, "producers"), 0))
	sub := appendSection(nil, namesOfFuncs, appendVector(names...))
	return appendSection(m, sectionCustom, append(appendName(nil, sectionNames), sub...))
}

func (a *assembler) body(f function) []byte {
	var groups [][]byte
	for _, t := range f.locals {
		groups = append(groups, []byte{1, t})
	}
	b := appendVector(groups...)
	for _, line := range f.code {
		b = a.instruction(b, line)
	}
	return append(b, opEnd)
}

func (a *assembler) instruction(b []byte, line string) []byte {
	words := strings.Fields(line)
	if words[0] == "op" {
		for _, w := range words[1:] {
			b = append(b, byte(number(w)))
		}
		return b
	}
	op, known := mnemonics[words[0]]
	if !known {
		panic("no such mnemonic: " + line)
	}
	b = append(b, op)
	args := words[1:]
	switch opcodeOperands[op] {
	case blockType:
		return append(b, voidBlock)
	case labelTable:
		b = appendU32(b, uint32(len(args)-1))
	case memArg:
		args = []string{"0", args[0]}
	case const32, const64:
		return appendS64(b, number(args[0]))
	}
	for _, arg := range args {
		b = appendU32(b, a.index(op, arg))
	}
	return b
}

func (a *assembler) index(op byte, arg string) uint32 {
	switch op {
	case opCall:
		if i := slices.IndexFunc(a.imports, func(im Import) bool { return im.Module+"."+im.Name == arg }); i >= 0 {
			return uint32(i)
		}
		if i := slices.IndexFunc(a.funcs, func(f function) bool { return f.name == arg }); i >= 0 {
			return uint32(len(a.imports) + i)
		}
	case opGlobalGet, opGlobalSet:
		if i := slices.Index(globalNames, arg); i >= 0 {
			return uint32(i)
		}
	}
	return uint32(number(arg))
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// disassemble writes a function of a module as the assembler reads it, with
// the nesting shown by spaces.
func disassemble(t testing.TB, mod []byte, name string) string {
	t.Helper()
	src := parse(t, mod)
	own := slices.Index(src.names, name)
	if own < 0 {
		t.Fatalf("no function %s", name)
	}
	code := src.sections[slices.IndexFunc(src.sections, func(s section) bool { return s.id == sectionCode })].body
	code.u32()
	var r reader
	for range own + 1 {
		r = code.part(code.u32())
	}
	typ := src.types[src.funcs[own]]
	var out strings.Builder
	fmt.Fprintf(&out, "func %s (%s) -> (%s)\n", name, typeNames(typ.Params), typeNames(typ.Results))
	var locals []byte
	for range r.u32() {
		n := r.u32()
		locals = append(locals, slices.Repeat([]byte{r.byte()}, int(n))...)
	}
	if len(locals) > 0 {
		fmt.Fprintf(&out, "  locals %s\n", typeNames(locals))
	}
	depth := 1
	for r.more() {
		in := r.next()
		if in.op == opEnd || in.op == opElse {
			depth--
		}
		if depth > 0 {
			fmt.Fprintf(&out, "%s%s\n", strings.Repeat("  ", depth), instructionText(src, r.data, in))
		}
		if in.op == opElse || opcodeOperands[in.op] == blockType {
			depth++
		}
	}
	if r.err != nil {
		t.Fatal(r.err)
	}
	return out.String()
}

func instructionText(src *source, data []byte, in instruction) string {
	name, known := mnemonicOf[in.op]
	if !known {
		return fmt.Sprintf("op % #x", data[in.at:in.end])
	}
	r := reader{data: data, pos: in.at + 1, end: in.end}
	switch opcodeOperands[in.op] {
	case labelTable:
		for range r.u32() + 1 {
			name += fmt.Sprint(" ", r.u32())
		}
	case memArg:
		r.u32()
		name += fmt.Sprint(" ", r.u32())
	case twoIndexes:
		name += fmt.Sprint(" ", r.u32(), " ", r.u32())
	case const64:
		name += fmt.Sprintf(" %#x", r.s64(64))
	case index:
		name += " " + indexText(src, in)
	case label, const32:
		name += fmt.Sprint(" ", in.arg)
	}
	return name
}

func indexText(src *source, in instruction) string {
	switch {
	case in.op == opCall && in.arg < int64(len(src.imports)):
		return src.imports[in.arg].Module + "." + src.imports[in.arg].Name
	case in.op == opCall:
		return src.names[in.arg-int64(len(src.imports))]
	case in.op == opGlobalGet || in.op == opGlobalSet:
		return globalNames[in.arg]
	}
	return strconv.FormatInt(in.arg, 10)
}

func typeNames(types []byte) string {
	var names []string
	for _, t := range types {
		for _, name := range slices.Sorted(maps.Keys(valueTypes)) {
			if valueTypes[name] == t {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, " ")
}

// parse reads what a module declares without asking that it come from the Go
// linker.
func parse(t testing.TB, mod []byte) *source {
	t.Helper()
	sections, err := splitSections(mod)
	if err != nil {
		t.Fatal(err)
	}
	src := &source{mod: mod, sections: sections}
	for _, sec := range sections {
		r := sec.body
		switch {
		case sec.id == sectionType:
			src.readTypes(&r)
		case sec.id == sectionFunction:
			src.readFuncs(&r)
		case sec.id == sectionImport:
			for range r.count() {
				im := Import{Module: r.name(), Name: r.name()}
				r.byte()
				im.Type = src.typeAt(&r, r.u32())
				src.imports = append(src.imports, im)
			}
		case sec.name == sectionNames:
			r.byte()
			r.u32()
			for range r.count() {
				if f := r.u32(); int(f) != len(src.imports)+len(src.names) {
					t.Fatalf("name %d is of function %d", len(src.names), f)
				}
				src.names = append(src.names, r.name())
			}
		}
		if r.err != nil {
			t.Fatal(r.err)
		}
	}
	return src
}
