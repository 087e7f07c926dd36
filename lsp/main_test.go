package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seedfall/seedfall/lsp/internal/process"
	"github.com/seedfall/seedfall/lsp/work"
	"github.com/seedfall/seedfall/lsp/worker"
)

// What the test program is when a test starts it again.
const (
	roleEnv   = "SEEDFALL_TEST_ROLE"
	socketEnv = "SEEDFALL_TEST_SOCKET"
	workerEnv = "SEEDFALL_TEST_WORKER" // the role of a server's workers
)

// TestMain lets the test program be a worker, a server, or a process that waits.
func TestMain(m *testing.M) {
	switch role := os.Getenv(roleEnv); {
	case playing():
	case role == "server":
		os.Setenv(roleEnv, os.Getenv(workerEnv)) //nolint:errcheck // for the worker that it starts
		os.Exit(Serve(context.Background(), os.Stdin, os.Stdout, Options{Worker: []string{os.Args[0]}, Log: os.Stderr}))
	case role == "worker":
		pretend()
	case role == "real":
		conn, err := net.Dial("unix", os.Getenv(socketEnv)) // the test hears all that it says
		if err != nil {
			os.Exit(1)
		}
		fmt.Fprintln(conn, os.Getpid())
		worker.Run(context.Background(), os.Stdin, io.MultiWriter(conn, os.Stdout), func(error) { process.End(1) }) //nolint:errcheck // the server hears of it
	case role == "wait":
		io.Copy(io.Discard, os.Stdin) //nolint:errcheck // the end is what it waits for
	default:
		os.Exit(m.Run())
	}
}

// pretend is a worker whose lines go to the test and come from it.
func pretend() {
	conn, err := net.Dial("unix", os.Getenv(socketEnv))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Fprintln(conn, os.Getpid())
	go func() {
		io.Copy(os.Stdout, conn) //nolint:errcheck // then the test has ended
		fmt.Fprintln(os.Stderr, "the test ends the worker")
		os.Exit(1)
	}()
	io.Copy(conn, os.Stdin) //nolint:errcheck // then the server has gone
}

// stage is where the test plays the workers of its server.
type stage struct {
	t *testing.T
	l net.Listener
}

func newStage(t *testing.T) *stage {
	t.Helper()
	dir, err := os.MkdirTemp("", "sf") // names of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", dir+"/s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	t.Setenv(socketEnv, dir+"/s")
	t.Setenv(roleEnv, "worker")
	return &stage{t, l}
}

// actor is one worker process, played by the test.
type actor struct {
	t     *testing.T
	conn  net.Conn
	lines *bufio.Scanner
	pid   int
}

// worker waits for the server to start one.
func (g *stage) worker() *actor {
	g.t.Helper()
	g.l.(*net.UnixListener).SetDeadline(time.Now().Add(patience)) //nolint:errcheck // Accept tells
	conn, err := g.l.Accept()
	if err != nil {
		g.t.Fatalf("no worker was started: %v", err)
	}
	g.t.Cleanup(func() { conn.Close() })
	conn.SetReadDeadline(time.Now().Add(patience)) //nolint:errcheck // reading tells
	a := &actor{t: g.t, conn: conn, lines: bufio.NewScanner(conn)}
	a.lines.Buffer(nil, maxLine)
	if !a.lines.Scan() {
		g.t.Fatal("the worker has ended at once")
	}
	fmt.Sscan(a.lines.Text(), &a.pid)
	return a
}

// job waits for the next job, or word to end one.
func (a *actor) job() (j work.Job) {
	a.t.Helper()
	if !a.lines.Scan() {
		a.t.Fatalf("no job came: %v", a.lines.Err())
	}
	if err := json.Unmarshal(a.lines.Bytes(), &j); err != nil {
		a.t.Fatal(err)
	}
	return j
}

// expect waits for a job and compares it, as a person would say it.
func (a *actor) expect(want string) work.Job {
	a.t.Helper()
	j := a.job()
	if got := spoken(j); got != want {
		a.t.Fatalf("the job is %q, want %q", got, want)
	}
	return j
}

func spoken(j work.Job) string {
	switch {
	case j.Cancel != 0:
		return "cancel"
	case j.Do == work.Sweep:
		return fmt.Sprintf("sweep %d-%d", j.First, j.Last)
	case j.Do == work.Recall:
		return fmt.Sprintf("recall %d", len(j.Known))
	}
	return fmt.Sprintf("%s %d", j.Do, j.Seed)
}

// say says something about a job.
func (a *actor) say(j work.Job, events ...work.Event) {
	a.t.Helper()
	for _, e := range events {
		e.Job = j.ID
		if err := json.NewEncoder(a.conn).Encode(e); err != nil {
			a.t.Fatal(err)
		}
	}
}

// gone waits for the end of the process.
func (a *actor) gone() {
	a.t.Helper()
	for a.lines.Scan() {
	}
	if err := a.lines.Err(); err != nil && !errors.Is(err, syscall.ECONNRESET) { // it may not have read all
		a.t.Fatalf("the worker does not end: %v", err)
	}
}

// saying waits for a line that a real worker says.
func (a *actor) saying(text string) {
	a.t.Helper()
	for a.lines.Scan() {
		a.t.Logf("the worker: %.200s", a.lines.Text())
		if strings.Contains(a.lines.Text(), text) {
			return
		}
	}
	a.t.Fatalf("the worker never said %q", text)
}

// Words of a worker.
func prepared() work.Event { return work.Event{Prepared: &work.Prepared{Program: "p"}} }

func done(d work.Done) work.Event { return work.Event{Done: &d} }

// swept is the end of a sweep of which all seeds passed.
func swept(j work.Job) work.Event {
	n := j.Last - j.First + 1
	return done(work.Done{Progress: &work.Progress{Seeds: n, Ran: n - uint64(len(j.Skip)), Skipped: j.Skip}})
}
