package wasm

import (
	"cmp"
	"slices"
	"strings"
)

// declaration is a function that the source declares under its name.
type declaration struct {
	line uint32
	name string
}

// declarations finds all that left a trace in the program, as functions or
// inlined into others.
func (t *PCTable) declarations() map[uint32][]declaration {
	files := map[uint32][]declaration{}
	for i := range t.count {
		t.eachOrigin(t.record(i), func(all []origin) {
			for _, o := range all {
				if !o.wrapper && !literal(o.name) {
					files[o.file] = append(files[o.file], declaration{o.line, o.name})
				}
			}
		})
	}
	for file, all := range files {
		slices.SortFunc(all, func(a, b declaration) int {
			return cmp.Or(cmp.Compare(a.line, b.line), strings.Compare(a.name, b.name))
		})
		files[file] = slices.Compact(all)
	}
	return files
}

// eachOrigin goes through the blocks of a function, in stretches of the same
// origin. It stops and gives false at one that makes no sense.
func (t *PCTable) eachOrigin(r record, each func([]origin)) bool {
	values, start, ok := r.inlineIndexes(), uint32(0), true
	visit := func(_ int32, end uint32) bool {
		if start < end {
			var all []origin
			if all, ok = t.origins(r, start); ok {
				each(all)
			}
		}
		start = end
		return ok
	}
	if values == 0 {
		return visit(0, 1) && ok
	}
	return t.runs(values, visit) && ok
}

// sourceName is the name of the declaration that a function comes from.
//
// The compiler names a literal after the function that it ends up in and those
// that were inlined on the way, with dots between them and a number at the end:
// a.b.func1 is in b, which may be of another package than a. So its own place in
// the source tells where it stands, and its name whether that can be.
func (t *PCTable) sourceName(o origin) string {
	if !literal(o.name) {
		return o.name
	}
	cut := withoutNumber(o.name)
	for literal(cut) {
		cut = withoutNumber(cut)
	}
	all := t.declared()[o.file]
	n, _ := slices.BinarySearchFunc(all, o.line+1, func(d declaration, line uint32) int { return cmp.Compare(d.line, line) })
	if n > 0 && o.file != noFile {
		if d := all[n-1].name; strings.HasSuffix(withoutBrackets(cut), "."+withoutBrackets(local(d))) {
			return d
		}
	}
	return cut
}

// literal says whether the compiler made up a name: for a literal, for the
// statement of a go or defer, for the body of a loop over a function, for a
// method value, or for one of several functions init.
func literal(symbol string) bool { return withoutNumber(symbol) != symbol }

// madeUp are the words in such names, with what stands before them. A number
// follows.
var madeUp = []string{".func", ".gowrap", ".deferwrap", "-range", "."}

// withoutNumber takes the last made up word from a name.
func withoutNumber(symbol string) string {
	if s, ok := strings.CutSuffix(symbol, "-fm"); ok {
		return s
	}
	s := strings.TrimRight(symbol, "0123456789")
	if s == symbol || local(s) == "" {
		return symbol
	}
	for _, w := range madeUp {
		if cut, ok := strings.CutSuffix(s, w); ok && local(cut) != "" {
			return strings.TrimRight(cut, ".") // of "glob." nothing else is left
		}
	}
	return symbol
}

// local is a symbol without the import path before it; "" if it is only that.
func local(symbol string) string {
	head := symbol
	if n := strings.IndexAny(symbol, "(["); n >= 0 {
		head = symbol[:n]
	}
	start := strings.LastIndexByte(head, '/') + 1
	dot := strings.IndexByte(head[start:], '.')
	if dot < 0 {
		return ""
	}
	return symbol[start+dot+1:]
}

// withoutBrackets leaves out type arguments.
func withoutBrackets(s string) string {
	if !strings.Contains(s, "[") {
		return s
	}
	b, depth := make([]byte, 0, len(s)), 0
	for _, c := range []byte(s) {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0:
			b = append(b, c)
		}
	}
	return string(b)
}
