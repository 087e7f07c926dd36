package lsp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf16"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/uri"
)

// buffer is a text as an editor has it.
type buffer struct {
	text string
	utf8 bool // columns are counted in bytes
}

// position is that of an offset, found in another way than the server does.
func (b *buffer) position(offset int) string {
	before := strings.Split(b.text[:offset], "\n")
	last := before[len(before)-1]
	column := len(utf16.Encode([]rune(last)))
	if b.utf8 {
		column = len(last)
	}
	return fmt.Sprintf(`{"line":%d,"character":%d}`, len(before)-1, column)
}

func (b *buffer) span(from, to int) string {
	return fmt.Sprintf(`{"start":%s,"end":%s}`, b.position(from), b.position(to))
}

// replace replaces a part, and gives the change that tells the server.
func (b *buffer) replace(from, to int, with string) string {
	change := fmt.Sprintf(`{"range":%s,"text":%s}`, b.span(from, to), asJSON(with))
	b.text = b.text[:from] + with + b.text[to:]
	return change
}

// noise is what is written into a comment: characters of one to four bytes, of one
// and two units, and ends of lines.
var noise = []string{"x", "ä", "語", "😀", "\r\n", "\n", "a\u0301", "sim.Reachable(\"no\")", "", "\t"}

// scribble replaces a random part between two offsets, at characters, never between
// the two that end a line.
func (b *buffer) scribble(r *rand.Rand, from, to int) string {
	var places []int
	for i := range b.text[from:to] {
		if i += from; i == 0 || b.text[i-1] != '\r' {
			places = append(places, i)
		}
	}
	places = append(places, to)
	at := r.IntN(len(places))
	end := min(len(places)-1, at+r.IntN(4))
	return b.replace(places[at], places[end], noise[r.IntN(len(noise))])
}

const head, foot = "package main\r\n\r\nimport \"github.com/seedfall/seedfall/sim\"\r\n\r\n/*", "*/ func main() { sim.Reachable(\"the name\") }\r\n"

func TestAThousandRapidChanges(t *testing.T) {
	for _, encoding := range []string{"utf-16", "utf-8"} {
		t.Run(encoding, func(t *testing.T) {
			newStage(t)
			var scans atomic.Int64
			c := talk(t, project(t), nil, func(s *server) {
				s.load = loadMain
				s.scan = func(path, text string, facts *scan.Facts) *scan.File {
					scans.Add(1)
					return scan.ScanWith(path, text, facts)
				}
			})
			c.initialize(fmt.Sprintf(`{"general": {"positionEncodings": [%q]}}`, encoding), `{"run": {"trigger": "off"}}`, nil)
			b := &buffer{head + " 語 😀 " + foot, encoding == "utf-8"}
			c.open("main.go", b.text)
			r := rand.New(rand.NewPCG(1, 1))
			asked := map[int]string{} // where the name has to be, by request
			for version := 2; version <= 1001; version++ {
				changes := []string{b.scribble(r, len(head), len(b.text)-len(foot))}
				if version%7 == 0 { // each is about what the one before it has made
					changes = append(changes, b.scribble(r, len(head), len(b.text)-len(foot)))
				}
				c.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[%s]}`, c.uri("main.go"), version, strings.Join(changes, ",")))
				if version%100 == 1 {
					at := strings.LastIndex(b.text, "the name")
					id := c.ask("textDocument/documentHighlight", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":%s}`, c.uri("main.go"), b.position(at)))
					asked[id] = b.span(at-1, at+len("the name")+1)
				}
			}
			for id, want := range asked { // in any order
				wantText(t, fmt.Sprintf("answer %d", id), spoke(c.answer(id)), fmt.Sprintf(`[{"range":%s,"kind":1}]`, want))
			}
			c.server.mu.Lock()
			d := c.server.docs[uri.URI(c.uri("main.go"))]
			wantText(t, "the text", d.text.Text(), b.text)
			wantText(t, "the version", fmt.Sprint(d.version), "1001")
			c.server.mu.Unlock()
			if n := scans.Load(); n > 100 {
				t.Errorf("the text was scanned %d times", n)
			}
			c.neverPanicked()
		})
	}
}

func TestATextThatIsEditedDuringARunMarksItsResults(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`)
	e.quiet()
	e.open("main.go", program)
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared())
	e.open("main.go", program+"// 😀\r\n")
	w.say(j, work.Event{Failure: fails(3)})
	e.told("textDocument/publishDiagnostics", "outdated: it breaks", 0)
	before := e.seen()
	e.open("main.go", program)
	e.told("textDocument/publishDiagnostics", `"severity":1`, before)
	e.save(program + "// b\n") // a run that somebody asked for goes on
	e.open("main.go", program+"// b\n")
	w.say(j, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1}}))
	wantText(t, "the answer", spoke(e.answer(id)), "null")
	e.quiet()
	wantText(t, "the lens", e.lens(), "fails: seed 3 · shrink (outdated)")
}

// A client of another system names files in its own way; each is one document,
// whatever the case of its drive and however its colon is written.
func TestDocumentsOnWindowsAreNotMixedUp(t *testing.T) {
	newStage(t)
	c := talk(t, folder(t), nil, func(s *server) { s.load = loadMain })
	c.call("initialize", `{"processId": null, "rootUri": null, "workspaceFolders": [{"uri": "file:///C:/Users/x", "name": "w"}], "capabilities": `+ours+`}`, nil)
	c.notify("initialized", "{}")
	text := func(name string) string {
		return fmt.Sprintf("package p\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc f() { sim.Reachable(%q) }\n", name)
	}
	for u, name := range map[string]string{"file:///C:/Users/x/a.go": "a", "file:///c%3A/Users/y/a.go": "b", "file:///Users/x/a.go": "c", "file://c/Users/x/a.go": "d"} {
		c.notify("textDocument/didOpen", object{"textDocument": object{"uri": u, "languageId": "go", "version": 1, "text": text(name)}})
	}
	c.notify("textDocument/didChange", object{"textDocument": object{"uri": "file:///c:/Users/x/a.go", "version": 2}, "contentChanges": []object{{"text": text("A")}}})
	for u, want := range map[string]string{
		"file:///C:/Users/x/a.go": "A", "file:///C%3A/Users/x/a.go": "A", "file:///c:/Users/x/a.go": "A",
		"file:///C:/Users/y/a.go": "b", "file:///Users/x/a.go": "c",
		"file://c/Users/x/a.go": "", "file:///D:/Users/x/a.go": "",
	} {
		var symbols []struct{ Name string }
		c.call("textDocument/documentSymbol", object{"textDocument": object{"uri": u}}, &symbols)
		got := ""
		for _, s := range symbols {
			got += s.Name
		}
		if !strings.Contains(got, want) || want == "" && got != "" || want != "" && len(symbols) != 1 {
			t.Errorf("%s has %q, want %q", u, got, want)
		}
	}
	c.notify("textDocument/didSave", object{"textDocument": object{"uri": "file:///C:/Users/x/a.go"}})
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": "file:///C%3A/Users/x/a.go"}})
	c.quiet()
	wantText(t, "when it is closed", spoke(c.call("textDocument/documentSymbol", object{"textDocument": object{"uri": "file:///c:/Users/x/a.go"}})), "[]")
	c.neverPanicked()
}
