package trace

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/property"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample has an event of every kind.
func sample() *Recorder {
	r := NewRecorder(true)
	site := r.Site(Site{File: "example.com/m/main.go", Line: 12, Function: "main.main", Property: "kept"})
	for k := Kind(1); int(k) < len(kinds); k++ {
		e := Event{Cause: ID(k) - 1, At: 1_234_567_890, Node: int(k) % 2, Inc: 1, Kind: k, A: 1, B: int64(property.Always), C: DiskC(9, errno.EIO), S: "a b", T: "/to"}
		switch k {
		case RunStart, Phase, RunEnd, Partition, Heal:
			e.Node, e.Inc = World, 0
		case Check, Begin, End:
			e.Site = site
		case Send, Recv:
			e.C = int64(errno.ECONNRESET)
		case Log:
			e.S = "tab\there \u202e\x1b[31m <script>"
		}
		r.Add(e)
	}
	return r
}

func TestEveryKindHasItsTextAndJSON(t *testing.T) {
	names := []string{"server", "client"}
	var text, lines bytes.Buffer
	if err := WriteText(&text, sample(), names); err != nil {
		t.Fatal(err)
	}
	if err := WriteJSON(&lines, sample(), names); err != nil {
		t.Fatal(err)
	}
	for path, got := range map[string][]byte{"testdata/sample.txt": text.Bytes(), "testdata/sample.jsonl": lines.Bytes()} {
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s (run with -update if the change is meant):\n%s", path, got)
		}
	}
	for line := range bytes.Lines(lines.Bytes()) {
		if !json.Valid(line) {
			t.Errorf("no JSON: %s", line)
		}
	}
	if strings.ContainsAny(text.String(), "\x1b\u202e") {
		t.Error("control characters of a guest reach the terminal")
	}
}

func TestTheDigestSeesEveryField(t *testing.T) {
	digest := func(change func(*Event)) Digest {
		r := NewRecorder(false)
		e := Event{Cause: 1, At: 2, Node: 3, Inc: 4, Kind: Write, Site: 5, A: 6, B: 7, C: 8, S: "s", T: "t"}
		change(&e)
		r.Add(e)
		return r.Digest()
	}
	same := digest(func(*Event) {})
	for name, change := range map[string]func(*Event){
		"cause": func(e *Event) { e.Cause++ }, "at": func(e *Event) { e.At++ }, "node": func(e *Event) { e.Node++ },
		"inc": func(e *Event) { e.Inc++ }, "kind": func(e *Event) { e.Kind++ }, "site": func(e *Event) { e.Site++ },
		"a": func(e *Event) { e.A++ }, "b": func(e *Event) { e.B++ }, "c": func(e *Event) { e.C++ },
		"s": func(e *Event) { e.S = "st"; e.T = "" }, "t": func(e *Event) { e.T = "" },
	} {
		if digest(change) == same {
			t.Errorf("another %s has the same digest", name)
		}
	}
}

func TestKeepingEventsDoesNotChangeTheDigest(t *testing.T) {
	kept, hashed := NewRecorder(true), NewRecorder(false)
	for i := range 3000 {
		e := Event{Kind: Log, At: 5, S: strings.Repeat("x", i%50)}
		kept.Add(e)
		hashed.Add(e)
	}
	if kept.Digest() != hashed.Digest() || len(kept.Events) != 3000 || len(hashed.Events) != 0 || hashed.Count() != 3000 {
		t.Error("the two recorders disagree")
	}
}

func TestARecorderAndItsCloneGoOnApart(t *testing.T) {
	a := sample()
	b := a.Clone()
	if a.Digest() != b.Digest() {
		t.Error("a clone has another digest")
	}
	a.Add(Event{Kind: Log, S: "a"})
	b.Add(Event{Kind: Log, S: "b"})
	b.Site(Site{File: "other.go"})
	if a.Events[len(a.Events)-1].S != "a" || b.Events[len(b.Events)-1].S != "b" || len(a.Sites) != 1 || a.Digest() == b.Digest() {
		t.Error("one writes into the other")
	}
}

func BenchmarkAdd(b *testing.B) {
	r := NewRecorder(false)
	for b.Loop() {
		r.Add(Event{Cause: 9, At: 123456789, Node: 1, Inc: 2, Kind: Write, A: 4096, B: 512, C: 77 << 16, S: "/data/log"})
	}
}
