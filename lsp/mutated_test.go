package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var (
	frames    = flag.Int("frames", 2000, "how many mutated frames a server is sent")
	frameSeed = flag.Uint64("frame-seed", 0, "the one session of mutated frames to run; 0 is all")
)

// perSession is how many frames a server is sent before another takes its place.
const perSession = 250

// processID is that of the test.
var processID = os.Getpid()

// Whatever comes in place of messages: the server does not panic, answers what comes
// behind it or has ended as it was told to, and leaves nothing behind.
func TestMutatedFrames(t *testing.T) {
	root := folder(t)
	unpack(t, root)
	good := goods()
	for seed := uint64(1); seed <= uint64((*frames+perSession-1)/perSession); seed++ {
		if *frameSeed != 0 && seed != *frameSeed {
			continue
		}
		before := runtime.NumGoroutine()
		ok := t.Run(fmt.Sprintf("frame-seed=%d", seed), func(t *testing.T) { mutatedSession(t, root, seed, good) })
		if !ok {
			t.Fatalf("again: go test ./lsp -run TestMutatedFrames -frames %d -frame-seed %d", *frames, seed)
		}
		leaves(t, before+1)
	}
}

func mutatedSession(t *testing.T, root string, seed uint64, good []string) {
	t.Helper()
	m := &mutator{r: rand.New(rand.NewPCG(seed, 0)), root: root, good: good}
	before := runtime.NumGoroutine()
	c := session(t, root)
	if m.r.IntN(8) > 0 { // else all comes too early
		c.initialize(everythingOfOurs, `{"run": {"delay": "0s", "trigger": "off"}}`, nil)
		c.begun(m.r)
	}
	c.mu.Lock()
	c.last = 1 << 30 // no frame has such an id
	c.mu.Unlock()
	for i := range perSession {
		if _, err := io.WriteString(c.in, m.frame()); err != nil {
			break // it was told to exit
		}
		if i%perProbe == perProbe-1 {
			c.probe()
		}
	}
	code := c.hangUp()
	c.server.mu.Lock()
	want := 1
	if c.server.down {
		want = 0
	}
	for _, f := range c.server.folders {
		if f != root {
			t.Errorf("the folder %q is open", f)
		}
	}
	c.server.mu.Unlock()
	if code != want {
		t.Errorf("the server ends with %d, want %d", code, want)
	}
	c.over(before)
}

// perProbe is after how many frames a server has to answer one that is right.
const perProbe = 25

// probe waits until the server answers, unless it has ended.
func (c *client) probe() {
	c.t.Helper()
	// The end of whatever is not complete: empty lines stand between frames.
	io.WriteString(c.in, strings.Repeat("\r\n", 4*maxOverrun)) //nolint:errcheck // it may have ended
	id := c.ask("seedfall/status", "{}")
	c.waitOr("an answer, or the end", func() bool { return c.answers[id].times > 0 })
}

// begun has files open, and often results of a run.
func (c *client) begun(r *rand.Rand) {
	c.t.Helper()
	c.quiet()
	for _, name := range sessionFiles {
		c.open(name, "")
	}
	if r.IntN(3) > 0 {
		c.call("workspace/executeCommand", `{"command": "seedfall.run", "arguments": [{"seeds": 3}]}`, nil)
		c.call("workspace/executeCommand", `{"command": "seedfall.replay", "arguments": [{"fingerprint": "f1"}]}`, nil)
	}
}

// everythingOfOurs is what a client with all abilities, and ours, says of itself.
var everythingOfOurs = strings.Replace(everything, "{", `{"experimental": {"seedfall": {"protocol": 1, "timeline": true}}, `, 1)

// waitOr is wait for what need not come if the server ends.
func (c *client) waitOr(what string, so func() bool) {
	c.t.Helper()
	c.mu.Lock()
	ended := c.closed
	c.mu.Unlock()
	if ended {
		return
	}
	c.wait(what, func() bool { return c.closed || so() })
}

// mutator makes frames that are wrong in some way.
type mutator struct {
	r    *rand.Rand
	root string
	good []string
}

// frame is the next: a message, often changed, in a frame that is often wrong.
func (m *mutator) frame() string {
	if m.r.IntN(2000) == 0 {
		return framed(draw(m.r, []string{`{"jsonrpc":"2.0","method":"exit"}`, `{"jsonrpc":"2.0","id":7,"method":"shutdown"}`}))
	}
	body := `{"jsonrpc":"2.0",` + m.id() + draw(m.r, m.good) + `}`
	switch m.r.IntN(4) {
	case 0:
		body = m.bytes(body)
	case 1, 2:
		body = m.structure(body)
	}
	return m.header(strings.ReplaceAll(body, "$root", m.root))
}

