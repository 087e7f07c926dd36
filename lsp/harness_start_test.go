package lsp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine/config"
	"golang.org/x/tools/txtar"
)

// everything is what a client with all abilities says of itself.
const everything = `{"general": {"positionEncodings": ["utf-16"]},
	"window": {"workDoneProgress": true, "showDocument": {"support": true}},
	"workspace": {"codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}},
	"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]},
		"completion": {"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown"]}},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "source"]}}, "isPreferredSupport": true}}}`

// ours is what the extension says of itself.
const ours = `{"experimental": {"seedfall": {"protocol": 1}}, "window": {"workDoneProgress": true}, "workspace": {"codeLens": {"refreshSupport": true}}}`

// talk starts a server in this process, after change was done to it. Its workers are
// this program again, with arguments.
func talk(t *testing.T, root string, worker []string, change func(*server)) *client {
	c := newClient(t, root)
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c.in = inW
	c.server = newServer(context.Background(), Options{Worker: append([]string{os.Args[0]}, worker...), Version: "test", Log: logOf{c}})
	c.server.onBattery = func() bool { return false } // what this machine runs on is no matter
	change(c.server)
	go func() {
		code := serve(c.server, inR, outW)
		outW.Close() //nolint:errcheck // a pipe
		c.code <- code
	}()
	c.begin(outR)
	return c
}

// spawn starts a server that is a process of its own.
func spawn(t *testing.T, root string, cmd *exec.Cmd) *client {
	t.Helper()
	c := newClient(t, root)
	cmd.Stderr = logOf{c}
	out, err := cmd.StdoutPipe()
	if err == nil {
		c.in, err = cmd.StdinPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() }) //nolint:errcheck // it has ended, or the test has failed
	read := c.begin(out)
	go func() {
		<-read // Wait closes what is read
		err := cmd.Wait()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Error(err)
		}
		c.code <- cmd.ProcessState.ExitCode()
	}()
	return c
}

// begin listens to the server, and ends the connection with the test. What it gives
// is closed when the server says nothing more.
func (c *client) begin(out io.Reader) (read chan struct{}) {
	read = make(chan struct{})
	go func() {
		defer close(read)
		c.read(bufio.NewReader(out))
	}()
	c.t.Cleanup(func() {
		c.hangUp()
		<-read
		if c.t.Failed() {
			c.t.Logf("log of the server:\n%s", c.log.String())
		}
	})
	return read
}

// hangUp closes the client's end, and gives the code with which the server ends.
func (c *client) hangUp() int {
	c.in.Close() //nolint:errcheck // a pipe
	return c.ends()
}

// ends waits for the end of the server, and gives its code.
func (c *client) ends() int {
	c.t.Helper()
	select {
	case code := <-c.code:
		c.code <- code
		return code
	case <-time.After(patience):
		c.t.Fatal("the server does not end")
		return 0
	}
}

// initialize makes the server's acquaintance. abilities and options are JSON, pid is
// that of the editor or nil.
func (c *client) initialize(abilities, options string, pid any) {
	c.t.Helper()
	c.call("initialize", fmt.Sprintf(`{"processId": %s, "capabilities": %s, "workspaceFolders": [{"uri": %q, "name": "w"}], "initializationOptions": %s}`,
		written(pid), abilities, c.uri(""), options), nil)
	c.notify("initialized", "{}")
}

// openArchive starts a server and has an archive's folder open in it. What the archive
// has in worker.json is what a worker will say. It returns when the programs of
// all configs are known. abilities is what the client says of itself.
func openArchive(t *testing.T, archive, abilities string) *client {
	t.Helper()
	return editAs(t, archive, abilities, `{"shrink": {"auto": false}, "run": {"trigger": "off"}}`)
}

// editAs is openArchive with the options that the server is started with.
func editAs(t *testing.T, archive, abilities, options string) *client {
	t.Helper()
	root := folder(t)
	a, err := txtar.ParseFile(filepath.Join("testdata", archive))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		put(t, filepath.Join(root, filepath.FromSlash(f.Name)), string(f.Data))
	}
	c := talk(t, root, []string{fakeWorker, filepath.Join(root, "worker.json")}, func(*server) {})
	c.initialize(abilities, options, nil)
	c.wait("the programs are loaded", func() bool { return c.logged("in the open folders") })
	return c
}

// folder is a new one, under its only name.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// project makes a folder with one scenario: a config, and a program of one file.
func project(t *testing.T) string {
	t.Helper()
	dir := folder(t)
	projectIn(t, dir)
	return dir
}

func projectIn(t *testing.T, dir string) {
	t.Helper()
	put(t, filepath.Join(dir, "seedfall.json"), `{"nodes": [{"name": "n", "package": "."}], "duration": "1s"}`)
	put(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	put(t, filepath.Join(dir, "main.go"), program)
}

const program = "package main\n\nfunc main() {}\n"

// edit starts a server on a folder. Its settings are those of the test, with no
// delay. The test plays its workers, on a stage.
func edit(t *testing.T, dir, settings string) *client {
	t.Helper()
	return editWith(t, dir, settings, nil)
}

func editWith(t *testing.T, dir, settings string, pid any) *client {
	t.Helper()
	c := talk(t, dir, nil, func(s *server) { s.load = loadMain })
	c.initialize(ours, settings, pid)
	return c
}

// loadMain is what takes the place of the go command: a program is its main.go.
func loadMain(_ context.Context, c *config.Config) (*loaded, error) {
	main := filepath.Join(c.Dir(), "main.go")
	return &loaded{files: map[string]string{main: "m/main.go"}, sources: map[string]string{"m/main.go": main}, workload: c.Dir()}, nil
}
