package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/config"
	"golang.org/x/tools/txtar"
)

// maker is a client that makes files for the server.
const maker = `{"workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}}, "window": {"showDocument": {"support": true}}}`

// ofMany is a module with a server in two packages, and a client that records calls.
const ofMany = `
-- go.mod --
module example.com/m

go 1.26
-- cmd/Store_Node/main.go --
package main

func main() {}
-- cmd/Store_Node/main_linux.go --
package main

import "C"
-- lib/lib.go --
package lib
-- node/main.go --
package main

func main() {}
-- testdata/main.go --
package main

func main() {}
-- zz/load/main.go --
package main

import "github.com/seedfall/seedfall/sim"

func main() { sim.Put(1, 2).OK() }
-- zz/node/main.go --
package main

func main() {}
-- other/go.mod --
module example.com/other
-- other/main.go --
package main

func main() {}
`

func module(t *testing.T, archive string) string {
	t.Helper()
	root := folder(t)
	for _, f := range txtar.Parse([]byte(archive)).Files {
		put(t, filepath.Join(root, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return root
}

func TestANewConfigHasTheProgramsOfItsFolder(t *testing.T) {
	root := module(t, ofMany)
	for dir, want := range map[string]string{
		".": `{
  "duration": "1m",
  "nodes": [
    {"name": "store-node", "package": "./cmd/Store_Node"},
    {"name": "node", "package": "./node"},
    {"name": "node-2", "package": "./zz/node"}
  ],
  "workload": {"package": "./zz/load"},
  "faults": {
    "crash": {"every": "5s"}
  }
}
`,
		"node": `{
  "duration": "1m",
  "nodes": [
    {"name": "node", "package": "."}
  ],
  "faults": {
    "crash": {"every": "5s"}
  }
}
`,
		"zz/load": `{
  "duration": "1m",
  "workload": {"package": "."}
}
`,
	} {
		path := filepath.Join(root, filepath.FromSlash(dir), config.FileName)
		got, err := newConfig(path, programsIn(filepath.Dir(path)))
		if err != nil || got != want {
			t.Errorf("%s: %s%v\nwant %s", dir, got, err, want)
		}
	}
	if _, err := newConfig(filepath.Join(root, "lib", config.FileName), programsIn(filepath.Join(root, "lib"))); err == nil || !strings.HasPrefix(err.Error(), "there is no package main in ") {
		t.Errorf("%v", err)
	}
}

func TestANewConfigIsAnEdit(t *testing.T) {
	root := module(t, ofMany)
	c := talk(t, root, nil, func(*server) {})
	c.replies = map[string]string{"workspace/applyEdit": `{"applied": true}`}
	c.initialize(maker, `{}`, nil)
	wantText(t, "the answer", spoke(c.answer(c.command("newConfig", fmt.Sprintf(`{"uri": %q}`, c.uri("node/main.go"))))),
		fmt.Sprintf(`{"path":%q,"did":"created"}`, root+"/node/seedfall.json"))
	at := c.uri("node/seedfall.json")
	n := c.told("workspace/applyEdit", fmt.Sprintf(`"documentChanges":[{"kind":"create","uri":%q},{"textDocument":{"uri":%q,"version":null},"edits":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"newText":"{\n`, at, at), 0)
	c.told("window/showDocument", at, n)
	if exists(filepath.Join(root, "node", "seedfall.json")) {
		t.Error("the server has written the file itself")
	}
	c.mu.Lock()
	c.replies["workspace/applyEdit"] = `{"applied": false, "failureReason": "read-only"}`
	c.mu.Unlock()
	wantText(t, "an edit that is refused", spoke(c.answer(c.command("newConfig", `{}`))), fmt.Sprintf("-32803: the editor has not created %s: read-only", root+"/seedfall.json"))
}

func TestANewConfigIsWrittenForAnEditorThatCannot(t *testing.T) {
	root := module(t, ofMany)
	c := talk(t, root, nil, func(s *server) { s.load = loadMain })
	c.initialize(`{}`, `{"run": {"trigger": "off"}}`, nil)
	c.wait("the folders", func() bool { return c.logged("0 configs in the open folders") })
	for _, did := range []string{"created", "kept"} {
		wantText(t, "the answer", spoke(c.answer(c.command("newConfig", fmt.Sprintf(`{"uri": %q}`, c.uri("zz/load"))))),
			fmt.Sprintf(`{"path":%q,"did":%q}`, root+"/zz/load/seedfall.json", did))
		c.told("window/showMessage", "the config is in "+root+"/zz/load/seedfall.json", 0)
	}
	if b, err := os.ReadFile(root + "/zz/load/seedfall.json"); err != nil || !strings.Contains(string(b), `"workload"`) {
		t.Errorf("%s, %v", b, err)
	}
	c.wait("the new config is known", func() bool { return c.logged("1 config in the open folders") })
}