// id is the one of a message: a new one, one that others have too, or none that is
// one.
func (m *mutator) id() string {
	switch m.r.IntN(6) {
	case 0:
		return ""
	case 1:
		return `"id":` + draw(m.r, []string{`null`, `"a"`, `""`, `1.5`, `-1`, `true`, `[]`, `{}`, `18446744073709551616`, `1e3`, `"\ud800"`}) + `,`
	}
	return fmt.Sprintf(`"id":%d,`, m.r.IntN(20))
}

// bytes changes some bytes, wherever they stand.
func (m *mutator) bytes(body string) string {
	b := []byte(body)
	for range 1 + m.r.IntN(4) {
		at := m.r.IntN(len(b))
		switch m.r.IntN(4) {
		case 0:
			b[at] = byte(m.r.IntN(256))
		case 1:
			b = slices.Insert(b, at, []byte(draw(m.r, []string{"\x00", "\"", "{", "}", "\\", "\r\n", "\xff", "[[[["}))...)
		case 2:
			b = slices.Delete(b, at, min(len(b), at+1+m.r.IntN(8)))
		case 3:
			b = b[:at]
		}
		if len(b) == 0 {
			break
		}
	}
	return string(b)
}

// structure changes a value somewhere in a message.
func (m *mutator) structure(body string) string {
	var v any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		return body
	}
	switch m.r.IntN(12) {
	case 0:
		return "[" + body + "," + body + "]"
	case 1:
		return strings.Replace(body, `"params":`, `"params":[`+strings.Repeat("[", 2000), 1)
	case 2:
		return strings.Replace(body, `{`, `{"method":"textDocument/didOpen","params":{},`, 1) // names that come twice
	}
	b, err := json.Marshal(m.value(v))
	if err != nil {
		return body
	}
	return string(b)
}

// odd are values in place of others.
var odd = []any{nil, true, -1, 1 << 31, 1e300, "", "😀", "\u0000", "textDocument/hover", "file:///C:/a.go", []any{}, map[string]any{}, []any{nil}, 4294967295, -2147483649, "no/such/thing",
	"untitled:1", "seedfall.run", "$/progress", json.Number("1e400"), json.Number("99999999999999999999")}

// value changes a value or one in it.
func (m *mutator) value(v any) any {
	if m.r.IntN(4) == 0 {
		return draw(m.r, odd)
	}
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			break
		}
		name := draw(m.r, slices.Sorted(maps.Keys(v)))
		switch m.r.IntN(6) {
		case 0:
			delete(v, name)
		case 1:
			v[draw(m.r, []string{"range", "position", "uri", "text", "id", "params", "token"})] = v[name]
		default:
			v[name] = m.value(v[name])
		}
		return v
	case []any:
		if len(v) == 0 {
			break
		}
		i := m.r.IntN(len(v))
		if m.r.IntN(4) == 0 {
			return append(v, v[i])
		}
		v[i] = m.value(v[i])
		return v
	case float64: // most are lines and columns
		if m.r.IntN(3) > 0 {
			return m.r.IntN(50)
		}
	}
	return draw(m.r, odd)
}

// maxOverrun is by how many bytes a length is too long at most.
const maxOverrun = 40

func framed(body string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// header puts a message into a frame.
func (m *mutator) header(body string) string {
	n := len(body)
	switch m.r.IntN(20) {
	case 0:
		n += m.r.IntN(maxOverrun)
	case 1:
		n = m.r.IntN(n + 1)
	case 2:
		return body
	case 3:
		return draw(m.r, []string{"Content-Length: -1\r\n\r\n", "Content-Length: 1e3\r\n\r\n", "Content-Length:\r\n\r\n", "\r\n\r\n\r\n", "x\r\n\r\n", ": : :\r\n\r\n",
			"Content-Length: 99999999999999999999\r\n\r\n", "\x00\xff\n\n"}) + framed(body)
	case 4:
		return fmt.Sprintf("content-length:%d\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n%s", n, body)
	case 5:
		return fmt.Sprintf("Content-Length: 7\r\nX: %s\r\nContent-Length: %d\r\n\r\n%s", strings.Repeat("x", m.r.IntN(9000)), n, body)
	}
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", n, body)
}
