package tracefile

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// termTests make the tests of values, by the keys of their terms. The values are
// good: wrong has seen them.
var termTests = map[string]func(*File, *line, string) (func(*trace.Event) bool, error){
	"node": nodeTest, "kind": kindTest, "time": timeTest, textKey: textTest, matchKey: matchTest, "property": propertyTest,
	"site": siteTest, "cause": causeTest, "effect": effectTest, "size": sizeTest,
}

func (f *File) termTest(l *line, q *query) (func(*trace.Event) bool, error) {
	if q.key == "between" {
		return f.betweenTest(q.values[0], q.values[1]), nil
	}
	any := make([]func(*trace.Event) bool, len(q.values))
	for i, v := range q.values {
		var err error
		if any[i], err = termTests[q.key](f, l, v); err != nil {
			return nil, err
		}
	}
	return several(any, true), nil
}

// termBounds are the bounds of what a term can choose.
func (q *query) termBounds() (of kindSet, from, to vtime.Instant) {
	of, to = everyKind, vtime.Never
	switch q.key {
	case "kind":
		of = kindSet{}
		for _, v := range q.values {
			named := kinds(kindsNamed(v)...)
			of.join(&named)
		}
	case "property":
		of = kinds(propertyKinds...)
	case "size":
		of = kinds(sizedKinds...)
	case "between":
		of = ofClass(Network)
	case "time":
		from, to, _ = interval(q.values[0])
		for _, v := range q.values[1:] {
			first, last, _ := interval(v)
			from, to = min(from, first), max(to, last)
		}
	}
	return of, from, to
}

func nodeTest(f *File, _ *line, v string) (func(*trace.Event) bool, error) {
	name, number, numbered := strings.Cut(v, "#")
	inc, err := strconv.Atoi(number)
	is := f.nodesNamed(name)
	if numbered && err != nil { // more digits than any incarnation has
		return func(*trace.Event) bool { return false }, nil
	}
	return func(e *trace.Event) bool { return is[e.Node+1] && (!numbered || e.Inc == inc) }, nil
}

// nodesNamed are those that a name stands for: node i is at i+1.
func (f *File) nodesNamed(pattern string) []bool {
	match := wildcard(pattern)
	is := make([]bool, len(f.Nodes)+1)
	for i, name := range f.Nodes {
		is[i+1] = match(name)
	}
	return is
}

// kindsNamed are the kinds that a name stands for: one, or all of a class or of a
// family, such as "disk" or "disk.".
func kindsNamed(v string) (all []trace.Kind) {
	match, family := wildcard(v), strings.TrimSuffix(v, ".")+"."
	for k := trace.Kind(1); k.Name() != ""; k++ {
		if name := k.Name(); match(name) || match(classOf[k].String()) || strings.HasPrefix(name, family) {
			all = append(all, k)
		}
	}
	return all
}

func kindTest(_ *File, _ *line, v string) (func(*trace.Event) bool, error) {
	of := kinds(kindsNamed(v)...)
	return func(e *trace.Event) bool { return of.has(e.Kind) }, nil
}

func timeTest(_ *File, _ *line, v string) (func(*trace.Event) bool, error) {
	from, to, _ := interval(v)
	return func(e *trace.Event) bool { return e.At >= from && e.At <= to }, nil
}

func textTest(_ *File, l *line, v string) (func(*trace.Event) bool, error) {
	want := []byte(v)
	return func(e *trace.Event) bool { return bytes.Contains(l.text(e), want) }, nil
}

func matchTest(_ *File, l *line, v string) (func(*trace.Event) bool, error) {
	r, err := regexp.Compile(v)
	return func(e *trace.Event) bool { return r.Match(l.text(e)) }, err
}

// propertyKinds are the kinds of events that are about a property.
var propertyKinds = []trace.Kind{trace.Check, trace.Begin, trace.End}

func propertyTest(_ *File, _ *line, v string) (func(*trace.Event) bool, error) {
	match := wildcard(v)
	return func(e *trace.Event) bool { return slices.Contains(propertyKinds, e.Kind) && match(e.S) }, nil
}

func siteTest(f *File, _ *line, v string) (func(*trace.Event) bool, error) {
	match, below := wildcard(v), wildcard("*/"+v)
	in := make([]bool, len(f.Sites)+1)
	for i, s := range f.Sites {
		for _, name := range []string{s.File, fmt.Sprintf("%s:%d", s.File, s.Line)} {
			in[i+1] = in[i+1] || match(name) || below(name)
		}
	}
	return func(e *trace.Event) bool { return in[e.Site] }, nil
}

// sizes says in which field each kind has its size: 'A', 'B' or 0 for none. It is
// what text calls bytes, of a message or a write, or size, of a file.
var sizes = func() (of [256]byte) {
	for k, row := range trace.Table() {
		for _, field := range row.Fields {
			if field.Name == "bytes" || field.Name == "size" {
				of[k] = field.Of[0]
			}
		}
	}
	return of
}()

// sizedKinds are the kinds whose events have a size.
var sizedKinds = func() (all []trace.Kind) {
	for k, of := range sizes {
		if of != 0 {
			all = append(all, trace.Kind(k))
		}
	}
	return all
}()

func sizeTest(_ *File, _ *line, v string) (func(*trace.Event) bool, error) {
	comparison, bound := sizeBound(v)
	return func(e *trace.Event) bool {
		n := e.A
		switch sizes[e.Kind] {
		case 0:
			return false
		case 'B':
			n = e.B
		}
		equal := n == bound && strings.HasSuffix(comparison, "=")
		return equal || n > bound && comparison[0] == '>' || n < bound && comparison[0] == '<'
	}, nil
}

// betweenTest is that of what one node does on the network with another, in either
// direction.
func (f *File) betweenTest(a, b string) func(*trace.Event) bool {
	one, other := f.nodesNamed(a), f.nodesNamed(b)
	return func(e *trace.Event) bool {
		if classOf[e.Kind] != Network || e.S == "" {
			return false
		}
		own, peer := e.Node+1, hostIn(f.Nodes, e.S)+1
		return own > 0 && peer > 0 && (one[own] && other[peer] || other[own] && one[peer])
	}
}

func causeTest(f *File, _ *line, v string) (func(*trace.Event) bool, error) {
	return coneTest(f.Past, v)
}

func effectTest(f *File, _ *line, v string) (func(*trace.Event) bool, error) {
	return coneTest(f.Future, v)
}

func coneTest(cone func(trace.ID) ([]trace.ID, error), v string) (func(*trace.Event) bool, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(v, "#"), 10, 64)
	if err != nil { // more digits than any event has
		n = 0
	}
	ids, err := cone(trace.ID(n))
	return func(e *trace.Event) bool {
		_, in := slices.BinarySearch(ids, e.ID)
		return in
	}, err
}
