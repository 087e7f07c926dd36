package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// wireNames hears which messages a client of the protocol package sends.
type wireNames struct {
	jsonrpc2.Conn
	last string
}

func (w *wireNames) Call(_ context.Context, method string, _, _ any) (jsonrpc2.ID, error) {
	w.last = method
	return jsonrpc2.ID{}, nil
}

func (w *wireNames) Notify(_ context.Context, method string, _ any) error {
	w.last = method
	return nil
}

// implemented are the methods that the server answers or hears, as they are called in
// messages: those of protocol.Server that it has of its own, and ours.
func implemented(t *testing.T) []string {
	t.Helper()
	wire := &wireNames{}
	dispatcher := reflect.ValueOf(protocol.ServerDispatcher(wire))
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || fn.Name.Name == "Request" {
				continue
			}
			star, ok := fn.Recv.List[0].Type.(*ast.StarExpr)
			if !ok || star.X.(*ast.Ident).Name != "server" {
				continue
			}
			m, ok := reflect.TypeFor[protocol.Server]().MethodByName(fn.Name.Name)
			if !ok {
				continue
			}
			in := []reflect.Value{reflect.ValueOf(context.Background())}
			if m.Type.NumIn() == 2 {
				in = append(in, reflect.New(m.Type.In(1).Elem()))
			}
			dispatcher.MethodByName(fn.Name.Name).Call(in)
			all = append(all, wire.last)
		}
	}
	all = append(all, slices.Collect(maps.Keys(requests))...)
	slices.Sort(all)
	return all
}

// method is what a test knows of one. In texts $root is the folder that is open, and
// $trace a trace.
type method struct {
	good    string // params
	want    string // begin of the answer to them; "" for a notification
	missing string // begin of the answer without params
	// lenient says that params of any kind are taken.
	lenient bool
}

const (
	somewhere = `{"textDocument": {"uri": "file://$root/client/main.go"}, "position": {"line": 9, "character": 33}}`
	oneFile   = `{"textDocument": {"uri": "file://$root/client/main.go"}}`
	noParams  = "-32602: "
	noHandle  = `-32602: the trace "" is not open; open it again`
)

