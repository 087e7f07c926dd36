package rpc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/protocol"
)

// recorder is a server that writes down what it hears.
type recorder struct {
	protocol.UnimplementedServer
	mu      sync.Mutex
	heard   []string
	started chan struct{} // told when a hover begins
}

func (r *recorder) note(s string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.heard = append(r.heard, s)
}

func (r *recorder) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	r.note(fmt.Sprint(p.TextDocument.Version))
	if p.TextDocument.Version == 13 {
		return errors.New("thirteen")
	}
	return nil
}

func (r *recorder) DidOpen(context.Context, *protocol.DidOpenTextDocumentParams) error {
	panic("a notification")
}

func (r *recorder) DocumentSymbol(context.Context, *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	r.note("symbols")
	return protocol.DocumentSymbolSlice{}, nil
}

// Hover goes on until it is cancelled.
func (r *recorder) Hover(ctx context.Context, _ *protocol.HoverParams) (*protocol.Hover, error) {
	close(r.started)
	<-ctx.Done()
	return nil, ctx.Err()
}

func (r *recorder) CodeLens(context.Context, *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	panic("a request")
}

func (r *recorder) Initialize(context.Context, *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	return &protocol.InitializeResult{}, nil
}

func (r *recorder) Exit(context.Context) error { return nil }

func (r *recorder) Shutdown(context.Context) error { return nil }

// client talks to a server through pipes.
type client struct {
	t      *testing.T
	in     io.WriteCloser
	out    *bufio.Reader
	ended  chan error
	server *recorder
	mu     sync.Mutex
	log    []string
}

// talk starts a server and initializes it.
func talk(t *testing.T) *client {
	c := connect(t)
	c.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	if m := c.answer(); m.Error != nil {
		t.Fatal(m.Error)
	}
	return c
}

func connect(t *testing.T) *client {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &client{t: t, in: inW, out: bufio.NewReader(outR), ended: make(chan error, 1), server: &recorder{started: make(chan struct{})}}
	go func() {
		c.ended <- Serve(context.Background(), inR, outW, Log{Note: func(s string) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.log = append(c.log, s)
		}}, func(*Conn) protocol.Server { return c.server })
	}()
	t.Cleanup(func() {
		inW.Close()
		go io.Copy(io.Discard, outR) //nolint:errcheck // whatever is left
		<-c.ended
	})
	return c
}

func (c *client) raw(s string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, s); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) send(body string) {
	c.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

// answer reads a message.
func (c *client) answer() (m struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}) {
	c.t.Helper()
	s := &stream{in: c.out}
	b, err := s.frame()
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

const position = `"params":{"textDocument":{"uri":"file:///a.go"},"position":{"line":0,"character":0}}`

func TestNotificationsAreHeardInTheirOrder(t *testing.T) {
	c := talk(t)
	const n = 500
	for i := range n {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.go","version":%d},"contentChanges":[]}}`, i))
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"shutdown"}`)
	if m := c.answer(); m.Error != nil {
		t.Fatal(m.Error)
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	for i, v := range c.server.heard {
		if v != fmt.Sprint(i) {
			t.Fatalf("place %d has version %s", i, v)
		}
	}
	if len(c.server.heard) != n {
		t.Errorf("%d were heard", len(c.server.heard))
	}
}

func TestARequestSeesWhatWasToldBeforeItAndNothingElse(t *testing.T) {
	c := talk(t)
	const n = 200
	for i := range n {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.go","version":%d},"contentChanges":[]}}`, i))
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///a.go"}}}`, i))
	}
	for range n {
		c.answer()
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	for i := range n {
		if got := fmt.Sprint(c.server.heard[2*i : 2*i+2]); got != fmt.Sprintf("[%d symbols]", i) {
			t.Fatalf("places %d and %d have %s", 2*i, 2*i+1, got)
		}
	}
}

func TestARequestIsCancelledWhileOthersAreAnswered(t *testing.T) {
	for _, id := range []string{"7", `"seven"`} {
		c := talk(t)
		c.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"textDocument/hover",` + position + `}`)
		<-c.server.started
		c.send(`{"jsonrpc":"2.0","id":8,"method":"shutdown"}`)
		if m := c.answer(); fmt.Sprint(m.ID) != "8" {
			t.Fatalf("the first answer is %+v", m)
		}
		c.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":` + id + `}}`)
		if m := c.answer(); m.Error == nil || m.Error.Code != -32800 {
			t.Errorf("id %s: %+v", id, m)
		}
	}
}

