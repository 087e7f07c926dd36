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

	"golang.org/x/tools/txtar"
)

// patience is how long a test waits for something that must come, in real time.
const patience = 60 * time.Second

// client is an editor: it talks to a server through pipes.
type client struct {
	t      *testing.T
	root   string // folder that is open
	in     io.WriteCloser
	server chan int // its exit code

	mu       sync.Mutex
	heard    *sync.Cond // something came
	last     int        // id of the last request
	answers  map[int]message
	messages []message // requests and notifications of the server, in their order
	versions map[string]int
	texts    map[string]string
	synced   int
	closed   bool
	log      strings.Builder
}

// message is whatever the server sends.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// everything is what a client with all abilities says of itself.
const everything = `{"general": {"positionEncodings": ["utf-16"]},
	"window": {"workDoneProgress": true, "showDocument": {"support": true}},
	"workspace": {"codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}},
	"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]},
		"completion": {"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown"]}},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "source"]}}, "isPreferredSupport": true}}}`

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
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a, err := txtar.ParseFile(filepath.Join("testdata", archive))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		at := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := connect(t, root, []string{os.Args[0], fakeWorker, filepath.Join(root, "worker.json")})
	c.call("initialize", fmt.Sprintf(`{"capabilities": %s, "workspaceFolders": [{"uri": %q, "name": "w"}], "initializationOptions": %s}`, abilities, c.uri(""), options), nil)
	c.notify("initialized", "{}")
	c.wait("the programs are loaded", func() bool { return c.logged("in the open folders") })
	return c
}

// connect starts a server.
func connect(t *testing.T, root string, worker []string) *client {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &client{t: t, root: root, in: inW, server: make(chan int, 1), answers: map[int]message{}, versions: map[string]int{}, texts: map[string]string{}}
	c.heard = sync.NewCond(&c.mu)
	go func() {
		c.server <- Serve(context.Background(), inR, outW, Options{Worker: worker, Version: "test", Log: logOf{c}})
		outW.Close() //nolint:errcheck // a pipe
	}()
	read := make(chan struct{})
	go func() {
		defer close(read)
		c.read(bufio.NewReader(outR))
	}()
	t.Cleanup(func() {
		inW.Close() //nolint:errcheck // a pipe
		<-c.server
		<-read
		if t.Failed() {
			t.Logf("log of the server:\n%s", c.log.String())
		}
	})
	return c
}

// logOf takes the server's log.
type logOf struct{ c *client }

func (l logOf) Write(b []byte) (int, error) {
	l.c.mu.Lock()
	defer l.c.mu.Unlock()
	l.c.log.Write(b)
	l.c.heard.Broadcast()
	return len(b), nil
}

// logged says whether the log has a text. mu is held.
func (c *client) logged(s string) bool { return strings.Contains(c.log.String(), s) }

// read takes what the server says until it ends, and answers its requests with
// null.
func (c *client) read(in *bufio.Reader) {
	for {
		size := 0
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				c.mu.Lock()
				c.closed = true
				c.heard.Broadcast()
				c.mu.Unlock()
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				size, _ = strconv.Atoi(n)
			}
		}
		b := make([]byte, size)
		var m message
		if _, err := io.ReadFull(in, b); err != nil || json.Unmarshal(b, &m) != nil {
			c.t.Errorf("the server says %q: %v", b, err)
			return
		}
		if m.Method != "" && m.ID != nil {
			go c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID))
		}
		c.mu.Lock()
		if m.Method != "" {
			c.messages = append(c.messages, m)
		} else if id, err := strconv.Atoi(string(m.ID)); err == nil {
			c.answers[id] = m
		}
		c.heard.Broadcast()
		c.mu.Unlock()
	}
}

func (c *client) send(body string) {
	fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body) //nolint:errcheck // one that is not heard gets no answer
}

// wait returns when a condition holds. done is called with mu held, whenever
// something has come.
func (c *client) wait(what string, done func() bool) {
	c.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		late = true
		c.heard.Broadcast()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !done() {
		if late || c.closed {
			c.t.Fatalf("this did not come: %s", what)
		}
		c.heard.Wait()
	}
}

// begin sends a request; params is JSON.
func (c *client) begin(method, params string) (id int) {
	c.mu.Lock()
	c.last++
	id = c.last
	c.mu.Unlock()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
	return id
}

// end waits for an answer.
func (c *client) end(id int) message {
	c.t.Helper()
	c.wait(fmt.Sprintf("answer %d", id), func() bool { _, ok := c.answers[id]; return ok })
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.answers[id]
}

// call makes a request and reads its result, unless that is nil.
func (c *client) call(method, params string, result any) {
	c.t.Helper()
	m := c.end(c.begin(method, params))
	if m.Error != nil {
		c.t.Fatalf("%s: error %d: %s", method, m.Error.Code, m.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			c.t.Fatalf("%s: %v in %s", method, err, m.Result)
		}
	}
}

func (c *client) notify(method, params string) {
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// count is how many messages of a method have come. mu is held.
func (c *client) count(method string) (n int) {
	for _, m := range c.messages {
		if m.Method == method {
			n++
		}
	}
	return n
}