// methods are all that there are.
var methods = map[string]method{
	"initialize": {good: `{"processId": null, "rootUri": null, "capabilities": {}}`, want: "-32600: initialize may be called once", missing: "-32600: "},
	"shutdown":   {}, // begins a state of its own, below
	"exit":       {}, // as above

	"textDocument/codeAction":        {good: `{"textDocument": {"uri": "file://$root/client/main.go"}, "range": {"start": {"line": 9, "character": 1}, "end": {"line": 9, "character": 1}}, "context": {"diagnostics": []}}`, want: `[{"title":`, missing: noParams},
	"textDocument/codeLens":          {good: oneFile, want: `[{"range":`, missing: noParams},
	"codeLens/resolve":               {good: `{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "data": {"what": "run", "config": "$root/seedfall.json"}}`, want: `{"range":`, missing: noParams},
	"textDocument/completion":        {good: somewhere, want: `{"isIncomplete":false,"items":[{`, missing: noParams},
	"textDocument/definition":        {good: somewhere, want: `[]`, missing: noParams},
	"textDocument/documentHighlight": {good: somewhere, want: `[{"range":`, missing: noParams},
	"textDocument/documentSymbol":    {good: oneFile, want: `[{"name":`, missing: noParams},
	"textDocument/hover":             {good: somewhere, want: `{"contents":`, missing: noParams},
	"textDocument/inlayHint":         {good: `{"textDocument": {"uri": "file://$root/client/main.go"}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}}`, want: `[{"position":`, missing: noParams},
	"textDocument/prepareRename":     {good: somewhere, want: `{"range":`, missing: noParams},
	"textDocument/rename":            {good: strings.TrimSuffix(somewhere, "}") + `, "newName": "kept writes"}`, want: `{"changes":`, missing: noParams},
	"textDocument/references":        {good: strings.TrimSuffix(somewhere, "}") + `, "context": {"includeDeclaration": true}}`, want: `[{"uri":`, missing: noParams},
	"workspace/symbol":               {good: `{"query": "wri"}`, want: `[{"name":"writes are kept"`, missing: noParams},
	"workspace/executeCommand":       {good: `{"command": "seedfall.stop", "arguments": [{"config": "$root/seedfall.json"}]}`, want: "null", missing: noParams},

	"seedfall/status":       {good: `{}`, want: `{"health":"ok"`, missing: `{"health":"ok"`, lenient: true},
	"seedfall/tests":        {good: `{}`, want: `{"scenarios":[{`, missing: `{"scenarios":[{`, lenient: true},
	"seedfall/trace/open":   {good: `{"file": "$trace"}`, want: `{"handle":"trace-`, missing: `-32803: the script has no "trace"`},
	"seedfall/trace/window": {good: `{"handle": "trace-1", "from": 0, "to": 0}`, want: `{"total":`, missing: noHandle},
	"seedfall/trace/query":  {good: `{"handle": "trace-1", "query": "kind=log"}`, want: `{"events":`, missing: noHandle},
	"seedfall/trace/state":  {good: `{"handle": "trace-1", "at": 0}`, want: `{"state":`, missing: noHandle},
	"seedfall/trace/view":   {good: `{"handle": "trace-1", "section": "head"}`, want: `{"data":`, missing: noHandle},
	"seedfall/trace/source": {good: `{"file": "nowhere.go"}`, want: `{"uri":""}`, missing: `{"uri":""}`},
	"seedfall/trace/close":  {good: `{"handle": "trace-none"}`, want: `{"closed":false}`, missing: `{"closed":false}`},

	"initialized":            {good: `{}`},
	"textDocument/didOpen":   {good: `{"textDocument": {"uri": "file://$root/server/main.go", "languageId": "go", "version": 1, "text": "package main"}}`},
	"textDocument/didChange": {good: `{"textDocument": {"uri": "file://$root/server/main.go", "version": 2}, "contentChanges": [{"range": {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 12}}, "text": "p"}]}`},
	"textDocument/didSave":   {good: `{"textDocument": {"uri": "file://$root/server/main.go"}}`},
	"textDocument/didClose":  {good: `{"textDocument": {"uri": "file://$root/server/main.go"}}`},

	"workspace/didChangeConfiguration":    {good: `{"settings": {"seedfall": {"run": {"seeds": 7}}}}`},
	"workspace/didChangeWatchedFiles":     {good: `{"changes": [{"uri": "file://$root/go.mod", "type": 2}]}`},
	"workspace/didChangeWorkspaceFolders": {good: `{"event": {"added": [], "removed": []}}`},
	"window/workDoneProgress/cancel":      {good: `{"token": "none"}`},
}

func TestEveryMethodIsTested(t *testing.T) {
	if got, want := slices.Sorted(maps.Keys(methods)), implemented(t); !slices.Equal(got, want) {
		t.Errorf("the test knows\n%q\nthe server has\n%q", got, want)
	}
}

// Of what no editor asks for without being told that it may, it is told.
func TestWhatTheServerAnswersIsAnnounced(t *testing.T) {
	// Some are announced under the name of another.
	providers := map[string]string{"textDocument/prepareRename": "rename", "workspace/symbol": "workspaceSymbol", "workspace/executeCommand": "executeCommand", "codeLens/resolve": "codeLens"}
	c := talk(t, folder(t), nil, func(*server) {})
	var r struct {
		Capabilities map[string]json.RawMessage `json:"capabilities"`
	}
	c.call("initialize", `{"processId": null, "rootUri": null, "capabilities": {}}`, &r)
	announced := map[string]bool{}
	for name := range r.Capabilities {
		if provider, ok := strings.CutSuffix(name, "Provider"); ok {
			announced[provider] = true
		}
	}
	there := map[string]bool{}
	for name, m := range methods {
		short, ok := strings.CutPrefix(name, "textDocument/")
		if provider := providers[name]; provider != "" {
			short, ok = provider, true
		}
		if ok && m.want != "" {
			there[short] = true
		}
	}
	if got, want := slices.Sorted(maps.Keys(announced)), slices.Sorted(maps.Keys(there)); !slices.Equal(got, want) {
		t.Errorf("announced are\n%q\nanswered are\n%q", got, want)
	}
}

