//go:build linux

package lsp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"golang.org/x/sys/unix"
)

// daemon is seedfall-lsp as a process of its own, so that what it uses is not what
// the benchmark uses.
type daemon struct {
	b    *testing.B
	root string
	pid  int
	in   io.WriteCloser

	mu       sync.Mutex
	came     *sync.Cond
	last     int
	answers  map[int]said
	messages []said
	log      bytes.Buffer
	ended    bool
	// refused is what the server has shown to be wrong, such as a project that cannot be
	// loaded; "" for nothing.
	refused string

	end func() // ends the server, which is not used any more
}

// Everything that is waited for comes, or fails the benchmark: hang is how long it may
// take, in real time. The longest is a first build.
const hang = 5 * time.Minute

// leaving is how long a server may take to end, in real time.
const leaving = 10 * time.Second

// said is a message of the server, with the time at which it came.
type said struct {
	at     time.Time
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// program builds seedfall-lsp once.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "seedfall-budget")
	if err != nil {
		return "", err
	}
	at := filepath.Join(dir, "seedfall-lsp")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", at, "../cmd/seedfall-lsp")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return at, nil
})

// start starts a server on a folder and makes its acquaintance.
func start(b *testing.B, root, settings string) *daemon {
	b.Helper()
	d := spawn(b, root)
	d.call("initialize", d.hello(settings))
	d.notify("initialized", "{}")
	return d
}

// spawn starts a server.
func spawn(b *testing.B, root string) *daemon {
	b.Helper()
	at, err := program()
	if err != nil {
		b.Fatal(err)
	}
	d := &daemon{b: b, root: root, answers: map[int]said{}}
	d.came = sync.NewCond(&d.mu)
	cmd := exec.Command(at)
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	cmd.Stderr = logOfDaemon{d}
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	d.in, d.pid = in, cmd.Process.Pid
	read := make(chan struct{})
	go func() {
		defer close(read)
		d.read(bufio.NewReader(out))
	}()
	d.end = sync.OnceFunc(func() {
		in.Close() //nolint:errcheck // a pipe
		select {
		case <-read:
		case <-time.After(leaving):
			b.Errorf("the server does not end within %v", leaving)
			cmd.Process.Kill() //nolint:errcheck // it has ended by now
			<-read
		}
		cmd.Wait() //nolint:errcheck // it was not told to exit
	})
	b.Cleanup(func() {
		d.end()
		if b.Failed() {
			b.Logf("log of the server:\n%s", d.log.String())
		}
	})
	return d
}

// hello are the params of initialize.
func (d *daemon) hello(settings string) string {
	return fmt.Sprintf(`{"processId": null, "rootUri": %q, "initializationOptions": %s, "capabilities": {
		"experimental": {"seedfall": {"protocol": 1, "timeline": true, "testParts": true}}, "window": {"workDoneProgress": true},
		"workspace": {"codeLens": {"refreshSupport": true}},
		"textDocument": {"hover": {"contentFormat": ["markdown"]},
			"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "source"]}}}}}}`, uri.File(d.root), settings)
}

type logOfDaemon struct{ d *daemon }

func (l logOfDaemon) Write(b []byte) (int, error) {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	l.d.came.Broadcast()
	return l.d.log.Write(b)
}

// read takes what the server says, and answers its requests with null.
func (d *daemon) read(in *bufio.Reader) {
	for {
		size := 0
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				d.mu.Lock()
				defer d.mu.Unlock()
				d.ended = true
				d.came.Broadcast()
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				size, _ = strconv.Atoi(n)
			}
		}
		body := make([]byte, size)
		m := said{at: time.Now()}
		if _, err := io.ReadFull(in, body); err != nil || json.Unmarshal(body, &m) != nil {
			d.b.Errorf("the server says %q: %v", body, err)
			return
		}
		if m.Method != "" && m.ID != nil {
			d.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID))
		}
		d.mu.Lock()
		if id, err := strconv.Atoi(string(m.ID)); m.Method == "" && err == nil {
			d.answers[id] = m
		} else {
			d.messages = append(d.messages, m)
		}
		if text := shownTrouble(&m); d.refused == "" {
			d.refused = text
		}
		d.came.Broadcast()
		d.mu.Unlock()
	}
}

// shownTrouble is what a message shows to be wrong; "" for nothing.
func shownTrouble(m *said) string {
	var p struct {
		Type    protocol.MessageType
		Message string
	}
	if m.Method != "window/showMessage" || json.Unmarshal(m.Params, &p) != nil || p.Type > protocol.MessageTypeWarning {
		return ""
	}
	return p.Message
}

func (d *daemon) send(body string) {
	fmt.Fprintf(d.in, "Content-Length: %d\r\n\r\n%s", len(body), body) //nolint:errcheck // one that is not heard gets no answer
}

