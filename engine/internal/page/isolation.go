package page

import (
	"slices"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// isolation writes the section of a report on transactions.
func (p *Page) isolation(w *writer) {
	r := p.Isolation
	w.put("<section>\n<h2><code>%</code>: %", r.Level.String(), r.Verdict.String())
	if len(r.Anomalies) > 0 {
		w.put(": %", r.Anomalies[0].Name())
	}
	w.put("</h2>\n")
	p.levels(w)
	p.anomalies(w, r.Anomalies, "h3")
	if len(r.Beyond) > 0 {
		w.put("<h3>What <code>%</code> does not forbid</h3>\n", r.Level.String())
		p.anomalies(w, r.Beyond, "h4")
	}
	p.transactions(w)
	w.put("</section>\n")
}

// levels says which levels the history keeps and which it contradicts.
func (p *Page) levels(w *writer) {
	r := p.Isolation
	w.put(`<dl class="facts">` + "\n")
	for _, f := range []struct {
		class, name, tail markup
		levels            []txn.Level
	}{
		{"wrong", "ruled out", " and everything stronger", r.RuledOut},
		{"", "holds", " and everything weaker", r.Holds},
		{"", "undecided", "", r.Open},
	} {
		if len(f.levels) == 0 {
			continue
		}
		w.put(`<div class="%"><dt>%</dt><dd>`, f.class, f.name)
		for i, l := range f.levels {
			if i > 0 {
				w.put(", ")
			}
			w.put("<code>%</code>", l.String())
		}
		w.put("%</dd></div>\n", f.tail)
	}
	if len(r.Unordered) > 0 {
		keys := make([]string, len(r.Unordered))
		for i, k := range r.Unordered {
			keys[i] = fit(k, 40)
		}
		w.put("<div><dt>order of the values not known</dt><dd>%</dd></div>\n", listed(keys))
	}
	w.put("</dl>\n")
}

// anomalies writes each with its transactions, under headings of a level.
func (p *Page) anomalies(w *writer, all []txn.Anomaly, heading markup) {
	shown := all[:min(len(all), maxSections)]
	for i := range shown {
		a := &shown[i]
		w.put(`<article class="anomaly"><%>%</%><p class="verdict">%</p>`+"\n", heading, a.Name(), heading, clip(a.Text, longText))
		if len(a.Cycle) > 0 {
			p.cycle(w, a.Cycle)
		} else {
			p.boxes(w, a)
		}
		w.put("</article>\n")
	}
	if more := len(all) - len(shown); more > 0 {
		w.put("<p class=\"note\">% not shown.</p>\n", several(more, "more anomaly is", "more anomalies are"))
	}
}

// maxBoxes is how many transactions of one anomaly are shown as boxes. Of a
// longer cycle the middle is left out.
const maxBoxes = 16

// cycle writes transactions one below the other, with what puts each before the
// next, and a way back from the last to the first.
func (p *Page) cycle(w *writer, steps []txn.Step) {
	w.put(`<div class="cycle"><ol>` + "\n")
	skip, until := len(steps), len(steps)
	if len(steps) > maxBoxes {
		skip, until = maxBoxes/2, len(steps)-maxBoxes/2
	}
	for i := range steps {
		if i == skip {
			w.put("<li class=\"note\">% more, not shown</li>\n", thousands(until-skip))
		}
		if i >= skip && i < until {
			continue
		}
		s, before := &steps[i], &steps[(i+len(steps)-1)%len(steps)]
		w.put(`<li>`)
		p.box(w, s.From, map[string]bool{s.Key: true, before.Key: true})
		class := markup("step")
		if i == len(steps)-1 {
			class = "step back"
		}
		w.put(`<div class="%"><span class="kind %">%</span><span>before <b class="name">%</b>: %</span></div></li>`+"\n",
			class, markup(s.Dependency.String()), s.Dependency.String(), name(s.To), clip(s.Text, longText))
	}
	w.put("</ol></div>\n")
}

// boxes writes the transactions of an anomaly that is no cycle.
func (p *Page) boxes(w *writer, a *txn.Anomaly) {
	w.put(`<div class="boxes">` + "\n")
	shown := a.Txns[:min(len(a.Txns), maxBoxes)]
	for _, i := range shown {
		p.box(w, i, map[string]bool{a.Key: true})
	}
	w.put("</div>\n")
	if more := len(a.Txns) - len(shown); more > 0 {
		w.put("<p class=\"note\">% not shown.</p>\n", several(more, "more transaction is", "more transactions are"))
	}
}

// box writes one transaction. Keys are those that matter here.
func (p *Page) box(w *writer, i int, keys map[string]bool) {
	t := &p.Txns[i]
	w.put(`<div class="txn"><p><b class="name">%</b> client %, %</p><ul>`, name(i), fit(t.Client, 40), ends[t.Status])
	shown := telling(t, keys)
	for _, j := range shown {
		m := &t.Ops[j]
		class := markup("")
		if keys[m.Key] {
			class = ` class="key"`
		}
		w.put("<li%><code>%</code></li>", class, micro(m))
	}
	if more := len(t.Ops) - len(shown); more > 0 {
		w.put("<li class=\"note\">% more</li>", thousands(more))
	}
	w.put("</ul></div>\n")
}

// transactions draws when the transactions of the anomalies ran.
func (p *Page) transactions(w *writer) {
	var matters []int
	keys := map[string]bool{}
	for _, list := range [][]txn.Anomaly{p.Isolation.Anomalies, p.Isolation.Beyond} {
		for i := range list[:min(len(list), maxSections)] {
			matters = append(matters, list[i].Txns...)
			keys[list[i].Key] = true
			for _, s := range list[i].Cycle {
				matters = append(matters, s.From)
				keys[s.Key] = true
			}
		}
	}
	if matters = unique(matters); len(matters) == 0 {
		return
	}
	all := make([]span, len(p.Txns))
	for i := range p.Txns {
		t := &p.Txns[i]
		all[i] = span{i, t.Invoke, t.Return, t.Status == history.Unknown}
	}
	c := cutOut(matters, all, func(int) bool { return true }, w.bars())
	calls := make([]call, len(c.kept))
	for i, k := range c.kept {
		calls[i] = ofTxn(k, &p.Txns[k], keys)
		if slices.Contains(matters, k) {
			calls[i].role = member
		}
	}
	f := w.newFigure(calls, p.Bands, nil)
	w.put(`<h3>When they ran</h3>`+"\n"+`<figure id="%">`+"\n", f.id)
	w.controls(f)
	w.draw(f, "Transactions of the clients; the table below says the same.")
	w.put(`<div class="details" hidden=""></div>` + "\n")
	f.legend(w)
	w.put("<figcaption>Left to right: begins and ends in the order in which the host saw them, not to scale. " +
		"x=3 is a read, x+3 an append, x:=3 a write.")
	w.leftOut(&c, f, "transaction", "transactions")
	w.put("</figcaption>\n</figure>\n")
	w.table(f, "Transactions of the drawing", "name")
	f.faults(w)
}
