package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// linear writes the section of one anomaly of the operations.
func (p *Page) linear(w *writer, a *check.Anomaly) {
	culpritOp := &p.Ops[a.Op]
	w.put("<h2>")
	if a.Key != "" {
		w.put(`<span class="key">key <code>%</code></span> `, fit(a.Key, 60))
	}
	w.put("<code>%</code> cannot be placed</h2>\n", invocation(culpritOp, 40)+answerOf(culpritOp, 40))
	w.put(`<div class="verdict">`)
	for _, line := range strings.SplitN(clip(a.Text, 2*longText), "\n", maxLines) {
		w.put("<p>%</p>", clip(line, longText))
	}
	w.put("</div>\n")
	p.states(w, a)
	c := p.window(a, w.bars())
	calls := make([]call, len(c.kept))
	for i, k := range c.kept {
		calls[i] = ofOp(k, &p.Ops[k])
		calls[i].role, calls[i].tag = p.roleOf(a, k)
	}
	f := w.newFigure(calls, p.Bands, p.begin(a))
	w.put(`<figure id="%">`+"\n", f.id)
	w.controls(f)
	w.draw(f, "Operations of the clients around the one that cannot be placed; the table below says the same.")
	w.put(`<div class="details" hidden=""></div>` + "\n")
	f.legend(w)
	w.put("<figcaption>Left to right: calls and answers in the order in which the host saw them, not to scale.")
	w.leftOut(&c, f, "operation", "operations")
	w.put("</figcaption>\n</figure>\n")
	w.table(f, "Operations of the drawing", "order")
	f.faults(w)
	p.order(w, a)
}

// bars is how many calls the next drawing may show.
func (w *writer) bars() int {
	if w.figures == 0 {
		return maxBars
	}
	return laterBars
}

func answerOf(o *history.Op, most int) string {
	if o.Status != history.OK || o.Result == "" {
		return ""
	}
	return " = " + fit(string(o.Result), most)
}

// window chooses the operations to draw.
func (p *Page) window(a *check.Anomaly, bars int) cut {
	matters := append([]int{a.Op}, a.Conflicts...)
	rest := slices.Concat(a.Window, a.Order)
	// Of too many the later ones are those that lead up to the anomaly.
	slices.SortStableFunc(rest, func(i, j int) int {
		switch x, y := p.Ops[i].Invoke, p.Ops[j].Invoke; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return i - j
	})
	matters = unique(append(matters, rest...))
	all := make([]span, len(p.Ops))
	for i := range p.Ops {
		o := &p.Ops[i]
		all[i] = span{i, o.Invoke, o.Return, o.Status == history.Unknown}
	}
	keyed := a.Key != "" && string(p.Ops[a.Op].Arg(0)) == a.Key
	related := func(i int) bool { return !keyed || string(p.Ops[i].Arg(0)) == a.Key }
	return cutOut(matters, all, related, bars)
}

// begin gives the state before the window and the call before which it is certain:
// the first of the window, those of unknown end left aside. It is nil if there is
// no such state.
func (p *Page) begin(a *check.Anomaly) *mark {
	if a.Start == "" {
		return nil
	}
	m := mark{a.Start, p.Ops[a.Op].Invoke}
	for _, i := range a.Window {
		if o := &p.Ops[i]; o.Status != history.Unknown {
			m.seq = min(m.seq, o.Invoke)
		}
	}
	return &m
}

// unique keeps the first of each.
func unique(all []int) []int {
	seen := make(map[int]bool, len(all))
	return slices.DeleteFunc(all, func(i int) bool {
		again := seen[i]
		seen[i] = true
		return again
	})
}

// roleOf gives what operation i is to the anomaly, and its place in the order.
func (p *Page) roleOf(a *check.Anomaly, i int) (r role, tag string) {
	if at := slices.Index(a.Order, i); at >= 0 {
		r, tag = member, strconv.Itoa(at+1)
	}
	switch {
	case i == a.Op:
		return culprit, ""
	case slices.Contains(a.Conflicts, i):
		return conflict, tag
	case slices.Contains(a.Window, i):
		return member, tag
	}
	return r, tag
}

// states says in which state the window begins and which it may have at its end.
func (p *Page) states(w *writer, a *check.Anomaly) {
	if a.Start == "" && len(a.States) == 0 {
		return
	}
	w.put(`<dl class="facts">` + "\n")
	if a.Start != "" {
		w.put("<div><dt>state before the window</dt><dd><code>%</code></dd></div>\n", fit(a.Start, 80))
	}
	if len(a.States) > 0 {
		w.put("<div><dt>possible states just before the call</dt><dd>")
		for i, s := range a.States {
			if i > 0 {
				w.put(" or ")
			}
			w.put("<code>%</code>", fit(s, 80))
		}
		if a.MoreStates {
			w.put(" or one of more")
		}
		w.put("</dd></div>\n")
	}
	if o := &p.Ops[a.Op]; o.Status == history.OK && o.Result != "" {
		w.put(`<div class="wrong"><dt>and it answered</dt><dd><code>%</code></dd></div>`+"\n", fit(string(o.Result), 80))
	}
	w.put("</dl>\n")
}

// maxLines is how many lines the text of an anomaly has at most.
const maxLines = 8

// maxOrder is how many operations of an order are listed, the last ones.
const maxOrder = 30

// order lists the longest legal order.
func (p *Page) order(w *writer, a *check.Anomaly) {
	if len(a.Order) == 0 {
		return
	}
	skipped := max(0, len(a.Order)-maxOrder)
	w.put("<h3>The longest legal order</h3>\n")
	if skipped > 0 {
		w.put("<p class=\"note\">The first % of it are not listed.</p>\n", several(skipped, "operation", "operations"))
	}
	w.put(`<ol class="order" start="%">`+"\n", skipped+1)
	for _, i := range a.Order[skipped:] {
		w.put("<li><code>%</code></li>\n", words(&p.Ops[i]))
	}
	w.put(`<li class="wrong" value="%"><code>%</code> fits in no state that is possible here</li>`+"\n</ol>\n", len(a.Order)+1, words(&p.Ops[a.Op]))
}
