package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"go.lsp.dev/protocol"
)

// sampleTrace writes a trace of a node that is booted, says n things, a millisecond
// apart, and fails.
func sampleTrace(t testing.TB, n int, says string) string {
	t.Helper()
	r := trace.NewRecorder(true)
	r.Add(trace.Event{Kind: trace.RunStart, Node: trace.World, S: "1", T: "sample"})
	boot := r.Add(trace.Event{Kind: trace.Boot, Cause: 1, Inc: 1})
	at := vtime.Instant(0)
	for i := range n {
		at += vtime.Instant(vtime.Millisecond)
		r.Add(trace.Event{Kind: trace.Log, Cause: boot, At: at, Inc: 1, A: 1, S: fmt.Sprintf("%s %d", says, i)})
	}
	failed := r.Add(trace.Event{Kind: trace.Failed, At: at, Inc: 1, Cause: boot, S: "panic", T: "over"})
	path := filepath.Join(t.TempDir(), "sample.sftrace")
	err := tracefile.WriteFile(path, tracefile.Recording{Events: r.Events, Header: tracefile.Header{Seed: 1, Nodes: []string{"talker"},
		Failure: &verdict.Failure{Class: verdict.Panic, Node: "talker", Message: "over", Event: failed}}})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// ask makes a request of our own and reads the answer.
func ask[R any](t *testing.T, s *server, method string, params any) (*R, error) {
	t.Helper()
	raw, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.Request(context.Background(), method, protocol.LSPAny(raw))
	if err != nil {
		return nil, err
	}
	if raw, err = json.Marshal(answer.(rpc.Plain).Value); err != nil {
		t.Fatal(err)
	}
	r := new(R)
	if err := json.Unmarshal(raw, r); err != nil {
		t.Fatal(err)
	}
	return r, nil
}

// must is ask for what has an answer.
func must[R any](t *testing.T, s *server, method string, params any) *R {
	t.Helper()
	r, err := ask[R](t, s, method, params)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return r
}

// object is a payload of a test.
type object map[string]any

func TestATraceIsOpenedAskedAndClosed(t *testing.T) {
	s := &server{}
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"file": sampleTrace(t, 50, "line")})
	if o.Handle != "trace-1" || o.Header.Events != 53 || o.Header.Nodes[0] != "talker" {
		t.Fatalf("%+v", o)
	}
	w := must[traceWindowed](t, s, "seedfall/trace/window", object{"handle": o.Handle, "from": 1_000_000, "to": 2_000_000, "lanes": true})
	want := `{"id":3,"cause":2,"at":1000000,"node":"talker","incarnation":1,"kind":"log","fd":1,"text":"line 0"}`
	if w.Total != 2 || string(w.Events[0].Event) != want || w.Events[1].Text != "    0.002s  talker#1 | line 1" || len(w.Lanes.Logs) != 2 {
		t.Errorf("%+v", w)
	}
	w = must[traceWindowed](t, s, "seedfall/trace/window", object{"handle": o.Handle, "limit": 10, "buckets": 1})
	if w.Total != 53 || len(w.Events) != 0 || len(w.Buckets) != 1 || w.Lanes != nil {
		t.Errorf("%+v", w)
	}
	q := must[traceQueried](t, s, "seedfall/trace/query", object{"handle": o.Handle, "filter": "kind:log text:4", "after": 10, "limit": 2})
	if len(q.Events) != 2 || !strings.HasSuffix(q.Events[0].Text, "line 14") || !strings.HasSuffix(q.Events[1].Text, "line 24") || !q.More {
		t.Errorf("%+v", q)
	}
	q = must[traceQueried](t, s, "seedfall/trace/query", object{"handle": o.Handle, "lane": 3})
	if len(q.Events) != 1 || !strings.HasSuffix(q.Events[0].Text, "line 1") {
		t.Errorf("%+v", q)
	}
	st := must[traceStated](t, s, "seedfall/trace/state", object{"handle": o.Handle, "at": 5_000_000})
	if len(st.State.Nodes) != 1 || !st.State.Nodes[0].Up || st.Goroutines != nil {
		t.Errorf("%+v", st)
	}
	if c := must[traceClosed](t, s, "seedfall/trace/close", object{"handle": o.Handle}); !c.Closed {
		t.Error("it was not open")
	}
	for _, method := range []string{"window", "query", "state"} {
		_, err := ask[object](t, s, "seedfall/trace/"+method, object{"handle": o.Handle})
		if err == nil || !strings.Contains(err.Error(), `the trace "trace-1" is not open; open it again`) {
			t.Errorf("%s of a closed trace: %v", method, err)
		}
	}
}

