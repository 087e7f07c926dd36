package tracefile

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// ids are the numbers of events.
func ids(events []trace.Event) string {
	var all []trace.ID
	for i := range events {
		all = append(all, events[i].ID)
	}
	return fmt.Sprint(all)
}

func TestAWindowHasItsEventsOrCountsThem(t *testing.T) {
	f := reopen(t, fixture())
	w, err := f.Window(t.Context(), Ask{From: ms(22), To: ms(24), Limit: 4})
	if err != nil || ids(w.Events) != "[22 23 24 25]" || w.Total != 4 || w.Buckets != nil {
		t.Errorf("%+v, %v", w, err)
	}
	w, err = f.Window(t.Context(), Ask{From: ms(22), To: ms(25), Limit: 3, Buckets: 2})
	want := "[{22000000 23000000 [{-1 faults 1} {0 disk 1} {0 faults 1}]} {24000000 24000000 [{1 network 1}]}]"
	if err != nil || w.Events != nil || w.Total != 4 || fmt.Sprint(w.Buckets) != want {
		t.Errorf("%+v, %v", w, err)
	}
	w, err = f.Window(t.Context(), Ask{From: ms(80), To: ms(90), Limit: 3})
	if err != nil || w.Total != 0 || w.Events != nil {
		t.Errorf("%+v, %v", w, err)
	}
}

// What the index counts has to be what the events themselves come to.
func TestCountsFromTheIndexAreThoseOfTheEvents(t *testing.T) {
	b := generated(t, 30_000)
	f, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	all, err := f.Filter(t.Context(), "time:..1h")
	if err != nil {
		t.Fatal(err)
	}
	end := vtime.Instant(f.End)
	for _, a := range []Ask{{To: end, Buckets: 7}, {From: end / 3, To: end / 2, Buckets: 100}, {From: 1, To: end - 1, Buckets: 3000}, {From: end / 2, To: end/2 + 1}} {
		fast, err := f.Window(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		a.Filter = all
		slow, err := f.Window(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if fast.Total != slow.Total || sums(fast) != sums(slow) {
			t.Errorf("%+v: %d and %d events, %s and %s", a, fast.Total, slow.Total, sums(fast), sums(slow))
		}
		for i := range fast.Buckets[min(1, len(fast.Buckets)):] {
			if fast.Buckets[i].To > fast.Buckets[i+1].From {
				t.Fatalf("%+v: buckets %d and the next overlap", a, i)
			}
		}
	}
}

// sums adds up all buckets by lane.
func sums(w *Window) string {
	var all Bucket
	for _, b := range w.Buckets {
		for _, c := range b.Counts {
			all.add(lane(c.Node+1)*lane(classes)+lane(c.Class), c.Events)
		}
	}
	h := histogram{buckets: []Bucket{all}}
	h.sort()
	return fmt.Sprint(h.buckets)
}

// counting counts how many bytes are read.
type counting struct {
	*bytes.Reader
	n int
}

func (c *counting) ReadAt(b []byte, at int64) (int, error) {
	c.n += len(b)
	return c.Reader.ReadAt(b, at)
}

func TestAWindowReadsNoMoreThanItsBlocks(t *testing.T) {
	b := generated(t, 100_000)
	r := &counting{Reader: bytes.NewReader(b)}
	f, err := Read(r, int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	r.n = 0
	w, err := f.Window(t.Context(), Ask{From: vtime.Instant(f.End) / 2, To: vtime.Instant(f.End)/2 + vtime.Instant(37*2000*vtime.Microsecond), Limit: 3000})
	if err != nil || len(w.Events) < 2000 || r.n > len(b)/20 {
		t.Errorf("%d events, %d of %d bytes, %v", len(w.Events), r.n, len(b), err)
	}
}

func TestAQueryChoosesTheseEvents(t *testing.T) {
	f := reopen(t, fixture())
	for query, want := range map[string]string{
		"node:server#2":                "[39 40 43 45 46 52]",
		"node:server kind:disk.write":  "[13 20 23 32]",
		"kind:life":                    "[2 6 39]",
		"kind:fault.crash,fault.":      "[22 24 26 28 30 34]",
		"-node:server,client":          "[1 24 26 54 55 56 57]",
		"time:38ms..40ms":              "[32 33 34 35 36]",
		"time:..2ms -kind:disk":        "[1 2]",
		"time:70ms":                    "[54 55 56 57]",
		"/log kind:disk":               "[3 13 23 32 36]",
		`text:"stored a"`:              "[15]",
		`"stored a","in conflict"`:     "[15 54 55]",
		`/write .*bytes=\d /`:          "[20 23 32]",
		"-/./":                         "[]",
		"property:kept":                "[51]",
		"site:client.go:44":            "[18 49 51 53]",
		"site:client.go -kind:checks":  "[7 17 41 48 50]",
		"cause:#16 -node:server":       "[1 6 10 16]",
		"effect:#48":                   "[48 55 56]",
		"kind:network time:12ms..16ms": "[12 14 16]",
		"errno=EIO":                    "[23]",
		"node:client kind:log":         "[]",
	} {
		c, err := f.Filter(t.Context(), query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		w, err := f.Window(t.Context(), Ask{To: vtime.Never, Filter: c, Limit: 100})
		if got := ids(w.Events); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", query, got, err, want)
		}
	}
}

func TestSearchAndTheNextInALaneGoOnFromAnEvent(t *testing.T) {
	f := reopen(t, fixture())
	c, err := f.Filter(t.Context(), "boot")
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range []struct {
		after trace.ID
		limit int
		want  string
	}{{0, 9, "[2 6 39]"}, {0, 2, "[2 6]"}, {2, 9, "[6 39]"}, {39, 9, "[]"}, {0, 0, "[]"}} {
		found, err := f.Search(t.Context(), c, turn.after, turn.limit)
		if err != nil || ids(found) != turn.want {
			t.Errorf("after %d: %s, %v, want %s", turn.after, ids(found), err, turn.want)
		}
	}
	var lane []trace.ID
	for e, err := f.Event(3); e != nil; e, err = f.NextInLane(e.ID) {
		if err != nil {
			t.Fatal(err)
		}
		lane = append(lane, e.ID)
	}
	if fmt.Sprint(lane) != "[3 4 13 19 20 21 23 32 35 36]" {
		t.Error(lane)
	}
}

func TestOneFileAnswersSeveralAtOnce(t *testing.T) {
	b := generated(t, 60_000)
	f, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			from := vtime.Instant(f.End) / 5 * vtime.Instant(n)
			if w, err := f.Window(t.Context(), Ask{From: from, To: from + vtime.Instant(f.End)/5, Limit: 100, Buckets: 10}); err != nil || w.Total == 0 {
				t.Error(w, err)
			}
			if l, err := f.Lanes(from, from+1_000_000, 10); err != nil || len(l.Incarnations) != 5 {
				t.Error(l, err)
			}
			if e, err := f.Event(trace.ID(1 + n*15_000)); err != nil || e.ID != trace.ID(1+n*15_000) {
				t.Error(e, err)
			}
			if past, err := f.Past(500); err != nil || len(past) != 89 {
				t.Error(len(past), err)
			}
		})
	}
	all.Wait()
}
