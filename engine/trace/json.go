package trace

import (
	"bufio"
	"encoding/json"
	"io"
)

// JSON writes one event as a line of JSON: id, cause, at (nanoseconds), node,
// incarnation, kind, the fields of the kind, and the site.
func (p *Printer) JSON(w *bufio.Writer, e *Event) error {
	o := object{w: w}
	o.put("id", e.ID)
	if e.Cause != 0 {
		o.put("cause", e.Cause)
	}
	o.put("at", int64(e.At))
	if e.Node != World {
		o.put("node", p.Names[e.Node])
		o.put("incarnation", e.Inc)
	}
	o.put("kind", e.Kind.Name())
	for _, f := range kinds[e.Kind].fields {
		if v, ok := p.value(e, f); ok {
			o.put(f.name, v)
		}
	}
	if e.Site != 0 {
		o.put("site", p.Sites[e.Site-1])
	}
	return o.end()
}

// object writes members in the order of the calls.
type object struct {
	w   *bufio.Writer
	n   int
	err error
}

func (o *object) put(name string, v any) {
	b, err := json.Marshal(v)
	if o.err == nil {
		o.err = err
	}
	if o.err != nil {
		return
	}
	sep := byte(',')
	if o.n == 0 {
		sep = '{'
	}
	o.n++
	o.w.WriteByte(sep)
	o.w.WriteString(`"` + name + `":`)
	o.w.Write(b)
}

func (o *object) end() error {
	if o.err != nil {
		return o.err
	}
	_, err := o.w.WriteString("}\n")
	return err
}

// WriteJSON writes all events of r, a line each.
func WriteJSON(w io.Writer, r *Recorder, names []string) error {
	b := bufio.NewWriter(w)
	p := &Printer{names, r.Sites}
	for i := range r.Events {
		if err := p.JSON(b, &r.Events[i]); err != nil {
			return err
		}
	}
	return b.Flush()
}