func TestRequestsThatCannotBeAnsweredSayWhy(t *testing.T) {
	s := &server{}
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"file": sampleTrace(t, 1, "line")})
	for _, c := range []struct {
		method string
		params object
		want   string
	}{
		{"seedfall/trace/open", object{"file": "nowhere.sftrace"}, "nowhere.sftrace: no such file"},
		{"seedfall/trace/open", object{"seed": 1}, "this workspace is not trusted, so nothing is run in it"},
		{"seedfall/trace/window", object{"handle": o.Handle, "filter": "node:nobody"}, "node:nobody: there is no such node; there are: talker"},
		{"seedfall/trace/query", object{"handle": o.Handle, "filter": "a:b"}, `"a" is no key of a query`},
		{"seedfall/trace/state", object{"handle": o.Handle, "goroutines": true}, "this trace does not say of which program it is"},
		{"seedfall/trace/draw", object{}, `there is no request "seedfall/trace/draw"`},
		{"seedfall/trace/window", object{"handle": 1}, "cannot unmarshal number"},
	} {
		if _, err := ask[object](t, s, c.method, c.params); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v, want %s", c.method, c.params, err, c.want)
		}
	}
}

func TestAnAnswerIsNoLargerThanItMayBe(t *testing.T) {
	s := &server{}
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"file": sampleTrace(t, 3000, strings.Repeat("long ", 2000))})
	w := must[traceWindowed](t, s, "seedfall/trace/window", object{"handle": o.Handle})
	size := 0
	for _, e := range w.Events {
		size += len(e.Event) + len(e.Text)
	}
	if !w.More || w.Total != 3003 || size > maxBytes || size < maxBytes/2 {
		t.Errorf("%d events of %d, %d bytes, more: %v", len(w.Events), w.Total, size, w.More)
	}
}

func TestTheTraceUsedLongestAgoIsClosedForANewOne(t *testing.T) {
	s := &server{}
	path := sampleTrace(t, 1, "line")
	for range maxOpen {
		must[traceOpened](t, s, "seedfall/trace/open", object{"file": path})
	}
	must[traceWindowed](t, s, "seedfall/trace/window", object{"handle": "trace-1"})
	must[traceOpened](t, s, "seedfall/trace/open", object{"file": path})
	must[traceWindowed](t, s, "seedfall/trace/window", object{"handle": "trace-1"})
	if _, err := ask[object](t, s, "seedfall/trace/window", object{"handle": "trace-2"}); err == nil {
		t.Error("the trace used longest ago is still open")
	}
	s.traces.closeAll()
	if len(s.traces.open) != 0 {
		t.Error("some are open")
	}
}

func TestTheStoryOfATraceIsAText(t *testing.T) {
	f, err := tracefile.Open(sampleTrace(t, 2, "line"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var text bytes.Buffer
	b := bufio.NewWriter(&text)
	if err := tellStory(t.Context(), b, f); err != nil {
		t.Fatal(err)
	}
	b.Flush()
	want := `seed 1 fails: panic in talker
  over

3 of 5 events:
    0.000s  run seed=1 program=sample
    0.000s  talker#1 boot
    0.002s  talker#1 FAILED class=panic message=over
`
	if text.String() != want {
		t.Errorf("%s\nwant\n%s", text.String(), want)
	}
}

func TestACancelledRequestIsNotAnswered(t *testing.T) {
	s := &server{}
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"file": sampleTrace(t, 5, "line")})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, method := range []string{"window", "query"} {
		_, err := s.Request(ctx, "seedfall/trace/"+method, protocol.LSPAny(fmt.Sprintf(`{"handle": %q, "filter": "line"}`, o.Handle)))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func BenchmarkAnAnswerOf20000Events(b *testing.B) {
	s := &server{}
	o := &openTrace{path: sampleTrace(b, 20_000-3, "a line of a usual length, more or less")}
	if err := s.traces.add(o); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		answer, err := s.traceWindow(b.Context(), &traceWindowParams{Handle: o.handle})
		if err != nil || len(answer.Events) != 20_000 {
			b.Fatal(len(answer.Events), err)
		}
		if _, err := json.Marshal(answer); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAClientSaysThatItDrawsTimelines(t *testing.T) {
	for says, want := range map[string]bool{`{"seedfall": {"timeline": true}}`: true, `{"seedfall": {}}`: false, `{}`: false, ``: false, `[1]`: false} {
		if got := abilitiesOf(&protocol.ClientCapabilities{Experimental: protocol.LSPAny(says)}).timeline; got != want {
			t.Errorf("%s: %v", says, got)
		}
	}
}
