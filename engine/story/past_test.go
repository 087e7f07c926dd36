package story

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
)

// recorded reads the trace of one of the stories in testdata.
func recorded(t testing.TB, name string) Trace {
	t.Helper()
	text, _, _ := strings.Cut(fileText(t, "testdata/"+name+".txt"), "\n---\n")
	return read(t, text)
}

func TestThePastHasCausesBootsLossesAndFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		of   trace.ID
		want []trace.ID
	}{
		// All but what the programs printed and the check itself.
		{"unsynced", 19, []trace.ID{1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17, 19}},
		// Before the crash the client knows nothing of it.
		{"unsynced", 8, []trace.ID{1, 2, 3, 4, 5, 7, 8}},
		// A message from the far side of a cut brings the cut with it, and not what
		// the two others said to each other.
		{"partition", 18, []trace.ID{1, 2, 3, 6, 15, 16, 18}},
		// A name goes back to what made it.
		{"renamed", 14, []trace.ID{1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 14}},
		// A deadlock comes from the last thing that everyone did.
		{"deadlock", 12, []trace.ID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
		{"deadlock", 99, nil},
	} {
		t.Run(fmt.Sprint(c.name, c.of), func(t *testing.T) {
			if got := recorded(t, c.name).Past(c.of); !slices.Equal(got, c.want) {
				t.Errorf("%v\nwant %v", got, c.want)
			}
		})
	}
}

func TestOnlyAFailureHasAStory(t *testing.T) {
	r := recorded(t, "unsynced")
	for _, id := range []trace.ID{0, 1, 18, 20, 21} {
		if s := r.Tell(id); s != nil {
			t.Errorf("event %d: %+v", id, s)
		}
	}
}

// A story is short, in order, ends with the failure, and the same each time,
// whatever happened before.
func TestAStoryIsShortAndInOrder(t *testing.T) {
	names := []string{"a", "b", "c"}
	for n := range 300 {
		r := random(n)
		id := failure(Trace{Events: r})
		s := (Trace{Events: r, Names: names}).Tell(id)
		again := (Trace{Events: slices.Clone(r), Names: names}).Tell(id)
		if s == nil || len(s.Steps) == 0 || len(s.Steps) > MaxSteps || s.Past < len(s.Steps) || s.Past > len(r) {
			t.Fatalf("trace %d: %+v", n, s)
		}
		if s.Steps[len(s.Steps)-1].Event != id || !slices.IsSortedFunc(s.Steps, func(a, b Step) int { return int(a.Event) - int(b.Event) }) {
			t.Fatalf("trace %d: %s", n, show(s))
		}
		if show(s) != show(again) {
			t.Fatalf("trace %d is told in two ways:\n%s%s", n, show(s), show(again))
		}
	}
}

// random is a trace of some events without much sense, that ends with a failure;
// the number chooses it.
func random(number int) (events []trace.Event) {
	state := uint64(number)*2862933555777941757 + 3037000493
	draw := func(n int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int(state >> 33 % uint64(n))
	}
	classes := []string{"always", "deadlock", "liveness", "panic", "eventually"}
	incs := [3]int{1, 1, 1}
	for i := range 60 {
		e := trace.Event{ID: trace.ID(i + 1), Cause: trace.ID(draw(i + 1)), Node: draw(4) - 1, Kind: trace.Kind(draw(len(KindNames())) + 1),
			A: int64(draw(3)), B: int64(draw(3)), C: int64(draw(3)), S: []string{"a", "b:1", "/x", "k1 7"}[draw(4)], T: []string{"", "c", "back", "k1 7"}[draw(4)]}
		if i == 59 {
			e.Kind, e.S = trace.Failed, classes[draw(len(classes))]
		}
		if e.Node >= 0 {
			if e.Kind == trace.Boot {
				incs[e.Node]++
			}
			e.Inc = incs[e.Node]
		}
		events = append(events, e)
	}
	return events
}

func TestEveryKindThatAStoryTellsHasASentence(t *testing.T) {
	silent := []trace.Kind{trace.RunStart, trace.RunEnd, trace.Lost, trace.Check, trace.End, trace.Heal, trace.Resume, trace.Blame}
	for k := trace.Kind(1); k.Name() != ""; k++ {
		if _, known := sentences[k]; known == slices.Contains(silent, k) {
			t.Errorf("%s: has a sentence: %v", k.Name(), known)
		}
	}
}

func BenchmarkTell(b *testing.B) {
	r := trace.NewRecorder(true)
	r.Add(trace.Event{Kind: trace.RunStart, Node: trace.World})
	r.Add(trace.Event{Cause: 1, Kind: trace.Boot, Inc: 1})
	last := trace.ID(2)
	for range 50_000 {
		last = r.Add(trace.Event{Cause: last, Kind: trace.Recv, Inc: 1, B: 9, S: "b:1"})
		r.Add(trace.Event{Cause: last, Kind: trace.Write, Inc: 1, B: 9, S: "/log", C: 1 << 16})
		r.Add(trace.Event{Cause: last, Kind: trace.Log, Inc: 1, S: fmt.Sprintf("write %d done", last)})
	}
	crash := r.Add(trace.Event{Cause: 1, Kind: trace.Crash, Inc: 1})
	r.Add(trace.Event{Cause: crash, Kind: trace.Lost, Inc: 1, S: "/log", T: "kept 0 of 9 unsynced changes"})
	boot := r.Add(trace.Event{Cause: crash, Kind: trace.Boot, Inc: 2})
	id := r.Add(trace.Event{Cause: boot, Kind: trace.Failed, Inc: 2, S: "always", T: "write=90002 read=0"})
	t := Trace{Events: r.Events, Names: []string{"a"}}
	for b.Loop() {
		t.Tell(id)
	}
}
