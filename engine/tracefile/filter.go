package tracefile

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Filter chooses events of one file. File.Filter makes it. It is for one goroutine
// at a time.
type Filter struct {
	// kinds and from and to bound what can pass.
	kinds    kindSet
	from, to vtime.Instant
	tests    []func(*trace.Event) bool
	line     line
}

// Match says whether an event passes.
func (c *Filter) Match(e *trace.Event) bool {
	if e.At < c.from || e.At > c.to || !c.kinds.has(e.Kind) {
		return false
	}
	c.line.of = nil
	for _, test := range c.tests {
		if !test(e) {
			return false
		}
	}
	return true
}

// Filter reads a query: words and terms with spaces between them, all of which
// have to hold for an event. A term is key:value, or key:value,value where one of
// them is enough, and with a "-" in front it must not hold. The keys are
//
//	node:server node:server#2   what a node, or an incarnation of it, did
//	kind:disk.write kind:disk   events of a kind, or of a class
//	time:1s..2.5s               from one instant to another; either may be left out
//	text:word                   the line of text has it behind the instant; a bare
//	                            word is the same
//	property:name               checks of a property
//	site:store.go:42            made at a line, or anywhere in a file
//	cause:#123                  what led to an event, with the event
//	effect:#123                 what came of it, with the event
//
// A value in double quotes may have spaces and commas in it, and /…/ as a bare
// word is a regular expression that the line has to match.
func (f *File) Filter(query string) (*Filter, error) {
	c := &Filter{kinds: everyKind, to: vtime.Never}
	c.line.printer = f.Printer()
	terms, err := split(query)
	if err != nil {
		return nil, err
	}
	for _, t := range terms {
		if err := f.addTerm(c, t); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// term is a part of a query.
type term struct {
	not    bool
	key    string
	values []string
}

// word matches one term, or one bare word.
var word = regexp.MustCompile(`^(-?)(?:([a-z]+):)?((?:"(?:[^"\\]|\\.)*"|[^\s",]+)(?:,(?:"(?:[^"\\]|\\.)*"|[^\s",]+))*)(?:\s+|$)`)

// expression matches a regular expression between slashes.
var expression = regexp.MustCompile(`^(-?)/((?:[^/\\]|\\.)+)/(?:\s+|$)`)

// value matches one of the values of a term.
var value = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[^\s",]+`)

func split(query string) (terms []term, err error) {
	for rest := strings.TrimSpace(query); rest != ""; {
		if m := expression.FindStringSubmatch(rest); m != nil {
			terms = append(terms, term{m[1] != "", "match", []string{strings.ReplaceAll(m[2], `\/`, "/")}})
			rest = rest[len(m[0]):]
			continue
		}
		m := word.FindStringSubmatch(rest)
		if m == nil {
			return nil, fmt.Errorf("%q is no term of a query; see docs/trace-format.md", rest)
		}
		t := term{not: m[1] != "", key: m[2]}
		for _, v := range value.FindAllString(m[3], -1) {
			if v[0] == '"' {
				if v, err = strconv.Unquote(v); err != nil {
					return nil, fmt.Errorf("%s in a query: %w", m[3], err)
				}
			}
			t.values = append(t.values, v)
		}
		terms = append(terms, t)
		rest = rest[len(m[0]):]
	}
	return terms, nil
}

// keys make the test of one value of a term.
var keys = map[string]func(*File, *Filter, string) (func(*trace.Event) bool, error){
	"node": nodeTest, "kind": kindTest, "time": timeTest, "text": textTest, "": textTest, "match": matchTest,
	"property": propertyTest, "site": siteTest, "cause": causeTest, "effect": effectTest,
}

func (f *File) addTerm(c *Filter, t term) error {
	build := keys[t.key]
	if build == nil {
		return fmt.Errorf("%q is no key of a query; there are: node, kind, time, text, property, site, cause, effect", t.key)
	}
	var any []func(*trace.Event) bool
	for _, v := range t.values {
		test, err := build(f, c, v)
		if err != nil {
			return err
		}
		any = append(any, test)
	}
	c.narrow(t)
	c.tests = append(c.tests, func(e *trace.Event) bool {
		return slices.ContainsFunc(any, func(test func(*trace.Event) bool) bool { return test(e) }) != t.not
	})
	return nil
}

// narrow takes from a term what the index can decide.
func (c *Filter) narrow(t term) {
	switch {
	case t.not:
	case t.key == "kind":
		var of kindSet
		for _, v := range t.values {
			for _, k := range kindsNamed(v) {
				of.add(k)
			}
		}
		for i := range of {
			c.kinds[i] &= of[i]
		}
	case t.key == "time" && len(t.values) == 1:
		from, to, _ := interval(t.values[0]) // it was read before
		c.from, c.to = max(c.from, from), min(c.to, to)
	}
}

func nodeTest(f *File, _ *Filter, v string) (func(*trace.Event) bool, error) {
	name, number, numbered := strings.Cut(v, "#")
	inc, err := strconv.Atoi(number)
	n := slices.Index(f.Nodes, name)
	if n < 0 || numbered && err != nil {
		return nil, fmt.Errorf("node:%s: there is no such node; there are: %s", v, strings.Join(f.Nodes, ", "))
	}
	return func(e *trace.Event) bool { return e.Node == n && (!numbered || e.Inc == inc) }, nil
}

// kindsNamed are the kinds that a name stands for: one, or all of a class or of a
// family, such as "disk" or "disk.".
func kindsNamed(v string) (all []trace.Kind) {
	for k := trace.Kind(1); k.Name() != ""; k++ {
		name := k.Name()
		if name == v || classOf[k].String() == v || strings.HasPrefix(name, strings.TrimSuffix(v, ".")+".") {
			all = append(all, k)
		}
	}
	return all
}

func kindTest(_ *File, _ *Filter, v string) (func(*trace.Event) bool, error) {
	all := kindsNamed(v)
	if len(all) == 0 {
		return nil, fmt.Errorf("kind:%s: there is no such kind of event, and no such class; classes are: %s", v, strings.Join(classNames[:], ", "))
	}
	of := kinds(all...)
	return func(e *trace.Event) bool { return of.has(e.Kind) }, nil
}

// interval reads two instants.
func interval(v string) (from, to vtime.Instant, err error) {
	first, last, both := strings.Cut(v, "..")
	to = vtime.Never
	if first != "" {
		var d vtime.Duration
		if d, err = vtime.ParseDuration(first); err != nil {
			return 0, 0, fmt.Errorf("time:%s: %w", v, err)
		}
		from = vtime.Instant(d)
	}
	switch {
	case !both:
		to = from
	case last != "":
		var d vtime.Duration
		if d, err = vtime.ParseDuration(last); err != nil {
			return 0, 0, fmt.Errorf("time:%s: %w", v, err)
		}
		to = vtime.Instant(d)
	}
	if to < from {
		return 0, 0, fmt.Errorf("time:%s ends before it begins", v)
	}
	return from, to, nil
}

func timeTest(_ *File, _ *Filter, v string) (func(*trace.Event) bool, error) {
	from, to, err := interval(v)
	return func(e *trace.Event) bool { return e.At >= from && e.At <= to }, err
}

func textTest(_ *File, c *Filter, v string) (func(*trace.Event) bool, error) {
	want := []byte(v)
	return func(e *trace.Event) bool { return bytes.Contains(c.line.text(e), want) }, nil
}

func matchTest(_ *File, c *Filter, v string) (func(*trace.Event) bool, error) {
	r, err := regexp.Compile(v)
	if err != nil {
		return nil, fmt.Errorf("/%s/ is no regular expression: %w", v, err)
	}
	return func(e *trace.Event) bool { return r.Match(c.line.text(e)) }, nil
}

func propertyTest(_ *File, _ *Filter, v string) (func(*trace.Event) bool, error) {
	return func(e *trace.Event) bool {
		return e.S == v && (e.Kind == trace.Check || e.Kind == trace.Begin || e.Kind == trace.End)
	}, nil
}

func siteTest(f *File, _ *Filter, v string) (func(*trace.Event) bool, error) {
	in := make([]bool, len(f.Sites)+1)
	for i, s := range f.Sites {
		for _, name := range []string{s.File, fmt.Sprintf("%s:%d", s.File, s.Line)} {
			in[i+1] = in[i+1] || name == v || strings.HasSuffix(name, "/"+v)
		}
	}
	return func(e *trace.Event) bool { return in[e.Site] }, nil
}

func causeTest(f *File, _ *Filter, v string) (func(*trace.Event) bool, error) {
	return coneTest(f.Past, "cause", v)
}

func effectTest(f *File, _ *Filter, v string) (func(*trace.Event) bool, error) {
	return coneTest(f.Future, "effect", v)
}

func coneTest(cone func(trace.ID) ([]trace.ID, error), key, v string) (func(*trace.Event) bool, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(v, "#"), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%s:%s: an event is named by its number, such as #123", key, v)
	}
	ids, err := cone(trace.ID(n))
	if err != nil {
		return nil, err
	}
	return func(e *trace.Event) bool {
		_, in := slices.BinarySearch(ids, e.ID)
		return in
	}, nil
}

// line is the text of an event, made when it is first asked for.
type line struct {
	printer *trace.Printer
	of      *trace.Event
	buf     bytes.Buffer
	out     *bufio.Writer
}

// text is the line of an event, without its instant and the line's end. It is good
// until the next call.
func (l *line) text(e *trace.Event) []byte {
	if l.of != e {
		l.of = e
		l.buf.Reset()
		if l.out == nil {
			l.out = bufio.NewWriter(&l.buf)
		}
		l.printer.Text(l.out, e) //nolint:errcheck // a buffer never fails
		l.out.Flush()            //nolint:errcheck // a buffer never fails
	}
	_, rest, _ := bytes.Cut(bytes.TrimLeft(l.buf.Bytes(), " "), []byte("  "))
	return bytes.TrimSuffix(rest, []byte("\n"))
}
