package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/verdict"
)

// node is a config in which a node runs a mode beside a client that sleeps.
func node(mode, rest string) string {
	return fmt.Sprintf(`{"duration": "1m", "nodes": [{"name": "a", "package": "$GUEST", "args": [%q]%s}],
		"workload": {"package": "$GUEST", "args": ["sleep"]}}`, mode, rest)
}

// Each way to fail has its class, its node, a message of one line and, for sim
// calls, the property and the line.
func TestEveryFailureHasItsClass(t *testing.T) {
	const site = "github.com/seedfall/seedfall/engine/testdata/guest/fail.go"
	for _, c := range []struct {
		mode, config   string
		class          verdict.Class
		node, property string
		message        string
		site           bool
		at             time.Duration // rounded to milliseconds
	}{
		{mode: "assert", class: verdict.Assertion, node: "workload", message: "one and one is 2", site: true},
		{mode: "fail", class: verdict.Assertion, node: "workload", message: "on purpose: reason", site: true},
		{mode: "always", class: verdict.Always, node: "workload", property: "order holds", message: "got=7 want=eight nine", site: true},
		{mode: "unreachable", class: verdict.Unreachable, node: "workload", property: "nobody comes here", message: "was reached", site: true},
		{mode: "eventually", class: verdict.Eventually, node: "workload", property: "it settles", message: "still false after 3s", site: true, at: 3 * time.Second},
		{mode: "eventually-hang", class: verdict.Eventually, node: "workload", property: "it answers",
			message: "still false after 2s: its condition does not return", site: true, at: 3 * time.Second},
		{mode: "exit", class: verdict.Exit, node: "workload", message: "exited with code 3"},
		{mode: "panic", class: verdict.Panic, node: "workload", message: "panic: broken: 42"},
		{mode: "panic-in-goroutine", class: verdict.Panic, node: "workload", message: "panic: elsewhere"},
		{mode: "deadlock", class: verdict.Deadlock, node: "workload", message: "all goroutines are asleep - deadlock!"},
		{mode: "blocked", class: verdict.Deadlock, message: "every node is blocked, with no timer and no message under way"},
		{mode: "exit of a node", config: node("ok", ""), class: verdict.Exit, node: "a", message: "exited with code 0"},
		{mode: "panic under supervision", config: node("panic", `, "supervise": true`), class: verdict.Panic, node: "a", message: "panic: broken: 42"},
		{mode: "liveness", config: `{"duration": "2s", "liveness": {"within": "3s"}, "workload": {"package": "$GUEST", "args": ["sleep"]}}`,
			class: verdict.Liveness, node: "workload", message: "workload had not finished 3s after the faults stopped", at: 5 * time.Second},
		{mode: "finally", config: `{"duration": "2s", "workload": {"package": "$GUEST", "args": ["ok"]}, "finally": {"package": "$GUEST", "args": ["exit"]}}`,
			class: verdict.Exit, node: "finally", message: "exited with code 3"},
		{mode: "spin with loops", config: `{"duration": "2s", "preempt": {"loops": true}, "liveness": {"within": "1s"}, "workload": {"package": "$GUEST", "args": ["loop-no-call"]}}`,
			class: verdict.Liveness, node: "workload", message: "workload had not finished 1s after the faults stopped", at: 3 * time.Second},
		{mode: "watchdog", config: `{"watchdog": "1s", "workload": {"package": "$GUEST", "args": ["loop-no-call"]}}`,
			class: verdict.Watchdog, node: "workload", message: "ran for more than 1s of real time without yielding"},
		{mode: "memory", config: `{"memory": "64MiB", "workload": {"package": "$GUEST", "args": ["allocate"]}}`,
			class: verdict.Memory, node: "workload", message: "used more than its memory limit of 64MiB"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			if c.config == "" {
				c.config = alone(c.mode)
			}
			f := run(t, program(t, c.config), 1).Failure
			if f == nil {
				t.Fatal("it passed")
			}
			if f.Class != c.class || f.Node != c.node || f.Property != c.property || f.Message != c.message {
				t.Errorf("%s in %q of %q: %q", f.Class, f.Node, f.Property, f.Message)
			}
			if got := f.Site != nil && f.Site.File == site && f.Site.Line > 0; got != c.site {
				t.Errorf("site %v", f.Site)
			}
			if at := time.Duration(f.At).Truncate(time.Millisecond); c.at > 0 && at != c.at {
				t.Errorf("at %v, want %v", at, c.at)
			}
		})
	}
}

