package tracefile

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/internal/sample"
)

// million is how many events a large trace has.
const million = 1_000_000

// generated writes a trace of n events.
func generated(t testing.TB, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := sample.Trace(n, w.Add); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(Header{Nodes: sample.Nodes()}, nil); err != nil {
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
	c, err := f.Filter(b.Context(), `"request 99000 of"`)
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

// What hangs together is worked out when a query is first asked.
func BenchmarkQueriesThatHangTogether(b *testing.B) {
	f := benchFile(b)
	for name, query := range map[string]string{"before": "before(kind:fault) within 1ms", "chain": "kind:net.send -> kind:disk.write -> kind:disk.lost"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.answers = nil
				if _, err := f.Filter(b.Context(), query); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
