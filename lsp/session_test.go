package lsp

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine/config"
	"golang.org/x/tools/txtar"
)

// Workers of random sessions do these sweeps in a way of their own, by their last
// seed: one goes on until it is told to end, in the other the worker ends.
const (
	sweepHeld  = 13
	sweepFatal = 14
)

// unpack writes an archive into a folder, with a worker that also has the sweeps
// above.
func unpack(t *testing.T, root string) {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", "kv.txt"))
	if err != nil {
		t.Fatal(err)
	}
	more := fmt.Sprintf(`{"sweep %d": [{"prepared": {"program": "p", "go": "go1.26", "catalogue": [], "nodes": []}}, {"progress": {"seeds": 13, "ran": 1, "failed": 0, "tally": []}}],
		"sweep %d": null, "recall": [{"done": {}}],`, sweepHeld, sweepFatal)
	for _, f := range a.Files {
		text := string(f.Data)
		if f.Name == "worker.json" {
			text = strings.Replace(text, "{", more, 1)
		}
		put(t, filepath.Join(root, filepath.FromSlash(f.Name)), text)
	}
}

// loadKv is what takes the place of the go command for the archive's config.
func loadKv(_ context.Context, c *config.Config) (*loaded, error) {
	l := &loaded{files: map[string]string{}, sources: map[string]string{}, workload: filepath.Join(c.Dir(), "client")}
	for _, name := range []string{"client/main.go", "server/main.go"} {
		path := filepath.Join(c.Dir(), filepath.FromSlash(name))
		l.files[path], l.sources["example.com/kv/"+name] = "example.com/kv/"+name, path
	}
	return l, nil
}

// session starts a server for a random session in a folder with the archive.
func session(t *testing.T, root string) *client {
	t.Helper()
	return talk(t, root, []string{fakeWorker, filepath.Join(root, "worker.json")}, func(s *server) { s.load = loadKv })
}

// over says what is left of a server that has ended: nothing.
func (c *client) over(goroutines int) {
	c.t.Helper()
	c.neverPanicked()
	c.server.sweeper.mu.Lock()
	if c.server.sweeper.child != nil {
		c.t.Error("a worker is left")
	}
	c.server.sweeper.mu.Unlock()
	if runtime.GOOS == "linux" && len(workersOf(c.t, processID)) > 0 {
		c.t.Error("a worker lives")
	}
	leaves(c.t, goroutines)
}

// leaves waits until there are no more goroutines than that.
func leaves(t *testing.T, goroutines int) {
	t.Helper()
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for late := time.After(patience); runtime.NumGoroutine() > goroutines; {
		select {
		case <-ticker.C:
		case <-late:
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines are left of %d:\n%s", runtime.NumGoroutine(), goroutines, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// sessionFiles are those that random sessions are about.
var sessionFiles = []string{"client/main.go", "server/main.go", "seedfall.json", "two.faults.json"}

// goods are messages of a session as an editor sends them: JSON without jsonrpc and
// id, with $root for the folder.
func goods() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		if m := methods[name]; m.good != "" && name != "initialize" && !slices.Contains(folderMethods, name) {
			all = append(all, fmt.Sprintf(`"method":%q,"params":%s`, name, m.good))
		}
	}
	for _, call := range commandCalls {
		all = append(all, fmt.Sprintf(`"method":"workspace/executeCommand","params":{"command":"seedfall.%s","arguments":[%s]}`, call.name, call.args))
	}
	for _, seeds := range []int{sweepHeld, sweepFatal} {
		all = append(all, fmt.Sprintf(`"method":"workspace/executeCommand","params":{"command":"seedfall.run","arguments":[{"seeds":%d}]}`, seeds))
	}
	for _, name := range sessionFiles {
		all = append(all,
			fmt.Sprintf(`"method":"textDocument/didChange","params":{"textDocument":{"uri":"file://$root/%s","version":3},"contentChanges":[{"range":{"start":{"line":5,"character":9},"end":{"line":5,"character":11}},"text":"\"a"}]}`, name),
			fmt.Sprintf(`"method":"textDocument/definition","params":{"textDocument":{"uri":"file://$root/%s"},"position":{"line":4,"character":40}}`, name),
			fmt.Sprintf(`"method":"textDocument/completion","params":{"textDocument":{"uri":"file://$root/%s"},"position":{"line":5,"character":12}}`, name),
			fmt.Sprintf(`"method":"textDocument/references","params":{"textDocument":{"uri":"file://$root/%s"},"position":{"line":10,"character":20},"context":{"includeDeclaration":true}}`, name),
			fmt.Sprintf(`"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://$root/%s","languageId":"go","version":1,"text":"package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() {\n\tsim.Put(1, 2)\n\tsim.Always(true, \"😀\")\n}\n"}}`, name),
			fmt.Sprintf(`"method":"textDocument/didChange","params":{"textDocument":{"uri":"file://$root/%s","version":3},"contentChanges":[{"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":3}},"text":"{\"nodes\":[\r\n😀"}]}`, name),
			fmt.Sprintf(`"method":"textDocument/completion","params":{"textDocument":{"uri":"file://$root/%s"},"position":{"line":2,"character":9}}`, name),
			fmt.Sprintf(`"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file://$root/%s"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},"context":{"diagnostics":[]}}`, name),
			fmt.Sprintf(`"method":"textDocument/hover","params":{"textDocument":{"uri":"file://$root/%s"},"position":{"line":4,"character":9}}`, name))
	}
	return append(all, `"method":"$/cancelRequest","params":{"id":3}`, `"method":"$/setTrace","params":{"value":"off"}`, `"result":null`, `"error":{"code":-32601,"message":"no"}`,
		`"method":"workspace/didChangeConfiguration","params":{"settings":{"seedfall":{"run":{"trigger":"onSave","delay":"0s"},"codeLens.enable":true}}}`)
}

// folderMethods are those that name folders to look through. They are not changed in
// a way that names others: a server writes where it finds a config.
var folderMethods = []string{"workspace/didChangeWorkspaceFolders"}

// draw gives one of some things.
func draw[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }
