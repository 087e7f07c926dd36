package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine/config"
	"go.lsp.dev/uri"
)

// editor is a client of a server, as an editor is one.
type editor struct {
	t      *testing.T
	dir    string
	server *server
	in     io.WriteCloser
	code   chan int

	mu      sync.Mutex
	changed *sync.Cond
	last    int
	answers map[int]answer
	heard   []notice
	ended   bool
}

type answer struct {
	result json.RawMessage
	err    string
}

type notice struct {
	method string
	params json.RawMessage
}

// project makes a folder with one scenario: a config, and a program of one file.
func project(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "seedfall.json"), `{"nodes": [{"name": "n", "package": "."}], "duration": "1s"}`)
	put(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	put(t, filepath.Join(dir, "main.go"), program)
	return dir
}

const program = "package main\n\nfunc main() {}\n"

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// edit starts a server on a folder. Its settings are those of the test, with no
// delay.
func edit(t *testing.T, dir, settings string) *editor {
	t.Helper()
	return editWith(t, dir, settings, nil)
}

func editWith(t *testing.T, dir, settings string, pid any) *editor {
	t.Helper()
	s := newServer(context.Background(), Options{Worker: []string{os.Args[0]}, Version: "test", Log: writer(func(b []byte) { t.Logf("%s", b) })})
	s.load = func(_ context.Context, c *config.Config) (*loaded, error) {
		main := filepath.Join(c.Dir(), "main.go")
		return &loaded{files: map[string]string{main: "m/main.go"}, sources: map[string]string{"m/main.go": main}, workload: c.Dir()}, nil
	}
	return editorOf(t, s, dir, settings, pid)
}

func editorOf(t *testing.T, s *server, dir, settings string, pid any) *editor {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	e := &editor{t: t, dir: dir, server: s, in: inW, code: make(chan int, 1), answers: map[int]answer{}}
	e.changed = sync.NewCond(&e.mu)
	go func() {
		code := serve(s, inR, outW)
		outW.Close()
		e.code <- code
	}()
	t.Cleanup(func() { e.close() })
	go e.listen(bufio.NewReader(outR))
	e.begin(settings, pid)
	return e
}

// begin makes the server's acquaintance.
func (e *editor) begin(settings string, pid any) {
	e.t.Helper()
	e.call("initialize", map[string]any{"processId": pid, "rootUri": uri.File(e.dir), "initializationOptions": json.RawMessage(settings),
		"capabilities": map[string]any{"experimental": map[string]any{"seedfall": map[string]any{"protocol": 1}},
			"window": map[string]any{"workDoneProgress": true}, "workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}}})
	e.notify("initialized", struct{}{})
}

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

// close ends the connection and waits for the server.
func (e *editor) close() {
	e.mu.Lock()
	was := e.ended
	e.ended = true
	e.mu.Unlock()
	if !was {
		e.in.Close()
		<-e.code
	}
}

func (e *editor) listen(r *bufio.Reader) {
	for {
		size := 0
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				size, _ = strconv.Atoi(v)
			}
		}
		b := make([]byte, size)
		if _, err := io.ReadFull(r, b); err != nil {
			return
		}
		e.message(b)
	}
}

func (e *editor) message(b []byte) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(b, &m); err != nil {
		e.t.Errorf("%s: %v", b, err)
		return
	}
	if m.Method != "" && m.ID != nil {
		go e.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID))
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	defer e.changed.Broadcast()
	if m.Method != "" {
		e.heard = append(e.heard, notice{m.Method, m.Params})
		return
	}
	id, _ := strconv.Atoi(string(m.ID))
	a := answer{result: m.Result}
	if m.Error != nil {
		a.err = fmt.Sprintf("%d: %s", m.Error.Code, m.Error.Message)
	}
	e.answers[id] = a
}

func (e *editor) send(body string) {
	fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body) //nolint:errcheck // the server may have ended
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	if err != nil {
		e.t.Fatal(err)
	}
	e.send(string(b))
}

// ask makes a request; the answer is waited for later.
func (e *editor) ask(method string, params any) (id int) {
	e.t.Helper()
	e.mu.Lock()
	e.last++
	id = e.last
	e.mu.Unlock()
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err != nil {
		e.t.Fatal(err)
	}
	e.send(string(b))
	return id
}

// answer waits for the answer to a request.
func (e *editor) answer(id int) (a answer) {
	e.t.Helper()
	e.until(fmt.Sprintf("an answer to %d", id), func() bool {
		var there bool
		a, there = e.answers[id]
		return there
	})
	return a
}

func (e *editor) call(method string, params any) answer {
	e.t.Helper()
	return e.answer(e.ask(method, params))
}

// command begins a command; args is JSON without the config.
func (e *editor) command(name, args string) (id int) {
	e.t.Helper()
	return e.ask("workspace/executeCommand", map[string]any{"command": "seedfall." + name, "arguments": []any{json.RawMessage(args)}})
}

// until waits until something is so; mu is held while it is asked.
func (e *editor) until(what string, so func() bool) {
	e.t.Helper()
	late := time.AfterFunc(patienceOfTests, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.ended = true
		e.changed.Broadcast()
	})
	defer late.Stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for !so() {
		if e.ended {
			e.t.Fatalf("it never came: %s", what)
		}
		e.changed.Wait()
	}
}

// told waits for a notification whose params contain a text, among those that came
// after the first after ones; it gives how many there are then.
func (e *editor) told(method, text string, after int) (n int) {
	e.t.Helper()
	e.until(fmt.Sprintf("%s with %s", method, text), func() bool {
		for i := after; i < len(e.heard); i++ {
			if e.heard[i].method == method && strings.Contains(string(e.heard[i].params), text) {
				n = i + 1
				return true
			}
		}
		return false
	})
	return n
}

// count is how many notifications have come.
func (e *editor) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.heard)
}

// quiet waits until the server has nothing to do.
func (e *editor) quiet() {
	e.t.Helper()
	for {
		before := e.count()
		if a := e.call("seedfall/status", struct{}{}); strings.Contains(string(a.result), `"quiescent":true`) {
			return
		}
		e.told("seedfall/status", `"quiescent":true`, before)
	}
}
