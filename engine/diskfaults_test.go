package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
)

// Each fault of a disk shows in the program as it does on Linux, is written to the
// schedule with its operation, and happens again when the schedule is replayed.
func TestDiskFaultsShowReplayAndLeaveTheOthersAlone(t *testing.T) {
	const crash = `"crash": {"every": "5s"}`
	for _, c := range []struct{ fault, rest, shows, kind string }{
		{"fsync_eio", "", "sync: sync /data: I/O error", schedule.FsyncEIO},
		{"write_eio", "", "write: write /data: I/O error", schedule.WriteEIO},
		{"write_enospc", "", "write: write /data: No space left on device", schedule.WriteENOSPC},
		{"read_eio", "", "later: read /data: I/O error", schedule.ReadEIO},
		{"read_corrupt", "", "later: wrong bytes", schedule.ReadCorrupt},
		{"lost_write", crash, "", schedule.LostWrite},
		{"misdirected_write", crash, "", schedule.MisdirectedWrite},
		{"bitrot_per_sec", crash, "at the start: wrong bytes", schedule.Bitrot},
		{"corrupt_on_crash", `"crash_on_io": {"chance": "1/20"}`, "at the start: wrong bytes", ""},
		{"disk_latency", "", "a sync took its time", ""},
	} {
		t.Run(c.fault, func(t *testing.T) {
			value := `{"chance": "1/20"}`
			switch c.fault {
			case "disk_latency":
				value = `{}`
			case "corrupt_on_crash", "bitrot_per_sec":
				value = `{"chance": 1}`
			}
			if c.rest != "" {
				c.rest = ", " + c.rest
			}
			p := program(t, fmt.Sprintf(`{"duration": "1m", "torn_writes": true, "nodes": [{"name": "a", "package": "$GUEST", "args": ["disk"]}],
				"faults": {%q: %s%s}}`, c.fault, value, c.rest))
			r := run(t, p, 1)
			if r.Failure != nil {
				t.Fatalf("%+v", r.Failure)
			}
			if c.shows != "" && !slices.Contains(output(t, r), c.shows) {
				t.Errorf("%q does not show in %q", c.shows, output(t, r))
			}
			struck := 0
			for _, f := range r.Schedule.Faults {
				if f.Kind == c.kind {
					struck++
					if k, _ := schedule.KindOf(f.Kind); k.Op && f.Op == 0 {
						t.Errorf("no operation: %+v", f)
					}
				}
			}
			if c.kind != "" && (struck < 3 || !strings.Contains(text(t, r), "fault")) {
				t.Errorf("%d faults of kind %s in the schedule", struck, c.kind)
			}
			saved, _, err := schedule.Parse(r.Schedule.Encode())
			if err != nil {
				t.Fatal(err)
			}
			again, err := p.Run(t.Context(), engine.Input{Seed: 1, Schedule: saved})
			if err != nil || again.Digest != r.Digest || len(again.Unfired) > 0 {
				t.Errorf("replayed: %v, digest %s instead of %s, unfired %v", err, again.Digest, r.Digest, again.Unfired)
			}
		})
	}
}

// A clone made while a node waits inside a slow sync goes on as its original.
func TestACloneInTheMiddleOfASlowSync(t *testing.T) {
	p := program(t, `{"duration": "5s", "nodes": [{"name": "a", "package": "$GUEST", "args": ["disk"]}], "faults": {"disk_latency": {"wait_min": "10ms"}}}`)
	want := run(t, p, 1)
	w := p.World(t.Context(), engine.Input{Seed: 1})
	defer w.Close()
	for range 4 {
		step(t, w)
	}
	c := clone(t, w)
	defer c.Close()
	o, err := c.Run()
	if err != nil || o.Digest != want.Digest {
		t.Errorf("%v, digest %s, want %s", err, o.Digest, want.Digest)
	}
}