// wrongParams are none of any method that looks at its params.
var wrongParams = []string{`5`, `"text"`, `[1, 2]`, `true`}

func TestEveryRequestIsAnsweredInEachState(t *testing.T) {
	c := openArchive(t, "kv.txt", ours)
	trace := sampleTrace(t, 3, "line")
	filled := func(text string) string { return strings.NewReplacer("$root", c.root, "$trace", trace).Replace(text) }
	c.open("client/main.go", "")
	c.run()
	c.call("seedfall/trace/open", filled(`{"file": "$trace"}`), nil)
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		m := methods[name]
		if m.want == "" {
			continue
		}
		begins(t, name, spoke(c.call(name, filled(m.good))), m.want)
		begins(t, name+" without params", spoke(c.bare(name)), m.missing)
		for _, wrong := range wrongParams {
			a := spoke(c.call(name, wrong))
			if m.lenient {
				begins(t, name+" with "+wrong, a, m.want)
			} else if !strings.HasPrefix(a, "-32602: ") && name != "initialize" {
				t.Errorf("%s with %s is answered by %s", name, wrong, a)
			}
		}
	}
	begins(t, "a method that there is not", spoke(c.call("textDocument/moniker", somewhere)), "-32601: ")
	begins(t, "shutdown", spoke(c.bare("shutdown")), "null")
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		if m := methods[name]; m.want != "" {
			begins(t, name+" after shutdown", spoke(c.call(name, filled(m.good))), "-32600: ")
		}
	}
	c.notify("exit", "null")
	if code := c.ends(); code != 0 {
		t.Errorf("the server ends with %d", code)
	}
	c.neverPanicked()
}

func TestNoRequestIsAnsweredBeforeInitialize(t *testing.T) {
	c := talk(t, folder(t), nil, func(*server) {})
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		if m := methods[name]; m.want != "" && name != "initialize" {
			begins(t, name, spoke(c.call(name, m.good)), "-32002: ")
		}
	}
	c.notify("exit", "null")
	if code := c.ends(); code != 1 {
		t.Errorf("the server ends with %d", code)
	}
}

