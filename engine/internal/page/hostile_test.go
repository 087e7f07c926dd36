package page_test

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/page"
	"github.com/seedfall/seedfall/engine/vtime"
)

// evil are texts that must do nothing.
var evil = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'/><svg onload=alert(1)>`, `</title></style></script><!--`, `&lt;b&gt;`,
	"\u202egnp.exe\u2066\u200b\ufeff", "nul\x00 bell\x07\r\v\tend", "\xff\xfe not text", `url(#f1-m)`, "%s%d%%", "]]>", "{{.}}", "\U000e0001tag\u2028",
	strings.Repeat("M\u0301\u0302\u0303", 400), strings.Repeat("長", 300), strings.Repeat("9", 10<<20),
}

// full is a page with one text wherever there is room for one.
func full(text string) *page.Page {
	from := history.Origin{Node: text, Incarnation: 3, Site: text, InvokeAt: 5, ReturnAt: 9, InvokeEvent: 1, ReturnEvent: 2}
	op := history.Op{Client: text, Kind: text, Args: []history.Value{history.Value(text), history.Value(text)}, Result: history.Value(text),
		Invoke: 3, Return: 4, Status: history.OK, Origin: from}
	open := op
	open.Status, open.Invoke = history.Unknown, 2
	x := history.Txn{Client: text, Status: history.OK, Invoke: 1, Return: 2, Origin: from,
		Ops: []history.Micro{{F: text, Key: text}, {F: history.Write, Key: text}, {F: history.Read, Key: text, Known: true}}}
	a := txn.Anomaly{Key: text, Text: text, Txns: []int{0, 1}}
	ring := a
	ring.Cycle = []txn.Step{{From: 0, To: 1, Key: text, Text: text}, {From: 1, To: 0, Key: text, Text: text}}
	return &page.Page{Title: text, Program: text, Model: text, Command: text,
		Ops: []history.Op{op, open}, Txns: []history.Txn{x, x},
		Linear: slices.Repeat([]check.Anomaly{{Op: 0, Key: text, States: []string{text, text}, Start: text, Conflicts: []int{1},
			Window: []int{0, 1}, Order: []int{1}, Text: text}}, 12),
		Isolation: &txn.Report{Anomalies: []txn.Anomaly{a, ring}, Beyond: []txn.Anomaly{a}, Unordered: []string{text}},
		Bands:     []page.Band{{Kind: text, Node: text, From: 6, To: 8, Text: text}, {Kind: text, From: 7, To: vtime.Never}},
	}
}

// form is all tags and names of attributes of a page, but for the ticks, which are
// as many as have room beside the names.
func form(t *testing.T, page string) (tags []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(body(page)))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return tags
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok {
			s := e.Name.Local
			tick := false
			for _, a := range e.Attr {
				s += " " + a.Name.Local
				tick = tick || a.Name.Local == "class" && a.Value == "tick"
			}
			if !tick {
				tags = append(tags, s)
			}
		}
	}
}

// body is what lies between the style and the script.
func body(page string) string {
	_, rest, _ := strings.Cut(page, "</head>")
	rest, _, _ = strings.Cut(rest, "<script>")
	return rest + "</body>"
}

func TestHostileTextsAreInertAndCut(t *testing.T) {
	want := form(t, write(t, full("plain")))
	for _, text := range evil {
		got := write(t, full(text))
		wellFormed(t, got)
		if !slices.Equal(form(t, got), want) {
			t.Errorf("%.40q changes the form of the page", text)
		}
		if len(got) > 400_000 {
			t.Errorf("%.40q: %d bytes", text, len(got))
		}
		for _, r := range got {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("%.40q: %U is in the page", text, r)
				break
			}
		}
	}
}

func FuzzTextsAreInert(f *testing.F) {
	for _, text := range evil {
		f.Add(text[:min(len(text), 1000)])
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := full(text)
		p.Linear = p.Linear[:1]
		got := write(t, p)
		wellFormed(t, got)
		if n := strings.Count(got, "<script"); n != 1 {
			t.Errorf("%d scripts", n)
		}
	})
}
