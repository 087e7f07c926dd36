package engine_test

import (
	"bytes"
	"context"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/vtime"
)

// recorded gives the history of a mode as lines of JSON.
func recorded(t *testing.T, config string) (*engine.Result, string) {
	t.Helper()
	r, err := program(t, config).Run(context.Background(), engine.Input{Seed: 1, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := history.Encode(&b, r.Log); err != nil {
		t.Fatal(err)
	}
	return r, b.String()
}

func TestCallsAreRecordedAsTheyEnd(t *testing.T) {
	r, got := recorded(t, alone("history-ends"))
	const file = "testdata/history.jsonl"
	if *updateStories {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if r.Failure != nil {
		t.Errorf("%+v", r.Failure)
	}
}

// judging is a config of one program whose histories are judged so.
func judging(mode, histories string) string {
	return strings.TrimSuffix(alone(mode), "}") + `, "histories": [` + histories + `]}`
}

func TestHistoriesAreJudgedByTheirModels(t *testing.T) {
	for _, c := range []struct {
		name, mode, histories string
		failure               string // class, property, message
		undecided             string // of the first undecided history
		site                  string
	}{
		{name: "a stale read is found without a config", mode: "history-stale",
			failure: "history||not linearizable as kv: get(\"k\") = 4 cannot be explained", site: "useCell"},
		{name: "a store that answers truly passes", mode: "history-good"},
		{name: "a named history goes by its own model", mode: "history-named", histories: `{"name": "orders", "model": "register"}`,
			failure: "history|orders|cannot be judged as register: a call of put that it does not know", site: "useCell"},
		{name: "a model of its own is asked for", mode: "history-stack", undecided: `it has calls such as push and no model judges them; write {"name": "", "model": ...} under "histories", with the model "none" if they are not to be judged`},
		{name: "and none may be wanted", mode: "history-stack", histories: `{"model": "none"}`},
		{name: "write skew is not serializable", mode: "history-skew", failure: "isolation||not serializable: G2-item, write skew", site: "init"},
		{name: "and allowed under snapshot isolation", mode: "history-skew", histories: `{"isolation": "snapshot-isolation"}`},
		{name: "a search that ends without an answer is undecided", mode: "history-long", histories: `{"model": "counter", "budget": 1000}`,
			undecided: `the budget of 1000 steps ended before the history was decided; raise "budget", or use more keys or fewer clients`},
		{name: "what cannot be recorded ends the run", mode: "history-unfit", failure: "assertion||sim: a call cannot be recorded: put: json: unsupported type: chan int", site: "init"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := program(t, judging(c.mode, c.histories)).Run(context.Background(), engine.Input{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			failure, site := "", ""
			if f := r.Failure; f != nil {
				failure = strings.Join([]string{string(f.Class), f.Property, f.Words()}, "|")
				if f.Site != nil {
					site = f.Site.Function
				}
			}
			undecided := ""
			if u := r.Undecided(); len(u) > 0 {
				undecided = u[0].Why
			}
			if failure != c.failure || undecided != c.undecided || !strings.Contains(site, c.site) {
				t.Errorf("%s, undecided %q, at %s\n%+v", failure, undecided, site, r.Failure)
			}
			if passed := c.failure+c.undecided == ""; r.Passed() != passed {
				t.Errorf("passed: %v", r.Passed())
			}
		})
	}
}

// What is recorded is part of the run: copies of it go on by themselves and come
// to the same.
func TestARecordedHistoryIsCopiedWithTheRun(t *testing.T) {
	p := program(t, alone("history-stale"))
	whole := run(t, p, 1)
	w := p.World(context.Background(), engine.Input{Seed: 1})
	defer w.Close()
	for w.Now() < 3_500_000_000 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
	c, err := w.Clone()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for name, w := range map[string]interface {
		Run() (*world.Outcome, error)
	}{"the copied run": w, "the copy": c} {
		o, err := w.Run()
		if err != nil {
			t.Fatal(err)
		}
		if o.Digest != whole.Digest || o.Failure == nil || o.Failure.Signature() != whole.Failure.Signature() {
			t.Errorf("%s ends with %s and %+v; want %s and %+v", name, o.Digest, o.Failure, whole.Digest, whole.Failure)
		}
	}
}

// A sweep of undecided runs has not passed, and says why.
func TestAnUndecidedSweepIsNoPass(t *testing.T) {
	p := program(t, judging("history-long", `{"model": "counter", "budget": 1000}, {"name": "orders", "model": "kv"}`))
	s, err := p.Sweep(context.Background(), engine.Seeds{First: 3, Last: 7}, engine.SweepOptions{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Open{{By: "counter", Why: `the budget of 1000 steps ended before the history was decided; raise "budget", or use more keys or fewer clients`, Seeds: []uint64{3, 4, 5, 6, 7}}}
	if s.Failed != 0 || s.Undecided != 5 || !reflect.DeepEqual(s.Open, want) || !reflect.DeepEqual(s.Unrecorded, []string{"orders"}) {
		t.Errorf("failed %d, undecided %d: %+v, unrecorded %q", s.Failed, s.Undecided, s.Open, s.Unrecorded)
	}
	if h := s.Histories; len(h) != 1 || h[0] != (engine.HistoryCount{By: "counter", Seeds: 5, Calls: 75, Undecided: 5}) {
		t.Errorf("%+v", h)
	}
}

func TestAQuietTimeHasNoFaults(t *testing.T) {
	const faults = `"nodes": [{"name": "server", "package": "$GUEST", "args": ["disk", "/a"], "supervise": {"restart": "always"}}],
		"faults": {"crash": {"every": "1s"}, "pause": {"every": "1s"}, "partition": {"every": "1s", "nodes": ["server", "workload"]}}}`
	r := run(t, program(t, strings.TrimSuffix(alone("quiet"), "}")+", "+faults), 1)
	if r.Failure != nil {
		t.Fatalf("%+v", r.Failure)
	}
	in := func(from, to vtime.Instant) (n int) {
		for _, f := range r.Schedule.Faults {
			if f.At > from && f.At < to {
				n++
			}
		}
		return n
	}
	const s = vtime.Instant(vtime.Second)
	if in(0, 10*s) < 5 || in(10*s+s/10, 30*s-s/10) != 0 || in(30*s+s/10, 40*s) < 5 {
		t.Errorf("%d, %d and %d faults", in(0, 10*s), in(10*s+s/10, 30*s-s/10), in(30*s+s/10, 40*s))
	}
	again, err := program(t, strings.TrimSuffix(alone("quiet"), "}")+", "+faults).Run(context.Background(), engine.Input{Seed: 1, Schedule: r.Schedule})
	if err != nil || again.Digest != r.Digest {
		t.Errorf("the schedule gives another run: %v", err)
	}
}

func TestAQuietTimeEndsWithTheProcessThatAskedForIt(t *testing.T) {
	r := run(t, program(t, `{"duration": "20s", "nodes": [{"name": "server", "package": "$GUEST", "args": ["quiet-exits"], "supervise": {"restart": "on-failure", "delay": "3s"}}],
		"faults": {"pause": {"every": "200ms", "for_min": "1ms", "for_max": "2ms"}}}`), 1)
	got := strings.Count(text(t, r), "phase name=quiet\n")
	if loud := strings.Count(text(t, r), "phase name=chaos\n"); got != 3 || loud != 2 {
		t.Errorf("%d quiet times, %d ends of one:\n%s", got, loud, text(t, r))
	}
	for _, f := range r.Schedule.Faults {
		if at := f.At % vtime.Instant(8*vtime.Second); at < vtime.Instant(5*vtime.Second) && at > vtime.Instant(vtime.Second/10) {
			t.Errorf("a pause at %v", f.At)
		}
	}
}
