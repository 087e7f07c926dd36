package lsp

import (
	"encoding/json"
	"path/filepath"

	"go.lsp.dev/uri"
)

// open opens the program in the editor with a text.
func (e *editor) open(text string) {
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.file(), "languageId": "go", "version": 1, "text": text}})
}

// change gives the program another text in the editor.
func (e *editor) change(text string) {
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.file(), "version": 2},
		"contentChanges": []any{map[string]any{"text": text}}})
}

// save changes the program on disk and tells the server.
func (e *editor) save(text string) {
	e.t.Helper()
	put(e.t, filepath.Join(e.dir, "main.go"), text)
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.file()}})
}

func (e *editor) file() uri.URI { return uri.File(filepath.Join(e.dir, "main.go")) }

// lens is what the lens of the workload's main says.
func (e *editor) lens() string {
	e.t.Helper()
	data, err := json.Marshal(slot{What: "state", Config: filepath.Join(e.dir, "seedfall.json")})
	if err != nil {
		e.t.Fatal(err)
	}
	a := e.call("codeLens/resolve", map[string]any{"range": map[string]any{"start": map[string]int{"line": 0, "character": 0},
		"end": map[string]int{"line": 0, "character": 0}}, "data": json.RawMessage(data)})
	var l struct {
		Command struct {
			Title string `json:"title"`
		} `json:"command"`
	}
	if a.err != "" || json.Unmarshal(a.result, &l) != nil {
		e.t.Fatalf("the lens: %s %s", a.err, a.result)
	}
	return l.Command.Title
}
