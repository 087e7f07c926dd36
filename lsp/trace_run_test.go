package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"github.com/seedfall/seedfall/lsp/worker"
	"go.lsp.dev/protocol"
)

// asWorker in the environment makes this test binary a worker.
const asWorker = "SEEDFALL_TEST_TRACE_WORKER"

// TestTraceWorkerProcess is the worker of other tests.
func TestTraceWorkerProcess(t *testing.T) {
	if os.Getenv(asWorker) == "" {
		t.Skip("it is for other tests, which start it")
	}
	if err := worker.Run(context.Background(), os.Stdin, os.Stdout, func(error) { os.Exit(1) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// runner is a server with one scenario, a program that sleeps and then fails.
func runner(t *testing.T) (s *server, config string) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":        "module example.com/m\n\ngo 1.26.0\n\nrequire github.com/seedfall/seedfall v0.0.0\n\nreplace github.com/seedfall/seedfall => " + root + "\n",
		"seedfall.json": `{"workload": {"package": "./w"}}`,
		"w/main.go": `package main

import (
	"os"
	"time"

	"github.com/seedfall/seedfall/sim"
)

func main() {
	os.WriteFile("/note", []byte("begun"), 0o644)
	time.Sleep(time.Second)
	sim.Always(false, "calm")
}
`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(asWorker, "1")
	t.Setenv("GOFLAGS", "-buildvcs=false")
	s = newServer(context.Background(), Options{Worker: []string{os.Args[0], "-test.run=^TestTraceWorkerProcess$"}})
	s.trusted = true
	config = filepath.Join(dir, "seedfall.json")
	s.scenarios = []*scenario{{path: config}}
	s.abilities.timeline = true
	t.Cleanup(func() {
		s.sweeper.close()
		s.traces.closeAll()
	})
	return s, config
}

// shower is a client that shows files.
type shower struct {
	protocol.UnimplementedClient
	shown string
}

func (c *shower) ShowDocument(_ context.Context, p *protocol.ShowDocumentParams) (*protocol.ShowDocumentResult, error) {
	c.shown = fileOf(p.URI)
	return &protocol.ShowDocumentResult{Success: true}, nil
}

// One run is recorded, opened, and made again for its goroutines.
func TestARunIsRecordedAndAskedForItsGoroutines(t *testing.T) {
	s, config := runner(t)
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"config": config, "seed": 3})
	if o.File != filepath.Join(filepath.Dir(config), ".seedfall", "traces", "seedfall-seed-3-drawn.sftrace") {
		t.Error(o.File)
	}
	if h := o.Header; h.Seed != 3 || h.Failure == nil || h.Failure.Property != "calm" || h.Story == nil || h.Schedule == nil {
		t.Errorf("%+v", h)
	}
	st := must[traceStated](t, s, "seedfall/trace/state", object{"handle": o.Handle, "at": 500_000_000, "goroutines": true})
	if len(st.State.Disk) != 2 || st.State.Disk[1].Path != "/note" {
		t.Errorf("pending on the disk: %+v", st.State.Disk)
	}
	var stacks strings.Builder
	for i := range st.Goroutines.Nodes {
		stacks.WriteString(st.Goroutines.Nodes[i].String())
	}
	if want := "example.com/m/w/main.go:12"; !strings.Contains(stacks.String(), want) {
		t.Errorf("no goroutine is at %s:\n%s", want, stacks.String())
	}

	// A changed program is another run.
	path := filepath.Join(filepath.Dir(config), "w", "main.go")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "begun", "other", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = ask[object](t, s, "seedfall/trace/state", object{"handle": o.Handle, "at": 1, "goroutines": true})
	if err == nil || !strings.Contains(err.Error(), "the program has changed since this trace was recorded") {
		t.Errorf("%v", err)
	}

	// The command records it anew and answers the same as the request.
	args, err := json.Marshal(object{"config": config, "seed": 3})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.ExecuteCommand(context.Background(), &protocol.ExecuteCommandParams{Command: "seedfall.timeline", Arguments: []protocol.LSPAny{args}})
	if err != nil {
		t.Fatal(err)
	}
	var again traceOpened
	if err := json.Unmarshal(answer, &again); err != nil || again.Handle != "trace-2" || again.Header.Program == o.Header.Program {
		t.Errorf("%s, %v", answer, err)
	}
	// An editor without a timeline is shown the story.
	c := &shower{}
	s.client = &rpc.Conn{Client: c}
	s.abilities.timeline, s.abilities.showsFiles = false, true
	if _, err := s.ExecuteCommand(context.Background(), &protocol.ExecuteCommandParams{Command: "seedfall.timeline", Arguments: []protocol.LSPAny{args}}); err != nil {
		t.Fatal(err)
	}
	shown, err := os.ReadFile(c.shown)
	if want := `seed 3 fails: always "calm" in workload`; err != nil || !strings.HasPrefix(string(shown), want) || !strings.Contains(string(shown), "the story, ") {
		t.Errorf("%s: %s, %v", c.shown, shown, err)
	}

	if _, err := ask[object](t, s, "seedfall/trace/open", object{"fingerprint": "abc"}); err == nil || !strings.Contains(err.Error(), `no failure "abc" is known`) {
		t.Errorf("%v", err)
	}
}
