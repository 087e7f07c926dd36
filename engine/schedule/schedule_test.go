package schedule

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/vtime"
)

// kept is a file of this version; later versions have to read it.
const kept = "testdata/schema1.faults.json"

var full = &Schedule{Schema: 1, Program: "00112233445566778899aabbccddeeff", Config: "seedfall.json", Seed: 7, Duration: 991 * vtime.Millisecond, Ops: 63, Faults: []Fault{
	{At: 427268419, Kind: CrashIO, Node: "server", Until: 761268419, Op: 56, Point: Within, Bytes: 100},
	{At: 802 * 1e6, Kind: Crash, Node: "server", Until: 802 * 1e6},
	{At: 9e8, Kind: Partition, Until: 95e7, Cut: []string{"a", "b"}, Direction: Out},
}}

func TestAFileOfSchema1IsRead(t *testing.T) {
	s, bare, err := Read(kept)
	if err != nil || bare || !reflect.DeepEqual(s, full) {
		t.Errorf("%+v, %v, %v", s, bare, err)
	}
	b, err := os.ReadFile(kept)
	if err != nil || string(full.Encode()) != string(b) {
		t.Errorf("it is written as\n%s", full.Encode())
	}
}

func TestABareListIsASchedule(t *testing.T) {
	s, bare, err := Parse([]byte(` [{"at": "1s", "kind": "crash_io", "node": "a", "until": "1.5s", "op": 3},
		{"at": "2s", "kind": "partition", "until": "3s", "cut": ["a"]}]`))
	if err != nil || !bare || len(s.Faults) != 2 {
		t.Fatalf("%+v, %v, %v", s, bare, err)
	}
	if s.Faults[0].Point != Before || s.Faults[1].Direction != Both {
		t.Errorf("what was left out became %q and %q", s.Faults[0].Point, s.Faults[1].Direction)
	}
}

func TestBadFilesSayWhatAndWhere(t *testing.T) {
	for text, want := range map[string]string{
		``:                                    "1:1: unexpected end of the file",
		"{\n  \"seed\": -1}":                  "2:13: seed cannot be a number -1",
		`{"sede": 1}`:                         `unknown field "sede"`,
		`{"schema": 2}`:                       "1:1: schema 2; this seedfall reads schema 1",
		`[{"kind": "crsh"}]`:                  `faults[0]: kind "crsh" is not a kind of fault; use one of crash, crash_io, partition, pause, restart, fsync_eio, write_eio, write_enospc, read_eio, read_corrupt, lost_write, misdirected_write, bitrot`,
		`[{"kind": "crash"}]`:                 "faults[0]: a crash needs a node",
		`[{"kind": "crash_io", "node": "a"}]`: "faults[0]: a crash_io needs op",
		`[{"kind": "partition"}]`:             "faults[0]: a partition needs cut",
		`[{"kind": "partition", "cut": ["a"], "direction": "up"}]`:       `direction "up"; use both, out or in`,
		`[{"kind": "crash_io", "node": "a", "op": 1, "point": "later"}]`: `point "later"; use before, within, after or ack`,
		`[{"kind": "crash", "node": "a", "at": "2s", "until": "1s"}]`:    "until 1s lies before at 2s",
		`[] []`:               "text after the end of the schedule",
		`{"duration": "-1s"}`: "duration and ops cannot be negative",
	} {
		_, _, err := Parse([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n gives %v\nwant %s", text, err, want)
		}
	}
}

func TestWritingReplacesAFileWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "x.faults.json")
	for range 2 {
		if err := Write(path, full); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(string(full.Encode()))
	f.Add(`[{"at": "1s", "kind": "crash", "node": "a", "until": "1.5s"}]`)
	f.Add(`{"faults": null}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, _, err := Parse([]byte(text))
		if err != nil {
			return
		}
		again, _, err := Parse(s.Encode())
		if err != nil {
			t.Fatalf("what was read is not read again: %v\n%s", err, s.Encode())
		}
		if string(again.Encode()) != string(s.Encode()) {
			t.Errorf("%s\n%s", s.Encode(), again.Encode())
		}
	})
}
