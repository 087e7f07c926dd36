package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/lsp/internal/text"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/uri"
)

// fakeWorker is the argument that makes the test binary a worker.
const fakeWorker = "fake-worker"

// playing says that the test binary was started as such a worker, and has done its
// work.
func playing() bool {
	if len(os.Args) != 3 || os.Args[1] != fakeWorker {
		return false
	}
	if err := playWorker(os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

// playWorker does every job by saying what a file has for it: an object for each
// kind of job, with its events. The last seed may stand behind the kind. A job whose
// events do not end it ends when it is cancelled; for one with null in place of events
// the worker ends.
func playWorker(script string) error {
	b, err := os.ReadFile(script)
	if err != nil {
		return err
	}
	var parts map[string][]work.Event
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	out, held := json.NewEncoder(os.Stdout), map[int]bool{}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var j work.Job
		if err := json.Unmarshal(in.Bytes(), &j); err != nil {
			return err
		}
		says, known := parts[fmt.Sprintf("%s %d", j.Do, j.Last)]
		if !known {
			says, known = parts[string(j.Do)]
		}
		switch {
		case j.Cancel != 0 && held[j.Cancel]:
			says = []work.Event{{Done: &work.Done{Cancelled: true}}}
			j.ID = j.Cancel
		case j.Cancel != 0:
			continue
		case known && says == nil:
			return fmt.Errorf("the script ends the worker")
		case !known:
			says = []work.Event{{Done: &work.Done{Error: fmt.Sprintf("the script has no %q", j.Do), Kind: work.Other}}}
		}
		for _, e := range says {
			e.Job = j.ID
			if err := out.Encode(e); err != nil {
				return err
			}
		}
		held[j.ID] = len(says) == 0 || says[len(says)-1].Done == nil
	}
	return nil
}

// uri is that of a file of the folder.
func (c *client) uri(name string) string {
	return string(uri.File(filepath.Join(c.root, filepath.FromSlash(name))))
}

// open opens a file of the folder with a text, or with what it has on disk if text
// is "". Each ¦ in a text is taken out; the positions where they stood are given.
func (c *client) open(name, content string) (marks []string) {
	c.t.Helper()
	if content == "" {
		b, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(name)))
		if err != nil {
			c.t.Fatal(err)
		}
		content = string(b)
	}
	content, marks = marked(content)
	language := strings.TrimPrefix(filepath.Ext(name), ".")
	c.texts[name] = content
	if c.versions[name]++; c.versions[name] == 1 {
		c.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument": {"uri": %q, "languageId": %q, "version": 1, "text": %s}}`, c.uri(name), language, asJSON(content)))
	} else {
		c.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument": {"uri": %q, "version": %d}, "contentChanges": [{"text": %s}]}`, c.uri(name), c.versions[name], asJSON(content)))
	}
	return marks
}

// close closes a file.
func (c *client) close(name string) {
	c.notify("textDocument/didClose", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, c.uri(name)))
	delete(c.texts, name)
	delete(c.versions, name)
}

// sync waits until the diagnostics have come that what was sent until now leads
// to: it opens a config with a mistake, whose diagnostics come last.
func (c *client) sync() {
	c.t.Helper()
	c.synced++
	name := fmt.Sprintf("zz/%d/seedfall.json", c.synced)
	c.open(name, `{"mistake": 1}`)
	c.wait("diagnostics", func() bool { return c.published(name) != nil })
}

// shown are the diagnostics of a file, after all that was sent until now.
func (c *client) shown(name string) []diagnostic {
	c.t.Helper()
	c.sync()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.published(name)
}

// marked takes the marks out of a text, and gives their positions in 16-bit units.
func marked(content string) (clean string, marks []string) {
	parts := strings.Split(content, "¦")
	clean = strings.Join(parts, "")
	d := text.New(clean)
	at := 0
	for _, p := range parts[:len(parts)-1] {
		at += len(p)
		pos := d.Position(at, text.UTF16)
		marks = append(marks, fmt.Sprintf(`{"line": %d, "character": %d}`, pos.Line, pos.Column))
	}
	return clean, marks
}

func asJSON(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(b)
}

// place is the params of a request about a position.
func (c *client) place(name, position string) string {
	return fmt.Sprintf(`{"textDocument": {"uri": %q}, "position": %s}`, c.uri(name), position)
}

// after is the position behind the first occurrence of a text in an open file.
func (c *client) after(name, what string) string {
	c.t.Helper()
	i := strings.Index(c.texts[name], what)
	if i < 0 {
		c.t.Fatalf("%s has no %q", name, what)
	}
	p := text.New(c.texts[name]).Position(i+len(what), text.UTF16)
	return fmt.Sprintf(`{"line": %d, "character": %d}`, p.Line, p.Column)
}

// span is a range as the server gives it.
type span struct {
	Start struct{ Line, Character int }
	End   struct{ Line, Character int }
}

// cut is what a range of a file encloses.
func (c *client) cut(name string, s span) string {
	from, to := c.offsets(name, s)
	return c.content(name)[from:to]
}

func (c *client) offsets(name string, s span) (from, to int) {
	d := text.New(c.content(name))
	return d.Offset(text.Position{Line: s.Start.Line, Column: s.Start.Character}, text.UTF16), d.Offset(text.Position{Line: s.End.Line, Column: s.End.Character}, text.UTF16)
}

// content is the text of a file, as it is open or on disk.
func (c *client) content(name string) string {
	if t, ok := c.texts[name]; ok {
		return t
	}
	b, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(name)))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(b)
}

// name is that of a file of the folder, by its URI.
func (c *client) name(u string) string {
	rel, err := filepath.Rel(c.root, uri.URI(u).FsPath())
	if err != nil {
		c.t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

// edits is what a file is after edits, in any order.
func (c *client) edits(name string, all []textEdit) string {
	t := c.content(name)
	slices.SortFunc(all, func(a, b textEdit) int {
		x, _ := c.offsets(name, a.Range)
		y, _ := c.offsets(name, b.Range)
		return y - x
	})
	for _, e := range all {
		from, to := c.offsets(name, e.Range)
		t = t[:from] + e.NewText + t[to:]
	}
	return t
}

type textEdit struct {
	Range   span
	NewText string
}

// diagnostic is one as the server publishes it.
type diagnostic struct {
	Range              span
	Severity           int
	Code, Message      string
	RelatedInformation []struct {
		Location struct {
			URI   string
			Range span
		}
		Message string
	}
	Data json.RawMessage
}

// published are the diagnostics of a file that were published last; nil before the
// first time. mu is held.
func (c *client) published(name string) (all []diagnostic) {
	for _, m := range c.messages {
		var p struct {
			URI         string
			Diagnostics []diagnostic
		}
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == c.uri(name) {
			all = p.Diagnostics
		}
	}
	return all
}

// run runs the scenario of the archive, and waits until its failure has been
// replayed, and nothing is being done any more.
func (c *client) run() {
	c.t.Helper()
	c.call("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.run", "arguments": [{"config": %q}]}`, c.root+"/seedfall.json"), nil)
	c.wait("the story of the failure", func() bool {
		for _, d := range c.published("client/main.go") {
			if len(d.RelatedInformation) > 0 && d.Code == "always" {
				return true
			}
		}
		return false
	})
	// Jobs are done one after the other.
	c.call("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.replay", "arguments": [{"config": %q, "fingerprint": "f1"}]}`, c.root+"/seedfall.json"), nil)
}
