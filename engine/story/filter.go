package story

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Filter chooses events of a trace. The zero Filter lets all of them pass.
type Filter struct {
	// Nodes are names of nodes, or of one incarnation such as "server#2". Empty
	// means all events, also those that no node made.
	Nodes []string
	// Kinds are names of kinds, such as "disk.write", or beginnings of such names
	// that end in a dot, such as "disk.". Empty means all kinds.
	Kinds []string
	// From and To are the first and the last instant. A zero To is the end of the
	// run.
	From, To vtime.Instant
	// Property is the name of a property whose checks to choose; "" means all
	// events.
	Property string
	// Grep has to match the event's line of text, without its number; nil means
	// all.
	Grep *regexp.Regexp
}

// Check says what is wrong with a filter for a trace with nodes of these names.
func (f *Filter) Check(names []string) error {
	for _, n := range f.Nodes {
		name, number, numbered := strings.Cut(n, "#")
		if !slices.Contains(names, name) || numbered && strings.Trim(number, "0123456789") != "" {
			return fmt.Errorf("%q is no node; there are: %s", n, strings.Join(names, ", "))
		}
	}
	for _, k := range f.Kinds {
		if !slices.ContainsFunc(KindNames(), func(name string) bool { return ofKind(name, k) }) {
			return fmt.Errorf("%q is no kind of event; there are: %s", k, strings.Join(KindNames(), ", "))
		}
	}
	if f.To != 0 && f.To < f.From {
		return fmt.Errorf("%v..%v ends before it begins", f.From, f.To)
	}
	return nil
}

// KindNames are the names of all kinds of events, in the order of their numbers.
func KindNames() (names []string) {
	for k := trace.Kind(1); k.Name() != ""; k++ {
		names = append(names, k.Name())
	}
	return names
}

func ofKind(name, want string) bool {
	return name == want || strings.HasSuffix(want, ".") && strings.HasPrefix(name, want)
}

// Select gives the events of t that pass the filter, in order.
func (f *Filter) Select(t Trace) (chosen []*trace.Event) {
	l := newLiner(&t)
	for i := range t.Events {
		if e := &t.Events[i]; f.match(l, e) {
			chosen = append(chosen, e)
		}
	}
	return chosen
}

func (f *Filter) match(l *liner, e *trace.Event) bool {
	switch {
	case e.At < f.From, f.To != 0 && e.At > f.To:
		return false
	case len(f.Kinds) > 0 && !slices.ContainsFunc(f.Kinds, func(k string) bool { return ofKind(e.Kind.Name(), k) }):
		return false
	case len(f.Nodes) > 0 && !slices.ContainsFunc(f.Nodes, func(n string) bool { return l.isNode(e, n) }):
		return false
	case f.Property != "" && !concerns(e, f.Property):
		return false
	}
	return f.Grep == nil || f.Grep.MatchString(l.text(e))
}

// concerns says whether an event is about a property.
func concerns(e *trace.Event, property string) bool {
	switch e.Kind {
	case trace.Check, trace.Begin, trace.End:
		return e.S == property
	}
	return false
}

// liner gives events as lines of text.
type liner struct {
	printer trace.Printer
	buf     bytes.Buffer
	out     *bufio.Writer
}

func newLiner(t *Trace) *liner {
	l := &liner{printer: trace.Printer{Names: t.Names, Sites: t.Sites}}
	l.out = bufio.NewWriter(&l.buf)
	return l
}

// text is the line of an event, without the line's end.
func (l *liner) text(e *trace.Event) string { return l.take(l.printer.Text, e) }

// json is the event as a line of JSON, without the line's end.
func (l *liner) json(e *trace.Event) string { return l.take(l.printer.JSON, e) }

func (l *liner) take(write func(*bufio.Writer, *trace.Event) error, e *trace.Event) string {
	l.buf.Reset()
	if err := write(l.out, e); err != nil {
		panic(fmt.Sprintf("story: event %d cannot be written: %v", e.ID, err)) // it holds numbers and strings only
	}
	if err := l.out.Flush(); err != nil {
		panic(err) // a buffer never fails
	}
	return strings.TrimSuffix(l.buf.String(), "\n")
}

// isNode says whether an event is one of a node, or of an incarnation of it.
func (l *liner) isNode(e *trace.Event, name string) bool {
	return e.Node != trace.World && (l.printer.Names[e.Node] == name || l.printer.Who(e) == name)
}

// Text is the line of an event in the text of the trace.
func (t Trace) Text(e *trace.Event) string { return newLiner(&t).text(e) }

// JSON is the event as an object of JSON.
func (t Trace) JSON(e *trace.Event) string { return newLiner(&t).json(e) }
