package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
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
