package lsp

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

var (
	scripts    = flag.Int("scripts", 6, "how many random scripts clients do")
	scriptSeed = flag.Uint64("script-seed", 0, "the one script to do; 0 is all")
)

// steps is how many steps a script has.
const steps = 300

// Whatever a client does in whatever order, with workers that go on for ever and such
// that end: each request has one answer, the texts are those of the client, and
// nothing is left when it has gone.
func TestRandomScripts(t *testing.T) {
	for seed := uint64(1); seed <= uint64(*scripts); seed++ {
		if *scriptSeed != 0 && seed != *scriptSeed {
			continue
		}
		if !t.Run(fmt.Sprintf("script-seed=%d", seed), func(t *testing.T) { randomScript(t, seed) }) {
			t.Fatalf("again: go test ./lsp -run TestRandomScripts -scripts %d -script-seed %d", *scripts, seed)
		}
	}
}

// script is a client that does something at random.
type script struct {
	*client
	r      *rand.Rand
	second string // a folder that comes and goes
	open   map[string]*buffer
	asked  []int
}

func randomScript(t *testing.T, seed uint64) {
	t.Helper()
	root, second := folder(t), folder(t)
	unpack(t, root)
	unpack(t, second)
	before := runtime.NumGoroutine()
	s := &script{client: session(t, root), r: rand.New(rand.NewPCG(seed, 1)), second: second, open: map[string]*buffer{}}
	encoding := draw(s.r, []string{"utf-8", "utf-16"})
	s.initialize(strings.Replace(everythingOfOurs, "utf-16", encoding, 1),
		fmt.Sprintf(`{"run": {"delay": "0s", "trigger": %q}}`, draw(s.r, []string{"off", "replayKnown", "onSave", "continuous"})), nil)
	for range steps {
		draw(s.r, scriptSteps)(s)
	}
	s.compare(encoding == "utf-8")
	s.asked = append(s.asked, s.ask("shutdown", "null"))
	for _, id := range s.asked {
		s.answer(id)
	}
	s.notify("exit", "null")
	if code := s.ends(); code != 0 {
		t.Errorf("the server ends with %d", code)
	}
	s.mu.Lock()
	for id, a := range s.answers {
		if a.times != 1 {
			t.Errorf("request %d is answered %d times", id, a.times)
		}
	}
	s.mu.Unlock()
	s.over(before)
}

// compare says where the server's texts are not those of the client.
func (s *script) compare(utf8 bool) {
	s.t.Helper()
	s.call("textDocument/documentSymbol", object{"textDocument": object{"uri": s.uri("client/main.go")}}, nil) // what was told before has been heard
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	if len(s.server.docs) != len(s.open) {
		s.t.Errorf("%d documents are open, want %d", len(s.server.docs), len(s.open))
	}
	for name, b := range s.open {
		d := s.server.docs[uri.URI(s.uri(name))]
		if d == nil {
			s.t.Errorf("%s is not open", name)
			continue
		}
		wantText(s.t, name, d.text.Text(), b.text)
		if b.utf8 != utf8 {
			s.t.Errorf("%s is edited in the wrong encoding", name)
		}
	}
}

// scriptSteps are what may come next. What is more frequent stands there twice.
var scriptSteps = []func(*script){
	(*script).openOne, (*script).openOne, (*script).edit, (*script).edit, (*script).edit, (*script).rewrite, (*script).closeOne, (*script).saveOne,
	(*script).request, (*script).request, (*script).request, (*script).run, (*script).run, (*script).command, (*script).cancelOne, (*script).cancelOne,
	(*script).cancelProgress, (*script).configure, (*script).resolve, (*script).comeAndGo, (*script).touch,
}

func (s *script) begin(method string, params any) {
	s.asked = append(s.asked, s.ask(method, params))
}

// document is the name of one of the files, and its text if it is open.
func (s *script) document() (string, *buffer) {
	name := draw(s.r, sessionFiles)
	return name, s.open[name]
}

func (s *script) identifier(name string) object {
	s.versions[name]++
	return object{"uri": s.uri(name), "version": s.versions[name]}
}

func (s *script) openOne() {
	name, b := s.document()
	if b != nil {
		return
	}
	s.open[name] = &buffer{s.content(name), s.server.utf8()}
	d := s.identifier(name)
	d["languageId"], d["text"] = "go", s.open[name].text
	s.notify("textDocument/didOpen", object{"textDocument": d})
}

