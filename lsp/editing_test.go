package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
)

// save changes the program on disk and tells the server.
func (c *client) save(text string) {
	c.t.Helper()
	put(c.t, filepath.Join(c.root, "main.go"), text)
	c.notify("textDocument/didSave", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, c.uri("main.go")))
}

// lens is what the lens of the workload's main says.
func (c *client) lens() string {
	c.t.Helper()
	data, err := json.Marshal(slot{What: "state", Config: filepath.Join(c.root, "seedfall.json")})
	if err != nil {
		c.t.Fatal(err)
	}
	var l struct {
		Command struct {
			Title string `json:"title"`
		} `json:"command"`
	}
	c.call("codeLens/resolve", object{"range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 0, "character": 0}}, "data": json.RawMessage(data)}, &l)
	return l.Command.Title
}
