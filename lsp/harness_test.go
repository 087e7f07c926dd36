package lsp

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for something that must come, in real time.
const patience = 60 * time.Second

// client is an editor: it talks to a server through pipes.
type client struct {
	t      *testing.T
	root   string  // folder that is open
	server *server // nil if it is a process of its own
	in     io.WriteCloser
	code   chan int // that with which the server ends

	mu       sync.Mutex
	heard    *sync.Cond // something came
	last     int        // id of the last request
	answers  map[int]answer
	messages []message // requests and notifications of the server, in their order
	closed   bool      // the server says nothing more
	// replies are the results of the server's requests, by method; null for others.
	replies map[string]string
	log     strings.Builder

	// What is open in the editor, by its name in the folder.
	versions map[string]int
	texts    map[string]string
	synced   int
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

// answer is what the server says to a request.
type answer struct {
	result json.RawMessage
	err    string // code and text; "" for none
	times  int    // how often it came
}

func newClient(t *testing.T, root string) *client {
	c := &client{t: t, root: root, code: make(chan int, 1), answers: map[int]answer{}, versions: map[string]int{}, texts: map[string]string{}}
	c.heard = sync.NewCond(&c.mu)
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

// read takes what the server says until it ends, and answers its requests.
func (c *client) read(in *bufio.Reader) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.closed = true
		c.heard.Broadcast()
	}()
	for {
		b, err := readFrame(in)
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(b, &m); err != nil {
			c.t.Errorf("the server says %q: %v", b, err)
			return
		}
		if m.Method != "" && m.ID != nil {
			c.mu.Lock()
			reply := cmp.Or(c.replies[m.Method], "null")
			c.mu.Unlock()
			go c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, reply))
		}
		c.take(m)
	}
}

// readFrame reads the body of the next message.
func readFrame(in *bufio.Reader) ([]byte, error) {
	size := 0
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			size, _ = strconv.Atoi(n)
		}
	}
	b := make([]byte, size)
	_, err := io.ReadFull(in, b)
	return b, err
}

func (c *client) take(m message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.heard.Broadcast()
	if m.Method != "" {
		c.messages = append(c.messages, m)
		return
	}
	id, err := strconv.Atoi(string(m.ID))
	if err != nil {
		return // to what was no request
	}
	a := answer{result: m.Result, times: c.answers[id].times + 1}
	if m.Error != nil {
		a.err = fmt.Sprintf("%d: %s", m.Error.Code, m.Error.Message)
	}
	c.answers[id] = a
}

func (c *client) send(body string) {
	fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body) //nolint:errcheck // one that is not heard gets no answer
}

// wait returns when a condition holds. so is called with mu held, whenever
// something has come.
func (c *client) wait(what string, so func() bool) {
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
	for !so() {
		if late || c.closed {
			c.t.Fatalf("this did not come: %s", what)
		}
		c.heard.Wait()
	}
}

// written is a payload as JSON; a string is JSON already.
func written(params any) string {
	if text, ok := params.(string); ok {
		return text
	}
	b, err := json.Marshal(params)
	if err != nil {
		panic(err) // a payload of a test
	}
	return string(b)
}

func (c *client) notify(method string, params any) {
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, written(params)))
}

// ask makes a request; the answer is waited for later.
func (c *client) ask(method string, params any) (id int) {
	c.mu.Lock()
	c.last++
	id = c.last
	c.mu.Unlock()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, written(params)))
	return id
}

// answer waits for the answer to a request.
func (c *client) answer(id int) (a answer) {
	c.t.Helper()
	c.wait(fmt.Sprintf("an answer to %d", id), func() bool {
		a = c.answers[id]
		return a.times > 0
	})
	return a
}

// call makes a request and waits for the answer. If it is told into what to read the
// result, an error fails the test; nil is for a result that does not matter.
func (c *client) call(method string, params any, into ...any) answer {
	c.t.Helper()
	a := c.answer(c.ask(method, params))
	if len(into) == 0 {
		return a
	}
	if a.err != "" {
		c.t.Fatalf("%s: %s", method, a.err)
	}
	if into[0] != nil {
		if err := json.Unmarshal(a.result, into[0]); err != nil {
			c.t.Fatalf("%s: %v in %s", method, err, a.result)
		}
	}
	return a
}

// command begins a command; args is JSON.
func (c *client) command(name, args string) (id int) {
	return c.ask("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.%s", "arguments": [%s]}`, name, args))
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

// seen is how many messages have come.
func (c *client) seen() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.messages)
}

// told waits for a message whose params contain a text, among those that came after
// the first after ones; it gives how many there are then.
func (c *client) told(method, text string, after int) (n int) {
	c.t.Helper()
	c.wait(fmt.Sprintf("%s with %s", method, text), func() bool {
		for i := after; i < len(c.messages); i++ {
			if c.messages[i].Method == method && strings.Contains(string(c.messages[i].Params), text) {
				n = i + 1
				return true
			}
		}
		return false
	})
	return n
}

// quiet waits until the server has nothing to do.
func (c *client) quiet() {
	c.t.Helper()
	for {
		before := c.seen()
		if a := c.call("seedfall/status", "{}"); strings.Contains(string(a.result), `"quiescent":true`) {
			return
		}
		c.told("seedfall/status", `"quiescent":true`, before)
	}
}