// utf8 says how columns are counted.
func (s *server) utf8() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.encoding != 0
}

func (s *script) edit() {
	name, b := s.document()
	if b == nil {
		return
	}
	change := b.scribble(s.r, 0, len(b.text))
	s.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument": %s, "contentChanges": [%s]}`, written(s.identifier(name)), change))
}

// rewrite gives a document the text that the disk has.
func (s *script) rewrite() {
	name, b := s.document()
	if b == nil {
		return
	}
	b.text = s.content(name)
	s.notify("textDocument/didChange", object{"textDocument": s.identifier(name), "contentChanges": []object{{"text": b.text}}})
}

func (s *script) closeOne() {
	name, b := s.document()
	if b == nil {
		return
	}
	delete(s.open, name)
	s.notify("textDocument/didClose", object{"textDocument": object{"uri": s.uri(name)}})
}

func (s *script) saveOne() {
	name, b := s.document()
	if b == nil {
		return
	}
	put(s.t, filepath.Join(s.root, filepath.FromSlash(name)), b.text)
	s.notify("textDocument/didSave", object{"textDocument": object{"uri": s.uri(name)}})
}

// touch changes a file in another way than in the editor.
func (s *script) touch() {
	name, b := s.document()
	if b != nil {
		return
	}
	put(s.t, filepath.Join(s.root, filepath.FromSlash(name)), s.content(name)+"\n")
	s.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": s.uri(name), "type": 2}}})
}

func (s *script) request() {
	name, _ := s.document()
	at := object{"line": s.r.IntN(20), "character": s.r.IntN(40)}
	p := object{"textDocument": object{"uri": s.uri(name)}, "position": at, "range": object{"start": at, "end": object{"line": 30, "character": 0}},
		"context": object{"diagnostics": []any{}, "includeDeclaration": true}, "query": "e"}
	s.begin(draw(s.r, []string{"textDocument/codeAction", "textDocument/codeLens", "textDocument/completion", "textDocument/definition", "textDocument/documentHighlight",
		"textDocument/documentSymbol", "textDocument/hover", "textDocument/inlayHint", "textDocument/references", "workspace/symbol", "seedfall/status", "seedfall/tests"}), p)
}

func (s *script) config() string {
	return filepath.Join(draw(s.r, []string{s.root, s.second}), "seedfall.json")
}

func (s *script) run() {
	p := object{"command": "seedfall.run", "arguments": []object{{"config": s.config(), "seeds": draw(s.r, []int{3, sweepHeld, sweepHeld, sweepFatal})}}}
	if s.r.IntN(2) == 0 {
		p["workDoneToken"] = fmt.Sprintf("token-%d", s.r.IntN(5))
	}
	s.begin("workspace/executeCommand", p)
}

func (s *script) command() {
	names := slices.DeleteFunc(commandNames(), func(name string) bool { return name == "seedfall.run" })
	s.begin("workspace/executeCommand", object{"command": draw(s.r, names), "arguments": []object{{"config": s.config(), "fingerprint": "f1", "seed": 2, "first": 1, "duration": "1s",
		"trigger": draw(s.r, []string{"off", "onSave", "continuous"})}}})
}

func (s *script) cancelOne() {
	if len(s.asked) > 0 {
		s.notify("$/cancelRequest", object{"id": s.asked[max(0, len(s.asked)-1-s.r.IntN(10))]})
	}
}

func (s *script) cancelProgress() {
	s.notify("window/workDoneProgress/cancel", object{"token": fmt.Sprintf(draw(s.r, []string{"token-%d", "seedfall-%d"}), s.r.IntN(9))})
}

func (s *script) configure() {
	s.notify("workspace/didChangeConfiguration", object{"settings": object{"seedfall": object{"run": object{"trigger": draw(s.r, []string{"off", "replayKnown", "onSave", "continuous"}), "seeds": 1 + s.r.IntN(5)},
		"codeLens": object{"enable": s.r.IntN(2) == 0}, "shrink": object{"auto": s.r.IntN(2) == 0}}}})
}

func (s *script) resolve() {
	s.begin("codeLens/resolve", object{"range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 0, "character": 0}}, "data": object{"what": "state", "config": s.config()}})
}

func (s *script) comeAndGo() {
	if s.r.IntN(2) == 0 {
		s.folders([]string{s.second}, nil)
	} else {
		s.folders(nil, []string{s.second})
	}
}
