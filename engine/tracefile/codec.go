package tracefile

import (
	"encoding/binary"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// encoder writes the events of one block: numbers as differences to the event
// before, and each text once.
type encoder struct {
	buf   []byte
	at    vtime.Instant
	texts map[string]uint64
}

func (c *encoder) reset(at vtime.Instant) {
	c.buf, c.at = c.buf[:0], at
	c.texts = map[string]uint64{}
}

func (c *encoder) add(e *trace.Event) {
	b := append(c.buf, byte(e.Kind))
	back := uint64(0)
	if e.Cause != 0 {
		back = uint64(e.ID - e.Cause)
	}
	b = binary.AppendUvarint(b, back)
	b = binary.AppendUvarint(b, uint64(e.At-c.at))
	b = binary.AppendUvarint(b, uint64(e.Node+1))
	b = binary.AppendUvarint(b, uint64(e.Inc))
	b = binary.AppendUvarint(b, uint64(e.Site))
	b = binary.AppendVarint(b, e.A)
	b = binary.AppendVarint(b, e.B)
	b = binary.AppendVarint(b, e.C)
	c.at = e.At
	c.buf = c.text(c.text(b, e.S), e.T)
}

// text writes a text: 0 for none, 1 and the text itself where it is new, and from
// 2 the number of one that the block has already.
func (c *encoder) text(b []byte, s string) []byte {
	if s == "" {
		return append(b, 0)
	}
	if n, ok := c.texts[s]; ok {
		return binary.AppendUvarint(b, n+2)
	}
	c.texts[s] = uint64(len(c.texts))
	b = append(b, 1)
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// decoder reads numbers and texts. The first mistake ends it.
type decoder struct {
	b     []byte
	bad   bool
	texts []string
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b)
	return d.took(v, n)
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.b)
	return int64(d.took(uint64(v), n))
}

func (d *decoder) took(v uint64, n int) uint64 {
	if n <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return v
}

// below reads a number that has to be less than a limit.
func (d *decoder) below(limit uint64) uint64 {
	v := d.uint()
	if v >= limit {
		d.bad = true
		return 0
	}
	return v
}

func (d *decoder) text() string {
	switch n := d.uint(); {
	case n == 0:
		return ""
	case n > 1:
		if n-2 >= uint64(len(d.texts)) {
			d.bad = true
			return ""
		}
		return d.texts[n-2]
	}
	n := d.below(uint64(len(d.b)) + 1)
	if d.bad || n > uint64(len(d.b)) {
		d.bad = true
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	d.texts = append(d.texts, s)
	return s
}

// maxIncarnation bounds how often a node can have been booted.
const maxIncarnation = 1 << 31

// event reads the event with a number, which happened at an instant or later.
func (d *decoder) event(id trace.ID, at vtime.Instant, h *Header) (e trace.Event) {
	if len(d.b) == 0 {
		d.bad = true
		return e
	}
	e.ID, e.Kind = id, trace.Kind(d.b[0])
	d.b = d.b[1:]
	if back := d.below(uint64(id)); back != 0 {
		e.Cause = id - trace.ID(back)
	}
	e.At = at + vtime.Instant(d.below(uint64(vtime.Never-at)))
	e.Node = int(d.below(uint64(len(h.Nodes))+1)) - 1
	e.Inc = int(d.below(maxIncarnation))
	e.Site = trace.SiteID(d.below(uint64(len(h.Sites)) + 1))
	e.A, e.B, e.C = d.int(), d.int(), d.int()
	e.S, e.T = d.text(), d.text()
	d.bad = d.bad || !sound(&e)
	return e
}

// sound says whether printers know what to do with an event.
func sound(e *trace.Event) bool {
	if e.Kind.Name() == "" {
		return false
	}
	return e.Kind != trace.Return || e.B >= 0 && e.B <= int64(history.Fail)
}
