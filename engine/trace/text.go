package trace

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Printer writes events. Names[i] is the name of node i.
type Printer struct {
	Names []string
	Sites []Site
}

// Who is the name of the event's node with its incarnation, "server#2"; "" for
// World.
func (p *Printer) Who(e *Event) string {
	if e.Node == World {
		return ""
	}
	return p.Names[e.Node] + "#" + strconv.Itoa(e.Inc)
}

// Text writes one event as a line: instant, node, what happened.
func (p *Printer) Text(w *bufio.Writer, e *Event) error {
	at := e.At.Seconds()
	who := p.Who(e)
	if who != "" {
		who += " "
	}
	_, err := fmt.Fprintf(w, "%10s  %s%s\n", at, who, p.what(e))
	return err
}

func (p *Printer) what(e *Event) string {
	switch e.Kind {
	case Log:
		return "| " + quoted(e.S)
	case Check:
		return p.check(e)
	case Invoke, Micro, Return, Blame:
		return call(e)
	}
	row := kinds[e.Kind]
	var b strings.Builder
	b.WriteString(row.verb)
	for _, f := range row.fields {
		if v, ok := p.value(e, f); ok {
			fmt.Fprintf(&b, " %s=%s", f.name, inline(v))
		}
	}
	return b.String()
}

func (p *Printer) check(e *Event) string {
	word := "ok"
	if e.A == 0 {
		word = "false"
	}
	s := fmt.Sprintf("%s %s", property.Kind(e.B), word)
	if e.S != "" {
		s = fmt.Sprintf("%s %q %s", property.Kind(e.B), e.S, word)
	}
	if e.T != "" {
		s += ": " + quoted(e.T)
	}
	if e.Site != 0 {
		s += fmt.Sprintf(" at %s:%d", p.Sites[e.Site-1].File, p.Sites[e.Site-1].Line)
	}
	return s
}

// call tells of an operation, by its number: "call 7 put("a", 1) in orders", "return 7 ok = 1".
func call(e *Event) string {
	s := fmt.Sprintf("%s %d", kinds[e.Kind].verb, e.A)
	switch {
	case e.Kind == Return:
		s += " " + statusNames[e.B]
		if e.T != "" {
			s += " = " + quoted(e.T)
		}
		if e.S != "" {
			s += ": " + quoted(e.S)
		}
		return s
	case e.T != "":
		s += " " + quoted(e.T)
	}
	if e.S != "" {
		s += " in " + quoted(e.S)
	}
	return s
}

// statusNames are the ends of an operation, by their numbers in package history.
var statusNames = [...]string{"unknown", "ok", "failed"}

// value gives a field as a number, a bool or a string; ok is false where the
// field says nothing.
func (p *Printer) value(e *Event, f field) (v any, ok bool) {
	switch f.of {
	case 'A':
		return e.A, true
	case 'B':
		return e.B, true
	case 'C':
		return e.C, true
	case 'S':
		return e.S, e.S != ""
	case 'T':
		return e.T, e.T != ""
	case 'd':
		return vtime.Duration(e.A).String(), true
	case 'i':
		return vtime.Instant(e.B).String(), true
	case 'k':
		return property.Kind(e.B).String(), true
	case 'b':
		return e.A != 0, true
	case 's':
		return statusNames[e.B], true
	case 'n':
		return e.C >> 16, true
	case 'e', 'r':
		code := errno.Errno(e.C & 0xffff) // 'r': C has no operation above it
		return code.String(), code != errno.OK
	}
	panic(fmt.Sprintf("trace: field %q of kind %d", f.of, e.Kind))
}

// DiskC packs an operation's number and its error into the field C of a disk
// event.
func DiskC(op uint64, code errno.Errno) int64 { return int64(op)<<16 | int64(code) }

func inline(v any) string {
	if s, ok := v.(string); ok {
		if s == "" || strings.ContainsAny(s, " \t\"") {
			return strconv.Quote(s)
		}
		return quoted(s)
	}
	return fmt.Sprint(v)
}

// quoted makes text from a guest fit on a line: control characters and text
// that changes direction are escaped.
func quoted(s string) string {
	q := strconv.QuoteToGraphic(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

// WriteText writes all events of r.
func WriteText(w io.Writer, r *Recorder, names []string) error {
	b := bufio.NewWriter(w)
	p := &Printer{names, r.Sites}
	for i := range r.Events {
		if err := p.Text(b, &r.Events[i]); err != nil {
			return err
		}
	}
	return b.Flush()
}
