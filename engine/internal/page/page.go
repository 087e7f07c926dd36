// Package page writes what was found wrong with a history as one HTML file: the
// part of the history that shows it, drawn and as a table, with the faults of the
// run across it. The file needs nothing else, makes no request, may be read
// without its script, and is the same, byte for byte, for the same input.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Page is all that a page tells. Texts may hold anything: they are shown as they
// are, cut if they are long, with marks that cannot be seen spelled out.
type Page struct {
	// Title is the heading, such as `history "orders" is not linearizable as kv`;
	// "" for one that says little.
	Title string
	// Program names what was run, and Model what the history was judged by; "" if
	// there is nothing to say.
	Program, Model string
	// Command is the command line that gives the same history again; "" if there
	// is none.
	Command string
	// Seed is the seed of the run. It is shown if there is a Program.
	Seed uint64
	// Ops are the operations that were judged, all of them: Linear tells of them by
	// their index.
	Ops []history.Op
	// Linear is what is wrong with Ops.
	Linear []check.Anomaly
	// Txns are the transactions that were judged, all of them: Isolation tells of
	// them by their index.
	Txns []history.Txn
	// Isolation is the report on Txns; nil if there is none.
	Isolation *txn.Report
	// Bands are the faults of the run, in any order. Those that touch a window are
	// drawn across it, and the last ones before it, if its calls have instants.
	Bands []Band
}

// Band is one fault.
type Band struct {
	// Kind is the name of the fault, such as "crash" or "partition".
	Kind string
	// Node is the name of the node that it struck; "" if it struck all of them, or
	// links.
	Node string
	// From and To are when it began and when its effect was over. They are the
	// same for what happens at one instant, and To is vtime.Never for what did not
	// end.
	From, To vtime.Instant
	// Text says more in a few words; "" if there is nothing to say.
	Text string
}

// The limits of a page. What they cut off is counted on the page.
const (
	// maxSections is how many anomalies get a section each.
	maxSections = 10
	// maxBars is how many calls the first drawing of a page shows, laterBars the
	// others, maxContext how many of them only overlap, and maxOpen how many of those
	// are of unknown end and began beside nothing that matters.
	maxBars, laterBars, maxContext, maxOpen = 200, 60, 60, 6
	// maxBands is how many faults a drawing shows, beside maxBefore that were over
	// before it begins.
	maxBands, maxBefore = 16, 3
	// maxNames is how many names a sentence lists.
	maxNames = 20
)

// A reader of a long text gets this many bytes of it, in the middle of which the
// rest is left out.
const (
	longText  = 2000 // a sentence of a verdict
	shortText = 240  // a value, a name
)

//go:embed style.css
var style string

//go:embed script.js
var script string

// Write writes p. An error is one of w, or says that an anomaly tells of a call
// that the page does not have.
func Write(w io.Writer, p *Page) error {
	if err := p.check(); err != nil {
		return err
	}
	body := &writer{}
	p.body(body)
	css := style + body.print.String()
	d := &writer{}
	d.put(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '%'; script-src '%'; base-uri 'none'; form-action 'none'" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<title>%</title>
<style>%</style>
</head>
`, hash(css), hash(script), p.title(), markup(css))
	d.put("<body>\n%<script>%</script>\n</body>\n</html>\n", markup(body.String()), markup(script))
	_, err := io.WriteString(w, d.String())
	return err
}

// hash is how a policy names a script or style.
func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// check says whether all that is told of is there.
func (p *Page) check() error {
	for i := range p.Linear {
		a := &p.Linear[i]
		for _, list := range [][]int{{a.Op}, a.Conflicts, a.Window, a.Order} {
			if err := within(list, len(p.Ops)); err != nil {
				return fmt.Errorf("page: anomaly %d tells of operation %w", i, err)
			}
		}
	}
	if p.Isolation == nil {
		return nil
	}
	for _, list := range [][]txn.Anomaly{p.Isolation.Anomalies, p.Isolation.Beyond} {
		for i := range list {
			all := list[i].Txns
			for _, s := range list[i].Cycle {
				all = append(all[:len(all):len(all)], s.From, s.To)
			}
			if err := within(all, len(p.Txns)); err != nil {
				return fmt.Errorf("page: anomaly %s tells of transaction %w", list[i].Name(), err)
			}
		}
	}
	return nil
}

func within(indexes []int, n int) error {
	for _, i := range indexes {
		if i < 0 || i >= n {
			return fmt.Errorf("%d, but there are %d", i, n)
		}
	}
	return nil
}

// body writes all that can be seen.
func (p *Page) body(w *writer) {
	w.put("<main>\n<header>\n<h1>%</h1>\n", p.title())
	p.about(w)
	shown, rest := p.Linear, []check.Anomaly(nil)
	if len(shown) > maxSections {
		shown, rest = shown[:maxSections], shown[maxSections:]
	}
	contents(w, shown)
	w.put("</header>\n")
	for i := range shown {
		w.put("<section id=\"s%\">\n", i+1)
		p.linear(w, &shown[i])
		w.put("</section>\n")
	}
	if len(rest) > 0 {
		keys := make([]string, len(rest))
		for i := range rest {
			keys[i] = clip(rest[i].Key, shortText)
		}
		w.put("<p class=\"note\">% in violation, not shown: %.</p>\n", several(len(rest), "more key is", "more keys are"), listed(keys))
	}
	if p.Isolation != nil {
		p.isolation(w)
	}
	w.put("</main>\n<footer>Written by seedfall. This file is complete in itself and makes no request.</footer>\n")
}

func (p *Page) title() string {
	if p.Title == "" {
		return "a history in violation"
	}
	return clip(p.Title, shortText)
}

// contents leads to the sections if there are several.
func contents(w *writer, shown []check.Anomaly) {
	if len(shown) < 2 {
		return
	}
	w.put("<nav>in violation <ul>\n")
	for i := range shown {
		name := fit(shown[i].Key, 24)
		if name == "" {
			name = fmt.Sprint("anomaly ", i+1)
		}
		w.put("<li><a href=\"#s%\"><code>%</code></a></li>\n", i+1, name)
	}
	w.put("</ul></nav>\n")
}

// about says what was run and how to run it again.
func (p *Page) about(w *writer) {
	w.put("<p class=\"about\">")
	if p.Program != "" {
		w.put("<span><b>program</b> <code>%</code></span> <span><b>seed</b> <code>%</code></span> ", clip(p.Program, shortText), fmt.Sprint(p.Seed))
	}
	if p.Model != "" {
		w.put("<span><b>model</b> <code>%</code></span> ", clip(p.Model, shortText))
	}
	if n := len(p.Ops); n > 0 {
		w.put("<span><b>history</b> %</span> ", several(n, "operation", "operations"))
	}
	if n := len(p.Txns); n > 0 {
		w.put("<span><b>history</b> %</span> ", several(n, "transaction", "transactions"))
	}
	w.put("</p>\n")
	if p.Command != "" {
		w.put("<p class=\"command\"><span>reproduce</span><code>%</code></p>\n", clip(p.Command, longText))
	}
}

// several counts things: "no calls", "1 call", "1,200 calls".
func several(n int, one, many string) string {
	switch n {
	case 0:
		return "no " + many
	case 1:
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// listed names the first few of many.
func listed(names []string) string {
	if more := len(names) - maxNames; more > 0 {
		return strings.Join(names[:maxNames], ", ") + " and " + thousands(more) + " more"
	}
	return strings.Join(names, ", ")
}
