package lanechart_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/internal/lanechart"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a drawing with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("%s (run with -update if the change is meant):\n%s", path, got)
	}
}

func drawn(t *testing.T, f *tracefile.File, width int) string {
	t.Helper()
	var b strings.Builder
	if err := lanechart.Write(t.Context(), &b, f, width); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRecordedRunsLookLikeThis(t *testing.T) {
	for _, name := range []string{"kvlog", "lease", "bank-shrunk"} {
		f, err := tracefile.Open("../../vscode-extension/test/fixtures/" + name + ".sftrace")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".txt", drawn(t, f, 100))
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// made is a file with events of which each is a microsecond after the one before.
func made(t *testing.T, nodes []string, events ...trace.Event) *tracefile.File {
	t.Helper()
	for i := range events {
		events[i].ID, events[i].At = trace.ID(i+1), vtime.Instant(1000*i)
	}
	var b bytes.Buffer
	if err := tracefile.Write(&b, tracefile.Recording{Header: tracefile.Header{Nodes: nodes}, Events: events}); err != nil {
		t.Fatal(err)
	}
	f, err := tracefile.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestSmallAndForeignRuns(t *testing.T) {
	var b strings.Builder
	many := make([]string, 17)
	for i := range many {
		many[i] = fmt.Sprintf("n%d", i)
	}
	for _, c := range []struct {
		name  string
		file  *tracefile.File
		width int
	}{
		{"nothing happened", made(t, nil), 0},
		{"one event", made(t, []string{"a"}, trace.Event{Kind: trace.Boot, Node: 0, Inc: 1}), 40},
		{"a node that exits, one that is killed, one that loses power", made(t, []string{"a", "b", "c"},
			trace.Event{Kind: trace.Boot, Node: 0, Inc: 1}, trace.Event{Kind: trace.Boot, Node: 1, Inc: 1}, trace.Event{Kind: trace.Boot, Node: 2, Inc: 1},
			trace.Event{Kind: trace.Exit, Node: 0, Inc: 1}, trace.Event{Kind: trace.Killed, Node: 1, Inc: 1}, trace.Event{Kind: trace.Crash, Node: 2, Inc: 1},
			trace.Event{Kind: trace.Boot, Node: 0, Inc: 2}), 40},
		{"names that a terminal would obey, and a long one", made(t, []string{"\x1b[31mred\u202e", strings.Repeat("long", 20)},
			trace.Event{Kind: trace.Log, Node: 0, Inc: 1, S: "\x1b[2J"}, trace.Event{Kind: trace.Log, Node: 1, Inc: 1}), 40},
		{"many nodes have no rows for their classes", made(t, many, trace.Event{Kind: trace.Log, Node: 3, Inc: 1}, trace.Event{Kind: trace.Boot, Node: 3, Inc: 1}), 40},
	} {
		text, _, _ := strings.Cut(drawn(t, c.file, c.width), "\n\n- runs")
		for _, line := range strings.Split(text, "\n") {
			if len(line) > 40 || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Errorf("%s: %q", c.name, line)
			}
		}
		fmt.Fprintf(&b, "-- %s\n%s\n", c.name, text)
	}
	golden(t, "small.txt", b.String())
}
