package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/verdict"
)

// crowded is a sweep in which much went wrong in every way.
func crowded() *engine.Summary {
	s := &engine.Summary{Seeds: 5000, Ran: 5000, Failed: 120, Undecided: 480}
	for i := range 12 {
		s.Unreached = append(s.Unreached, property.Missing{Site: property.Site{Kind: property.Always, Name: fmt.Sprint("kept ", i), File: "a.go", Line: i}})
		f := &verdict.Failure{Class: verdict.Always, Property: fmt.Sprint("true ", i), Node: "a"}
		g := engine.Group{Signature: f.Signature(), First: &engine.Result{Seed: uint64(1000 + i), Failure: f}}
		o := engine.Open{History: fmt.Sprint("calls ", i), By: "kv", Why: "the budget of 2000000 steps ended before the key k0 and 300 more was decided; raise \"budget\", or use more keys or fewer clients"}
		for n := range uint64(10) {
			g.Seeds, o.Seeds = append(g.Seeds, 1000+uint64(i)+12*n), append(o.Seeds, 3000+uint64(i)+12*n)
		}
		s.Failures, s.Open = append(s.Failures, g), append(s.Open, o)
	}
	return s
}

func summaryOf(s *engine.Summary) []string {
	var b bytes.Buffer
	h := &humanReporter{w: &b, config: "seedfall.json"}
	h.sweep(swept{Summary: s, seeds: engine.Seeds{First: 1, Last: s.Seeds}})
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(b.String(), self(), "seedfall"), "\n"), "\n")
}

// A terminal has 24 lines, of 80 columns.
func TestASummaryFitsOnAScreen(t *testing.T) {
	few := func(change func(*engine.Summary)) *engine.Summary {
		s := crowded()
		change(s)
		return s
	}
	for name, s := range map[string]*engine.Summary{
		"all":        crowded(),
		"no failure": few(func(s *engine.Summary) { s.Failed, s.Failures = 0, nil }),
		"decided":    few(func(s *engine.Summary) { s.Undecided, s.Open = 0, nil }),
		"reached":    few(func(s *engine.Summary) { s.Unreached = nil }),
		"failures":   few(func(s *engine.Summary) { s.Undecided, s.Open, s.Unreached = 0, nil, nil }),
		"undecided":  few(func(s *engine.Summary) { s.Failed, s.Failures, s.Unreached = 0, nil, nil }),
		"unreached":  few(func(s *engine.Summary) { s.Failed, s.Failures, s.Undecided, s.Open = 0, nil, 0, nil }),
	} {
		lines := summaryOf(s)
		rows := 0
		for _, l := range lines {
			rows += 1 + (len([]rune(l))-1)/80
		}
		if rows > 23 {
			t.Errorf("%s: %d rows\n%s", name, rows, strings.Join(lines, "\n"))
		}
	}
}

func TestASummarySaysFirstWhatItKnowsNothingAbout(t *testing.T) {
	want := []string{
		`always "kept 0" was never reached (a.go:0)`,
		`always "kept 1" was never reached (a.go:1)`,
		`… and 10 more; -properties shows all`,
		`480 of 5000 seeds undecided: no failure, and no pass either`,
		`  history "calls 0", judged as kv: seeds 3000, 3012, 3024, 3036, … (6 more)`,
		`    the budget of 2000000 steps ended before the key k0 and 300 more was`,
		`    decided; raise "budget", or use more keys or fewer clients`,
		`  … and 11 more histories; -properties shows all`,
		`  reproduce: seedfall replay -c seedfall.json -seed 3000`,
		`always "true 0" in a`,
		`  10 of 5000 seeds, 0.11% to 0.37% at 95%: 1000, 1012, 1024, 1036, … (6 more)`,
		`always "true 1" in a`,
		`  10 of 5000 seeds, 0.11% to 0.37% at 95%: 1001, 1013, 1025, 1037, … (6 more)`,
		`… and 10 more ways to fail`,
		`to check a fix at 95%, 2756 new seeds have to pass: seedfall run -c seedfall.json -seeds 5001-7756`,
		`5000 seeds, 120 failed, 480 undecided; 0s of virtual time, 0 events`,
	}
	if got := summaryOf(crowded()); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestWaysToFailWithOneTitleAreToldByTheirMessages(t *testing.T) {
	s := &engine.Summary{Seeds: 9, Ran: 9, Failed: 3}
	for i, message := range []string{"error=EOF", "error=" + strings.Repeat("long ", 20)} {
		f := &verdict.Failure{Class: verdict.Always, Property: "it opens", Node: "a", Message: message}
		s.Failures = append(s.Failures, engine.Group{First: &engine.Result{Failure: f}, Seeds: []uint64{3, 4}[i:]})
	}
	want := []string{
		`always "it opens" in a: error=EOF`,
		`  2 of 9 seeds, 6.3% to 55% at 95%: 3, 4`,
		`always "it opens" in a: error=long long long long long long long long long long…`,
		`  1 of 9 seeds, 2.0% to 43% at 95%: 4`,
	}
	if got := summaryOf(s)[:4]; strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestOfSeveralExitCodesTheWorstCounts(t *testing.T) {
	differs := engine.Group{First: &engine.Result{Failure: &verdict.Failure{Class: verdict.Nondeterminism}}}
	missing := []property.Missing{{}}
	for _, c := range []struct {
		s       engine.Summary
		allowed bool
		want    int
	}{
		{engine.Summary{Seeds: 9, Ran: 9}, false, exitOK},
		{engine.Summary{Seeds: 9, Ran: 9, Undecided: 1}, false, exitStopped},
		{engine.Summary{Seeds: 9, Ran: 9, Undecided: 1, Unreached: missing, Unrecorded: []string{""}}, true, exitStopped},
		{engine.Summary{Seeds: 9, Ran: 8, Undecided: 1}, false, exitInterrupted},
		{engine.Summary{Seeds: 9, Ran: 9, Undecided: 1, Unrecorded: []string{""}}, false, exitFailed},
		{engine.Summary{Seeds: 9, Ran: 9, Undecided: 1, Unreached: missing}, false, exitFailed},
		{engine.Summary{Seeds: 9, Ran: 8, Undecided: 1, Failed: 1}, true, exitFailed},
		{engine.Summary{Seeds: 9, Ran: 9, Undecided: 1, Failed: 1, Failures: []engine.Group{differs}}, false, exitNondeterministic},
	} {
		if got := (runFlags{allowUnreached: c.allowed}).code(&c.s); got != c.want {
			t.Errorf("%+v: %d, want %d", c.s, got, c.want)
		}
	}
}

func TestProgressShowsUndecidedSeeds(t *testing.T) {
	p := newProgress(&bytes.Buffer{})
	p.begin(20)
	p.done(7)
	if got := p.text(false); strings.Contains(got, "undecided") {
		t.Error(got)
	}
	p.open(3)
	if got := p.text(true); !strings.HasPrefix(got, "[########................] 7/20 seeds  ") || !strings.HasSuffix(got, "/s  0 failing  3 undecided") {
		t.Error(got)
	}
}
