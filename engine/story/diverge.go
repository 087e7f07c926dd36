package story

import (
	"github.com/seedfall/seedfall/engine/trace"
)

// Divergence is where two traces part.
type Divergence struct {
	// Common is how many events the two begin with in common.
	Common int `json:"common"`
	// Before are the lines of the last of these.
	Before []string `json:"before"`
	// A and B are the first lines that differ; "" where a trace has ended. Where
	// the text does not show the difference, they are JSON.
	A string `json:"a"`
	B string `json:"b"`
}

// Diverge finds where two traces part, and gives up to context lines before. It
// is nil if they have the same events.
func Diverge(a, b Trace, context int) *Divergence {
	n := 0
	for n < len(a.Events) && n < len(b.Events) && same(&a, &a.Events[n], &b, &b.Events[n]) {
		n++
	}
	if n == len(a.Events) && n == len(b.Events) {
		return nil
	}
	d := &Divergence{Common: n}
	lines := newLiner(&a)
	for i := max(0, n-context); i < n; i++ {
		d.Before = append(d.Before, lines.text(&a.Events[i]))
	}
	d.A, d.B = nth(&a, n, (*liner).text), nth(&b, n, (*liner).text)
	if d.A == d.B {
		d.A, d.B = nth(&a, n, (*liner).json), nth(&b, n, (*liner).json)
	}
	return d
}

// nth is event number n, from 0, in a form; "" behind the last.
func nth(t *Trace, n int, form func(*liner, *trace.Event) string) string {
	if n >= len(t.Events) {
		return ""
	}
	return form(newLiner(t), &t.Events[n])
}

// same compares two events in all but the numbers of their sites.
func same(a *Trace, x *trace.Event, b *Trace, y *trace.Event) bool {
	p, q := *x, *y
	siteP, siteQ := a.site(&p), b.site(&q)
	p.Site, q.Site = 0, 0
	return p == q && siteP == siteQ && a.who(x) == b.who(y)
}

// site is the place of an event; the zero Site where it has none.
func (t *Trace) site(e *trace.Event) trace.Site {
	if e.Site == 0 || int(e.Site) > len(t.Sites) {
		return trace.Site{}
	}
	return t.Sites[e.Site-1]
}