// The goroutine that spins is named in a watchdog's failure, by the program's own
// functions.
func TestTheWatchdogNamesTheFunctionThatSpins(t *testing.T) {
	f := run(t, program(t, `{"watchdog": "1s", "workload": {"package": "$GUEST", "args": ["loop-no-call"]}}`), 1).Failure
	if f == nil || !strings.Contains(f.Detail, "\nmain.callFree") || strings.Contains(f.Detail, "runtime.main") {
		t.Errorf("%+v", f)
	}
}

func TestAnEventuallyThatBecomesTruePasses(t *testing.T) {
	r := run(t, program(t, alone("eventually-ok")), 1)
	if r.Failure != nil || !strings.Contains(text(t, r), `eventually ended: property="it settles" ok=true`) {
		t.Error(text(t, r))
	}
}

// A supervised node that exits is started again after the delay, over the same
// disk, until the run ends.
func TestSupervisionStartsANodeAgain(t *testing.T) {
	r := run(t, program(t, node("exit", `, "supervise": {"restart": "on-failure", "delay": "10s"}`)), 1)
	if r.Failure != nil {
		t.Fatal(r.Failure)
	}
	if n := strings.Count(text(t, r), " boot\n"); n != 7 {
		t.Errorf("%d boots, want the workload's and 6 of the node in a minute", n)
	}
}

func TestASweepFailsOnWhatNoSeedReaches(t *testing.T) {
	p := program(t, alone("sometimes"))
	s, err := p.Sweep(t.Context(), engine.Seeds{First: 1, Last: 3}, engine.SweepOptions{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for _, m := range s.Unreached {
		missing[m.Name] = m.NeverTrue
	}
	never, listed := missing["many arguments"]
	if !listed || !never {
		t.Errorf("the Sometimes that is never true: listed %v, never true %v", listed, never)
	}
	if never, listed := missing["order holds"]; !listed || never {
		t.Errorf("the Always that is never reached: listed %v, never true %v", listed, never)
	}
	if _, listed := missing["came by"]; listed {
		t.Error("a property that was reached is listed")
	}
}

// A restart is SIGTERM first: a process that handles it may finish what it does
// and exit with any code; one that ignores it is killed after the grace; one
// without a handler ends at once. None of them loses what it wrote.
func TestARestartGivesAProcessTimeToEnd(t *testing.T) {
	config := func(mode, grace string) string {
		return fmt.Sprintf(`{"duration": "10s", "nodes": [{"name": "a", "package": "$GUEST", "args": [%q]}],
			"workload": {"package": "$GUEST", "args": ["sleep"]}, "faults": {"restart": {"every": "4s", "grace": %q}}}`, mode, grace)
	}
	for _, c := range []struct{ name, mode, found, ends string }{
		{"handled", "graceful", `found "saved at the end"`, "told to end by: terminated"},
		{"ignored", "stubborn", `found "in the page cache"`, `a#1 killed reason=restart`},
		{"no handler", "sleep", "", `a#1 killed reason=restart`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, program(t, config(c.mode, "300ms")), 1)
			trace := text(t, r)
			if r.Failure != nil || len(r.Schedule.Faults) == 0 {
				t.Fatalf("%v after %d faults\n%s", r.Failure, len(r.Schedule.Faults), trace)
			}
			if !strings.Contains(trace, c.found) || !strings.Contains(trace, c.ends) || !strings.Contains(trace, "a#2 boot") {
				t.Error(trace)
			}
			replayed, err := program(t, config(c.mode, "300ms")).Run(t.Context(), engine.Input{Seed: 1, Schedule: r.Schedule})
			if err != nil || replayed.Digest != r.Digest {
				t.Errorf("replayed: %v, %+v", err, replayed)
			}
		})
	}
}
