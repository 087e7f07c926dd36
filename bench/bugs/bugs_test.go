package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/bench/internal/standin"
	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

var withBugs = flag.Bool("bugs", false, "run the short form of every bug, some minutes")

func TestAffectedVersionsFailAsExpectedAndFixedOnesAreSilent(t *testing.T) {
	if !*withBugs {
		t.Skip("takes minutes and downloads modules; run it with -bugs, as make test does")
	}
	for _, b := range bugs {
		t.Run(b.id, func(t *testing.T) {
			r, err := b.run(context.Background(), ".", engine.Seeds{First: 1, Last: b.short}, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range r.problems() {
				t.Error(problem)
			}
		})
	}
}

func TestEveryBugHasItsModulesAndItsLineInTheReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bugs {
		if !strings.Contains(string(readme), "| "+b.id+" |") {
			t.Errorf("README.md has no line for %s", b.id)
		}
		var versions []string
		for _, v := range []variant{b.affected, b.fixed} {
			if _, err := config.Load(filepath.Join(v.dir, config.FileName)); err != nil {
				t.Errorf("%s: %v", b.id, err)
			}
			m, err := standin.Read(context.Background(), v.dir, v.modfile)
			if err != nil {
				t.Fatal(err)
			}
			versions = append(versions, m.Version(b.module))
		}
		if slices.Contains(versions, "") || versions[0] == versions[1] {
			t.Errorf("%s: the versions of %s are %q", b.id, b.module, versions)
		}
	}
}

func TestARowIsGoodOnlyIfBothVersionsAreAsExpected(t *testing.T) {
	b := bug{id: "P99", project: "some/store", class: verdict.Always, property: "it opens"}
	expected := &verdict.Failure{Class: verdict.Always, Node: "n", Property: "it opens", Message: "EOF"}
	other := &verdict.Failure{Class: verdict.Panic, Node: "n", Message: "index out of range"}
	for name, c := range map[string]struct {
		affected, fixed []engine.Group
		reached         bool
		want            []string
	}{
		"as expected": {groups(expected, 3, 5), nil, true, nil},
		"not found":   {nil, nil, true, []string{"v1 does not fail"}},
		"found otherwise": {append(groups(expected, 3), groups(other, 2)...), nil, true,
			[]string{"v1 fails in another way in 1 seeds, the first 2: panic|n||index out of range"}},
		"not silent": {groups(expected, 3), groups(expected, 4), true,
			[]string{"v2 fails in 1 seeds, the first 4: always|n|it opens|EOF"}},
		"not reached": {groups(expected, 3), nil, false,
			[]string{`v2 never reaches "it opens", so its silence says nothing`}},
	} {
		r := row{bug: b, affected: outcome{version: "v1", sweep: summary(c.affected)},
			fixed: outcome{version: "v2", sweep: summary(c.fixed), reached: c.reached}}
		if got := r.problems(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestTheTableShowsWhatWasFound(t *testing.T) {
	expected := &verdict.Failure{Class: verdict.Always, Property: "it opens"}
	rows := []row{{bug: bug{id: "P99", project: "some/store", class: verdict.Always, property: "it opens"},
		affected: outcome{version: "v1.0.0", sweep: summary(groups(expected, 3, 5)), shrunk: &engine.Shrunk{Runs: 51,
			From: schedule.Size{Faults: 33, Duration: vtime.Minute}, To: schedule.Size{Faults: 2, Duration: 1965 * vtime.Millisecond}}},
		fixed: outcome{version: "v1.0.1-0.20210819022825-2ae1ddf74ef7", sweep: summary(nil), reached: true}, took: 1234567890}}
	var out strings.Builder
	if !write(&out, rows) {
		t.Error("the row is not good")
	}
	const want = `id   project     affected  failing  first  class   property  fixed           failing  shrunk                                      host time
P99  some/store  v1.0.0    2 of 9   3      always  it opens  v1.0.1-2ae1ddf  0 of 9   2 of 33 faults, 1.965s of 1m0s, in 51 runs  1.2s
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func groups(f *verdict.Failure, seeds ...uint64) []engine.Group {
	return []engine.Group{{Signature: f.Signature(), First: &engine.Result{Seed: seeds[0], Failure: f}, Seeds: seeds}}
}

func summary(failures []engine.Group) *engine.Summary {
	s := &engine.Summary{Seeds: 9, Ran: 9, Failures: failures, Tally: property.Tally{}}
	for _, g := range failures {
		s.Failed += uint64(len(g.Seeds))
	}
	return s
}

func TestFlagsThatMakeNoSenseAreRefused(t *testing.T) {
	for _, args := range [][]string{{"-seeds", "7"}, {"-seeds", "5-1"}, {"-seeds", "1-2x"}, {"-only", "P00"}, {"P01"}} {
		if _, err := parse(args); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
	o, err := parse([]string{"-seeds", "3-7", "-only", "P01,P15"})
	if want := (engine.Seeds{First: 3, Last: 7}); err != nil || o.seeds != want || !slices.Equal(o.only, []string{"P01", "P15"}) {
		t.Errorf("got %+v, %v", o, err)
	}
}
