package examples

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// around is what the Go in docs/properties.md takes for granted.
const around = `package main

import (
	"errors"
	"time"

	"github.com/seedfall/seedfall/sim"
)

type store struct{}

func (store) Put(key, value string) error { return nil }

type transaction struct{}

func (transaction) Commit() error { return nil }

type nodes struct{}

func (nodes) HasLeader() bool { return true }

var (
	client                  store
	tx                      transaction
	cluster                 nodes
	key, value              string
	errRefused, errConflict = errors.New("refused"), errors.New("conflict")
	_                       = time.Second
	_                       = sim.Fail
)

func main() {}
`

// The Go that docs/properties.md shows compiles.
func TestTheGoOfThePageAboutPropertiesCompiles(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "properties.md"))
	if err != nil {
		t.Fatal(err)
	}
	var program strings.Builder
	program.WriteString(around)
	parts := strings.Split(string(page), "```go\n")[1:]
	if len(parts) < 3 {
		t.Fatalf("the page has %d pieces of Go", len(parts))
	}
	for i, part := range parts {
		code, _, _ := strings.Cut(part, "```")
		fmt.Fprintf(&program, "\nfunc piece%d() {\n%s}\n", i, code)
	}
	dir := t.TempDir()
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"main.go": program.String(),
		"go.sum":  string(sum),
		"go.mod":  fmt.Sprintf("module page\n\ngo 1.26\n\nrequire github.com/seedfall/seedfall v0.0.0\n\nreplace github.com/seedfall/seedfall => %s\n", root),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, target := range []string{"", "wasip1"} {
		cmd := exec.Command("go", "vet", "-mod=mod", ".")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
		if target != "" {
			cmd.Env = append(cmd.Env, "GOOS=wasip1", "GOARCH=wasm")
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", target, err, out)
		}
	}
}
