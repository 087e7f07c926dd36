package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"sync"

	"github.com/seedfall/seedfall/lsp/internal/process"
	"github.com/seedfall/seedfall/lsp/work"
)

// child is a running worker.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *json.Encoder
	stdout io.Reader
	stderr tail
}

// startChild runs a worker.
func startChild(command []string) (*child, error) {
	c := &child{cmd: exec.Command(command[0], command[1:]...)}
	process.Lead(c.cmd)
	c.cmd.Stderr = &c.stderr
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if c.stdout, err = c.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	c.out = json.NewEncoder(c.in)
	return c, nil
}

// maxLine bounds an event.
const maxLine = 64 << 20

// listen hands on what the worker says, until it ends, and gives its last words.
func (c *child) listen(heard func(work.Event)) (last string) {
	s := bufio.NewScanner(c.stdout)
	s.Buffer(make([]byte, 0, 64<<10), maxLine)
	wrong := ""
	for s.Scan() {
		var e work.Event
		if err := json.Unmarshal(s.Bytes(), &e); err != nil {
			wrong = "it says what nobody understands"
			break
		}
		heard(e)
	}
	if s.Err() != nil {
		wrong = s.Err().Error()
	}
	process.Kill(c.cmd)
	c.cmd.Wait() //nolint:errcheck // its state is told next
	last = c.cmd.ProcessState.String()
	if wrong != "" {
		last = wrong
	}
	last = "(" + last + ")"
	if words := c.stderr.String(); words != "" {
		last += ":\n" + words
	}
	return last
}

// kill ends the worker and what it has started.
func (c *child) kill() { process.Kill(c.cmd) }

// tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// maxTail is how many bytes of a worker's last words are kept.
const maxTail = 8 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b.Write(b)
	if over := t.b.Len() - maxTail; over > 0 {
		t.b.Next(over)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.b.Bytes()))
}