// Notifications have no answer: the server goes on, and says what it did not take.
func TestNotificationsThatAreWrongChangeNothing(t *testing.T) {
	c := openArchive(t, "kv.txt", ours)
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		m := methods[name]
		if m.want != "" || name == "shutdown" || name == "exit" {
			continue
		}
		for _, wrong := range wrongParams {
			c.notify(name, wrong)
		}
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q}`, name))
		c.notify(name, strings.ReplaceAll(m.good, "$root", c.root))
		begins(t, "status after "+name, spoke(c.call("seedfall/status", "{}")), `{"health":"ok"`)
		begins(t, name+" with an id", spoke(c.call(name, "{}")), "-32600: ")
	}
	c.notify("textDocument/didChange", `{"textDocument": {"uri": "file:///nowhere.go", "version": 2}, "contentChanges": [{"text": "x"}]}`)
	c.wait("the log", func() bool { return c.logged("notification textDocument/didChange: file:///nowhere.go is not open") })
	c.neverPanicked()
}

// commandCalls are calls of each command, in this order, with the begin of the answer.
var commandCalls = []struct{ name, args, want string }{
	{"run", `{"seeds": 3}`, "null"},
	{"runUntilFailure", `{}`, "null"},
	{"runForDuration", `{"duration": "1m"}`, "null"},
	{"runForDuration", `{"duration": "-1m"}`, "-32602: "},
	{"replay", `{"fingerprint": "f1"}`, "null"},
	{"replay", `{"seed": 7}`, "null"},
	{"shrink", `{"fingerprint": "none"}`, "-32602: "},
	{"shrink", `{"fingerprint": "f1"}`, "null"},
	{"stop", `{}`, "null"},
	{"showSchedule", `{"fingerprint": "none"}`, "-32602: "},
	{"showSchedule", `{"fingerprint": "f1"}`, "null"},
	{"timeline", `{"seed": 1}`, `{"handle":"trace-`},
	{"why", `{"fingerprint": "none"}`, "-32602: "},
	{"removeFault", `{"fingerprint": "f1"}`, "-32602: "},
	{"removeFault", `{"fingerprint": "f1", "fault": 1}`, "-32803: "},
	{"setTrigger", `{"trigger": "off"}`, "null"},
	{"setTrigger", `{}`, "-32602: "},
	{"pause", `{}`, "null"},
	{"resume", `{}`, "null"},
	{"verifyFix", `{"fingerprint": "f1"}`, `{"fixed":false,"message":"not verified: `},
	{"verifyFix", `{}`, "-32602: "},
	{"addToCorpus", `{"fingerprint": "none"}`, "-32602: "},
	{"addToCorpus", `{"fingerprint": "f1"}`, "-32803: "}, // its file is not there
	{"copyCommandLine", `{}`, `{"text":"seedfall run -c seedfall.json`},
	{"clearResults", `{}`, "null"},
	{"runAtCursor", `{"uri": "file://$root/client/main.go", "position": {"line": 9, "character": 1}}`, `{"configs":["`},
	{"runAtCursor", `{"uri": "file://$root/client/main.go"}`, "-32602: seedfall.runAtCursor: there is no position; "},
	{"runAtCursor", `{"position": {"line": 9, "character": 1}}`, `-32602: seedfall.runAtCursor: the uri "" names no file`},
	{"runAtCursor", `{"uri": "file://$root/client/main.go", "position": 9}`, "-32602: "},
	{"runFile", `{"uri": "file://$root/seedfall.json", "seeds": 3}`, `{"configs":["`},
	{"runFile", `{}`, `-32602: seedfall.runFile: the uri "" names no file`},
	{"runFile", `{"uri": "untitled:1"}`, `-32602: seedfall.runFile: the uri "untitled:1" names no file`},
	{"check", `{"seed": 7}`, `{"same":true,"message":"two runs of the seed are the same","ran":1}`},
	{"check", `{"seed": 7, "seeds": 3}`, "-32602: seedfall.check: a failure or a seed is one run; "},
	{"check", `{"fingerprint": "none"}`, "-32602: no failure "},
	{"check", `{"seeds": "3"}`, "-32602: "},
	{"generateRegressionTest", `{"fingerprint": "none"}`, "-32602: "},
	{"generateRegressionTest", `{"fingerprint": "f1"}`, "-32803: "}, // its file is not there
	{"generateRegressionTest", `{"fingerprint": 1}`, "-32602: "},
	{"newConfig", `{"uri": "file://$root/seedfall.json"}`, `{"path":"`}, // it is there: another scenario would be in the way of other tests
	{"newConfig", `{}`, `{"path":"`},                                    // of the folder that is open
	{"newConfig", `{"uri": "file:///"}`, `-32602: seedfall.newConfig: the uri "file:///" is in none of the open folders; `},
	{"newConfig", `{"uri": "file://$root/seedfall/sim/sim.go"}`, "-32803: seedfall.newConfig: there is no package main in "},
	{"newConfig", `{"uri": 7}`, "-32602: "},
	{"openFailures", `{}`, `{"failures":[{"config":"`},
	{"openFailures", `{"uri": "nowhere"}`, `{"failures":[`}, // which it does not look at
	{"memoryUsage", `{}`, `{"text":"the server has `},
	{"doctor", `{}`, `{"ok":true,"text":"seedfall doctor: `},
	{"runFile", `{"uri": "file://$root/nowhere_test.go"}`, "-32602: seedfall.runFile: no config in the open folders runs "},
	{"rerunLast", `{}`, "-32602: seedfall.runFile: no config "}, // which was the last
	{"stopAll", `{}`, "null"},
}

func TestEveryCommandIsAnswered(t *testing.T) {
	c := openArchive(t, "kv.txt", ours)
	script := filepath.Join(c.root, "worker.json")
	b, err := fs.ReadFile(os.DirFS(c.root), "worker.json")
	if err != nil {
		t.Fatal(err)
	}
	more := fmt.Sprintf(`{"recall": [{"done": {}}], "check": [{"done": {"checked": {"ran": 1}}}], "trace": [{"done": {"file": %q}}],`, sampleTrace(t, 3, "line"))
	put(t, script, strings.Replace(string(b), "{", more, 1))
	tested := map[string]bool{}
	for _, call := range commandCalls {
		tested["seedfall."+call.name] = true
		args := strings.Replace(call.args, "{", fmt.Sprintf(`{"config": %q, `, c.root+"/seedfall.json"), 1)
		args = strings.ReplaceAll(strings.Replace(args, ", }", "}", 1), "$root", c.root)
		begins(t, call.name+" "+call.args, spoke(c.answer(c.command(call.name, args))), call.want)
	}
	if got, want := slices.Sorted(maps.Keys(tested)), commandNames(); !slices.Equal(got, want) {
		t.Errorf("tested are\n%q\nof\n%q", got, want)
	}
	for _, name := range commandNames() {
		name = strings.TrimPrefix(name, "seedfall.")
		begins(t, name+" with a number", spoke(c.answer(c.command(name, "5"))), "-32602: ")
		begins(t, name+" with a wrong field", spoke(c.answer(c.command(name, `{"config": 5}`))), "-32602: ")
		if !commands["seedfall."+name].general {
			begins(t, name+" in no scenario", spoke(c.answer(c.command(name, `{"config": "nowhere"}`))), `-32602: seedfall.`+name+`: no config "nowhere"`)
		}
	}
	begins(t, "failures of no scenario", spoke(c.answer(c.command("openFailures", `{"config": "nowhere"}`))), `-32602: seedfall.openFailures: no config "nowhere"`)
	begins(t, "a command that there is not", spoke(c.answer(c.command("none", "{}"))), `-32602: there is no command "seedfall.none"`)
	c.neverPanicked()
}

func TestEveryCommandIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(string(page)) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), "|")
		if strings.HasPrefix(line, "| `seedfall.") {
			for _, name := range strings.Split(cell, ",") {
				rows = append(rows, strings.Trim(name, " `"))
			}
		}
	}
	if slices.Sort(rows); !slices.Equal(rows, commandNames()) {
		t.Errorf("docs/editors.md has\n%q\nthere are\n%q", rows, commandNames())
	}
}

// bare makes a request without params.
func (c *client) bare(method string) answer {
	c.t.Helper()
	c.mu.Lock()
	c.last++
	id := c.last
	c.mu.Unlock()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method))
	return c.answer(id)
}

// spoke is an answer as a text: an error, or a result.
func spoke(a answer) string {
	if a.err != "" {
		return a.err
	}
	return string(a.result)
}

func begins(t *testing.T, what, got, want string) {
	t.Helper()
	if !strings.HasPrefix(got, want) {
		t.Errorf("%s: %.300s\nwant %s", what, got, want)
	}
}

// neverPanicked says that no handler did until now.
func (c *client) neverPanicked() {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.logged("panic in ") {
		c.t.Error("a handler has panicked")
	}
}
