package engine_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"reflect"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/schedule"
)

var updateCause = flag.Bool("update-cause", false, "rewrite testdata/cause.txt")

// The cause of kvlog's failure, as data: what the verb prints in words.
func TestTheCauseOfTheFailureOfKvlog(t *testing.T) {
	needsRelease(t)
	p := kvlog(t, "GOTOOLCHAIN="+release)
	s, _, err := schedule.Read("testdata/cause.faults.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Cause(t.Context(), s, engine.CauseOptions{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/cause.txt"
	got := causeText(c)
	if *updateCause {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || got != string(want) {
		t.Errorf("%s (run with -update-cause if the change is meant):\n%s", golden, got)
	}
	if testing.Short() {
		return
	}
	slow, err := p.Cause(t.Context(), s, engine.CauseOptions{Memory: engine.NoCheckpoints})
	if err != nil {
		t.Fatal(err)
	}
	if slow.Forked >= c.Forked || slow.Runs != c.Runs {
		t.Errorf("%d of %d runs were forked, with checkpoints %d of %d", slow.Forked, slow.Runs, c.Forked, c.Runs)
	}
	if slow.Forked = c.Forked; !reflect.DeepEqual(slow, c) {
		t.Errorf("one job without checkpoints gives another cause:\n%s", causeText(slow))
	}
}

// causeText is a cause for a reviewer to read.
func causeText(c *engine.Cause) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s at %v, horizon %v instead of %v, complete %v, %d runs, %d forked\n", c.Failure.Title(), c.Failure.At, c.Horizon, c.Lengthened, c.Complete, c.Runs, c.Forked)
	fmt.Fprintf(&b, "%d unfired\n", len(c.Unfired))
	ending := func(e *engine.Ending) string {
		if e == nil {
			return ""
		}
		return strings.TrimSpace(fmt.Sprint(e.How, " ", e.Title, e.Lacks))
	}
	for i, f := range c.Faults {
		fmt.Fprintf(&b, "fault %d %s of %s %s %d at %v: without it %s\n", i+1, f.Fault.Kind, f.Fault.Node, f.Fault.Point, f.Fault.Op, f.Fault.At, ending(f.Without))
		for _, w := range f.Windows {
			fmt.Fprintf(&b, "  %s\n", w.Of)
			edge(&b, "earlier", w.Earlier, ending)
			edge(&b, "later", w.Later, ending)
		}
		for _, p := range f.Points {
			fmt.Fprintf(&b, "  point %s %d: %s\n", p.Point, p.Bytes, ending(&p.Ending))
		}
	}
	if n := c.Inevitable; n != nil {
		fmt.Fprintf(&b, "inevitable at %v: %d of %d before, start %v, end %v, %d probes\n", n.At, n.Before, n.Branches, n.Start, n.End, n.Probes)
		events(&b, n.Events)
	}
	for _, n := range c.Seeds {
		fmt.Fprintf(&b, "seeds %+v\n", n)
	}
	if n := c.Nearest; n != nil {
		fmt.Fprintf(&b, "nearest: fault %d, lacks %v, %d events in common\n", n.Fault, n.Lacks, n.Divergence.Common)
		fmt.Fprintf(&b, "  %s\n- %s\n+ %s\n", strings.Join(n.Divergence.Before, "\n  "), strings.Join(append([]string{n.Divergence.A}, n.AfterA...), "\n- "), strings.Join(append([]string{n.Divergence.B}, n.AfterB...), "\n+ "))
	}
	return b.String()
}

func edge(b *strings.Builder, side string, e engine.Edge, ending func(*engine.Ending) string) {
	fmt.Fprintf(b, "    %s: %s fails", side, place(&e.Last))
	if e.First != nil {
		fmt.Fprintf(b, ", %s %s", place(e.First), ending(e.Ending))
	}
	fmt.Fprintf(b, "; %d tried\n", e.Tried)
	events(b, e.Between)
	events(b, e.Around)
}

func place(p *engine.Place) string {
	if p.Op == 0 {
		return p.At.String()
	}
	return fmt.Sprintf("%d (%s %s at %v in %s)", p.Op, p.Do, p.Path, p.At, path.Base(p.In))
}

func events(b *strings.Builder, lines []engine.EventLine) {
	for _, l := range lines {
		fmt.Fprintf(b, "      %v %s %s\n", l.At, l.Node, l.Text)
	}
}

func TestAScheduleThatPassesHasNoCause(t *testing.T) {
	p := program(t, alone("ok"))
	_, err := p.Cause(t.Context(), &schedule.Schedule{Seed: 4}, engine.CauseOptions{})
	var passes *engine.NotFailingError
	if !errors.As(err, &passes) || passes.Result.Seed != 4 {
		t.Errorf("%v", err)
	}
}

func TestASearchThatIsStoppedSaysWhatItKnows(t *testing.T) {
	p := program(t, `{"duration": "1m", "nodes": [{"name": "server", "package": "$GUEST", "args": ["blocked"]}], "workload": {"package": "$GUEST", "args": ["blocked"]}}`)
	r := run(t, p, 1)
	stop := make(chan struct{})
	c, err := p.Cause(t.Context(), r.Schedule, engine.CauseOptions{Stop: stop, Say: func(what string) {
		if what == "other seeds" {
			close(stop)
		}
	}})
	if err != nil || c.Complete || c.Inevitable == nil || !c.Inevitable.Start || c.Seeds != nil {
		t.Errorf("%v, %+v", err, c)
	}
}

// A reseeded run draws otherwise from then on, in a way that its key decides; the
// run it was copied from is not disturbed.
func TestAReseededRunGoesOnWithOtherDraws(t *testing.T) {
	p := program(t, cluster)
	drawn := run(t, p, 3).Schedule
	for _, plain := range [][]string{nil, {schedule.Latency, schedule.Ties}} {
		s := drawn.Clone()
		s.Plain = plain
		want, err := p.Run(t.Context(), engine.Input{Seed: 3, Schedule: s})
		if err != nil {
			t.Fatal(err)
		}
		original := p.World(t.Context(), engine.Input{Seed: 3, Schedule: s})
		defer original.Close()
		for range 60 {
			step(t, original)
		}
		digests := map[string]string{}
		for _, b := range []struct {
			name string
			key  uint64
		}{{"one", 1}, {"one again", 1}, {"two", 2}} {
			w := clone(t, original)
			defer w.Close()
			w.Reseed(rng.Seed(b.key))
			o, err := w.Run()
			if err != nil {
				t.Fatal(err)
			}
			digests[b.name] = string(o.Digest)
		}
		o, err := original.Run()
		if err != nil || o.Digest != want.Digest {
			t.Errorf("plain %v: the original has digest %s, want %s (%v)", plain, o.Digest, want.Digest, err)
		}
		if digests["one"] != digests["one again"] || digests["one"] == digests["two"] || digests["one"] == string(want.Digest) {
			t.Errorf("plain %v: %v, the original %s", plain, digests, want.Digest)
		}
	}
}
