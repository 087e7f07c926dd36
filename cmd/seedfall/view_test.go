package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
)

const recordedTrace = "../../engine/tracefile/testdata/schema1.sftrace"

// viewing runs the verb until its test ends, and gives what it prints first.
func viewing(t *testing.T, args ...string) (line string) {
	t.Helper()
	r, w := io.Pipe()
	stop, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- viewVerb(context.Background(), env{w, io.Discard, stop}, args) }()
	t.Cleanup(func() {
		close(stop)
		if err := <-ended; err != nil {
			t.Errorf("it ends with %v", err)
		}
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// fetch reads what the server of an address gives.
func fetch(t *testing.T, address, path string) (int, string) {
	t.Helper()
	base, token, ok := strings.Cut(address, "/#token=")
	if !ok || !strings.HasPrefix(base, "http://127.0.0.1:") {
		t.Fatalf("the address is %s", address)
	}
	r, err := http.NewRequestWithContext(t.Context(), "GET", base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Seedfall-Token", token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(b)
}

func TestATraceFileIsServedUntilAnInterrupt(t *testing.T) {
	address := viewing(t, recordedTrace, "-event", "9")
	if code, page := fetch(t, address, "/"); code != 200 || !strings.Contains(page, "<script>") {
		t.Errorf("%d %s", code, page)
	}
	if code, text := fetch(t, address, "/api/opened"); code != 200 || text != `{"run":"run-1","event":9,"abilities":{"source":false,"goroutines":false,"replay":false,"neighbour":false}}`+"\n" {
		t.Errorf("%d %s", code, text)
	}
	if code, text := fetch(t, address, "/api/run-1/events"); code != 200 || !strings.HasPrefix(text, "sfcols1\n") {
		t.Errorf("%d %.20s", code, text)
	}
}

func TestAProgramIsToldTheAddress(t *testing.T) {
	var v viewed
	if err := json.Unmarshal([]byte(viewing(t, "-format", "json", recordedTrace)), &v); err != nil || v.Type != "view" || v.Schema != 1 {
		t.Fatalf("%v, %+v", err, v)
	}
	if code, _ := fetch(t, v.Address, "/api/run-1/head"); code != 200 {
		t.Errorf("%d", code)
	}
}

// The two crashes of the shrunk schedule are both needed; without one the run passes.
func TestThePageCanHaveTheRunMadeWithOtherFaults(t *testing.T) {
	c, err := config.Load("../../examples/kvlog/seedfall.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.Prepare(t.Context(), c, engine.PrepareOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s, _, err := schedule.Read(filepath.Join(c.Dir(), "two.faults.json"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), engine.Input{Seed: s.Seed, Schedule: p.Resolve(s), Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	shown, m := traced(t, r), maker(&session{program: p}, 2)
	less := shown.Schedule.Clone()
	less.Faults = less.Faults[:1]
	for _, c := range []struct {
		with   *schedule.Schedule
		failed bool
		want   string
	}{
		{shown.Schedule, true, `the run fails in the same way: always "every acknowledged write is read back" in workload`},
		{less, false, "the run passes"},
	} {
		made, err := m.Replay(t.Context(), shown, c.with)
		if err != nil || made.Failed != c.failed || made.Verdict != c.want || made.File.Seed != shown.Seed {
			t.Errorf("%v, %+v, want %s", err, made, c.want)
		}
	}
	stacks, err := m.Goroutines(t.Context(), shown, vtime.Instant(33_600*vtime.Millisecond))
	if err != nil || len(stacks) != len(shown.Nodes) || stacks[0].State == "" && len(stacks[0].Goroutines) == 0 {
		t.Errorf("%v, %+v", err, stacks)
	}
	near, err := m.Neighbour(t.Context(), shown)
	if err != nil || near.Failed || near.Verdict != "without fault 2, a crash_io of server, the run passes" {
		t.Errorf("%v, %+v", err, near)
	} else if _, err := m.Neighbour(t.Context(), near.File); err == nil || err.Error() != "the run passes itself; a passing one is looked for near one that fails" {
		t.Errorf("%v", err)
	}
	shown.Program = "another"
	if _, err := m.Goroutines(t.Context(), shown, 0); err == nil || !strings.Contains(err.Error(), "the program has changed since this trace was recorded") {
		t.Errorf("%v", err)
	}
}

// traced gives the trace of a run, which is in no file.
func traced(t *testing.T, r *engine.Result) *tracefile.File {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteTrace(&b); err != nil {
		t.Fatal(err)
	}
	f, err := tracefile.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}