func (d *daemon) notify(method, params string) {
	d.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// ask sends a request.
func (d *daemon) ask(method, params string) (id int) {
	d.mu.Lock()
	d.last++
	id = d.last
	d.mu.Unlock()
	d.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
	return id
}

// call makes a request and gives its result.
func (d *daemon) call(method, params string) json.RawMessage {
	d.b.Helper()
	return d.answer(d.ask(method, params)).Result
}

func (d *daemon) answer(id int) said {
	d.b.Helper()
	d.until(fmt.Sprintf("answer %d", id), func() bool { _, ok := d.answers[id]; return ok })
	d.mu.Lock()
	defer d.mu.Unlock()
	m := d.answers[id]
	if m.Error != nil {
		d.b.Fatalf("request %d: %s", id, m.Error.Message)
	}
	return m
}

// run has a command done and waits for its end.
func (d *daemon) run(command, args string) {
	d.b.Helper()
	d.call("workspace/executeCommand", fmt.Sprintf(`{"command": %q, "arguments": [%s]}`, command, args))
}

// until waits for something that comes; so is asked with mu held. What the server shows
// to be wrong ends the benchmark at once.
func (d *daemon) until(what string, so func() bool) {
	d.b.Helper()
	late := false
	timer := time.AfterFunc(hang, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		late = true
		d.came.Broadcast()
	})
	defer timer.Stop()
	d.mu.Lock()
	defer d.mu.Unlock()
	for !so() {
		if d.refused != "" {
			d.b.Fatalf("while waiting for %s, the server says: %s", what, d.refused)
		}
		if late || d.ended {
			d.b.Fatalf("this did not come: %s; the log:\n%s", what, d.log.String())
		}
		d.came.Wait()
	}
}

// now is how many messages have come.
func (d *daemon) now() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.messages)
}

// heard is the first message of a method behind a number of others whose params have
// a text; nil if none has come. mu is held.
func (d *daemon) heard(from int, method, text string) *said {
	for i := from; i < len(d.messages); i++ {
		if m := &d.messages[i]; m.Method == method && strings.Contains(string(m.Params), text) {
			return m
		}
	}
	return nil
}

// told waits for such a message.
func (d *daemon) told(from int, method, text string) (m said) {
	d.b.Helper()
	d.until(method+" with "+text, func() bool {
		found := d.heard(from, method, text)
		if found != nil {
			m = *found
		}
		return found != nil
	})
	return m
}

// quiet waits until nothing is being done.
func (d *daemon) quiet(from int) { d.b.Helper(); d.told(from, "seedfall/status", `"quiescent":true`) }

// uri is that of a file of the folder.
func (d *daemon) uri(name string) string { return string(uri.File(filepath.Join(d.root, name))) }

// open opens a file as it is on disk.
func (d *daemon) open(name string) (text string) {
	d.b.Helper()
	content, err := os.ReadFile(filepath.Join(d.root, name))
	if err != nil {
		d.b.Fatal(err)
	}
	d.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument": {"uri": %q, "languageId": "go", "version": 1, "text": %s}}`, d.uri(name), quote(string(content))))
	return string(content)
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(b)
}

// processorTime is what a process has used so far, to the nanosecond.
func processorTime(pid int) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|2), &t) != nil { // the clock of a process, by its number
		return 0
	}
	return time.Duration(t.Nano())
}

// familyTime is what a process, those that it has started, and those of them that
// have ended have used so far.
func familyTime(pid int) time.Duration {
	sum := processorTime(pid)
	if f := statOf(pid); len(f) > 16 {
		for _, ticks := range f[13:15] { // of children that have ended, in hundredths of a second
			n, _ := strconv.Atoi(ticks)
			sum += time.Duration(n) * 10 * time.Millisecond
		}
	}
	for _, child := range childrenOf(pid) {
		sum += familyTime(child)
	}
	return sum
}

// statOf are the fields of a process behind its name.
func statOf(pid int) []string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
}

func childrenOf(pid int) (all []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // fails for a pattern only
	for _, list := range lists {
		b, _ := os.ReadFile(list) //nolint:errcheck // a thread may have ended
		for _, word := range strings.Fields(string(b)) {
			if n, err := strconv.Atoi(word); err == nil {
				all = append(all, n)
			}
		}
	}
	return all
}

// resident is a line of what the memory of a process is, in MiB: VmRSS now, VmHWM at
// its most.
func resident(b *testing.B, pid int, line string) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, ok := bytes.Cut(text, []byte(line+":"))
	if !ok {
		b.Fatalf("process %d has no %s", pid, line)
	}
	n, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	if err != nil {
		b.Fatal(err)
	}
	return float64(n) / 1024
}
