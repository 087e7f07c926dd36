package tracefile

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// million is how many events a large trace has.
const million = 1_000_000

// generated writes a trace of n events, of which each turn of ten is a request that
// a server stores and answers.
func generated(t testing.TB, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	last := trace.ID(0)
	add := func(e trace.Event) trace.ID {
		if int(last) == n {
			return last
		}
		last++
		e.ID, e.At = last, vtime.Instant(last)*vtime.Instant(37*vtime.Microsecond)
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
		return last
	}
	add(trace.Event{Kind: trace.RunStart, Node: trace.World, S: "1", T: "generated"})
	for i := range 4 {
		add(trace.Event{Kind: trace.Boot, Node: i, Inc: 1, Cause: 1})
	}
	for i := range 3 {
		dial := add(trace.Event{Kind: trace.Dial, Node: i + 1, Inc: 1, Cause: trace.ID(i + 3), A: int64(2*i + 1), S: "server:80"})
		add(trace.Event{Kind: trace.Accept, Node: 0, Inc: 1, Cause: dial, A: int64(2*i + 2), S: "client:1"})
	}
	heard := []trace.ID{3, 4, 5}
	for turn := 0; int(last) < n; turn++ {
		c := turn % 3
		op, socket := int64(turn), int64(2*c+1)
		invoke := add(trace.Event{Kind: trace.Invoke, Node: c + 1, Inc: 1, Cause: heard[c], A: op + 1, T: fmt.Sprintf("put(%d, %d)", turn%50, turn)})
		sent := add(trace.Event{Kind: trace.Send, Node: c + 1, Inc: 1, Cause: invoke, A: socket, B: 40, S: "server:80"})
		asked := add(trace.Event{Kind: trace.Recv, Node: 0, Inc: 1, Cause: sent, A: socket + 1, B: 40, S: "client:1"})
		add(trace.Event{Kind: trace.Log, Node: 0, Inc: 1, Cause: asked, A: 1, S: fmt.Sprintf("request %d of client %d", turn, c)})
		add(trace.Event{Kind: trace.Write, Node: 0, Inc: 1, Cause: asked, A: op * 40, B: 40, C: trace.DiskC(uint64(2*turn+1), 0), S: "/data/log"})
		add(trace.Event{Kind: trace.Sync, Node: 0, Inc: 1, Cause: asked, C: trace.DiskC(uint64(2*turn+2), 0), S: "/data/log"})
		answer := add(trace.Event{Kind: trace.Send, Node: 0, Inc: 1, Cause: asked, A: socket + 1, B: 2, S: "client:1"})
		heard[c] = add(trace.Event{Kind: trace.Recv, Node: c + 1, Inc: 1, Cause: answer, A: socket, B: 2, S: "server:80"})
		add(trace.Event{Kind: trace.Return, Node: c + 1, Inc: 1, Cause: heard[c], A: op + 1, B: 1, T: "true"})
		add(trace.Event{Kind: trace.Check, Node: c + 1, Inc: 1, Cause: heard[c], A: 1, B: 1, S: "kept"})
	}
	if err := w.Close(Header{Nodes: []string{"server", "a", "b", "c"}}, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func benchFile(b *testing.B) *File {
	b.Helper()
	data := generated(b, million)
	f, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { b.ReportMetric(float64(len(data))/million, "bytes/event") })
	return f
}

func BenchmarkWriteAMillion(b *testing.B) {
	for b.Loop() {
		generated(b, million)
	}
}

func BenchmarkOpenAMillion(b *testing.B) {
	data := generated(b, million)
	for b.Loop() {
		if _, err := Read(bytes.NewReader(data), int64(len(data))); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWindowOf20000(b *testing.B) {
	f := benchFile(b)
	from, at := vtime.Instant(0), vtime.Instant(20_000*37*vtime.Microsecond)
	for b.Loop() {
		w, err := f.Window(b.Context(), Ask{From: from, To: from + at - 1, Limit: 20_000})
		if err != nil || w.Events == nil {
			b.Fatal(w, err)
		}
		from = (from + at) % vtime.Instant(f.End-Nanos(at))
	}
}

func BenchmarkWholeRunInBuckets(b *testing.B) {
	f := benchFile(b)
	for b.Loop() {
		if w, err := f.Window(b.Context(), Ask{To: vtime.Never, Limit: 20_000, Buckets: 1000}); err != nil || w.Total != million {
			b.Fatal(w.Total, err)
		}
	}
}

func BenchmarkSurveyOfAMillion(b *testing.B) {
	data := generated(b, million)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		f, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := f.State(vtime.Instant(f.End/2), 100); err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(f)
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB-kept")
}

func BenchmarkSearchOfAMillion(b *testing.B) {
	f := benchFile(b)
	c, err := f.Filter(`"request 99998 of"`)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if e, err := f.Search(b.Context(), c, 0, 1); e == nil || err != nil {
			b.Fatal(e, err)
		}
	}
}

func BenchmarkPastInAMillion(b *testing.B) {
	f := benchFile(b)
	for b.Loop() {
		if ids, err := f.Past(million); len(ids) == 0 || err != nil {
			b.Fatal(err)
		}
	}
}