func TestNothingThatAClientSendsEndsTheConnection(t *testing.T) {
	c := talk(t)
	for _, bad := range []struct {
		raw  string
		code int // of the answer; 0 for none
	}{
		{"Content-Length: 3\r\n\r\n{]}", -32700},
		{"Content-Length: -5\r\n\r\n", -32700},
		{"Content-Length: many\r\n\r\n", -32700},
		{"Content-Type: x\r\n\r\n", -32700},
		{"content-length: 2\r\n\r\n[]", -32600},
		{"Content-Length: 2\r\n\r\n{}", -32600},
		{"Content-Length: 4\r\n\r\ntrue", -32600},
		{`Content-Length: 2` + "\r\n\r\n" + `{"jsonrpc":"2.0"}` + frame(`{}`), -32700}, // and the next is a frame again
		{"", -32600},
		{frame(`{"jsonrpc":"2.0","method":"no/such/thing"}`), 0},
		{frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":[1]}`), 0},
		{frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":5}`), 0},
		{frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","languageId":"go","version":1,"text":""}}}`), 0},
		{frame(`{"jsonrpc":"2.0","id":99,"result":null}`), 0},
		{frame(`{"jsonrpc":"2.0","id":1,"method":"no/such/thing","params":{}}`), -32601},
		{frame(`{"jsonrpc":"2.0","id":1,"method":"textDocument/codeLens","params":{"textDocument":{"uri":"file:///a"}}}`), -32603},
		{frame(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":5}`), -32602},
	} {
		if bad.raw != "" {
			c.raw(bad.raw)
		}
		if bad.code != 0 {
			if m := c.answer(); m.Error == nil || m.Error.Code != bad.code {
				t.Errorf("%q is answered by %+v, %+v", bad.raw, m, m.Error)
			}
		}
	}
	c.send(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	if m := c.answer(); fmt.Sprint(m.ID) != "2" || m.Error != nil {
		t.Errorf("afterwards shutdown is answered by %+v", m)
	}
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// A frame that announces more than a message may have is skipped, and costs no
// memory before it arrives.
func TestAMessageThatIsTooLongIsSkipped(t *testing.T) {
	var out bytes.Buffer
	long := io.MultiReader(strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n", MaxMessage+1)), io.LimitReader(zeros{}, MaxMessage+1), strings.NewReader(frame(`{"jsonrpc":"2.0","id":1,"method":"x"}`)))
	s := newStream(long, &out, func() error { return nil }, Log{Note: func(string) {}})
	m, _, err := s.Read(context.Background())
	if err != nil || m == nil || !strings.Contains(out.String(), "is longer than") {
		t.Errorf("%v, %v; the answer: %s", m, err, out.String())
	}
	if _, _, err := newStream(strings.NewReader("Content-Length: 1000000000\r\n\r\nx"), &out, nil, Log{Note: func(string) {}}).Read(context.Background()); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a stream that ends inside a frame: %v", err)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

func FuzzStream(f *testing.F) {
	f.Add([]byte(frame(`{"jsonrpc":"2.0","id":1,"method":"x"}`)))
	f.Add([]byte("Content-Length: 3\r\n\r\n{]}Content-Length:2\n\n{}"))
	f.Add([]byte("\r\n\r\nContent-Length"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := newStream(bytes.NewReader(b), io.Discard, func() error { return nil }, Log{Note: func(string) {}})
		for range len(b) + 2 {
			if _, _, err := s.Read(context.Background()); err != nil {
				return
			}
		}
		t.Error("a stream that ends is read for ever")
	})
}

// An editor that dies leaves no server behind that still does what it asked for.
func TestAClientThatGoesEndsItsRequests(t *testing.T) {
	c := talk(t)
	c.send(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover",` + position + `}`)
	<-c.server.started
	c.in.Close()                  //nolint:errcheck // a pipe
	go io.Copy(io.Discard, c.out) //nolint:errcheck // the answer that nobody hears
	err := <-c.ended
	c.ended <- err
	if err != nil && !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}
