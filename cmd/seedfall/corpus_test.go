package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/corpus"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

func TestTheWorstStateOfKnownFailuresDecidesTheExitCode(t *testing.T) {
	for _, c := range []struct {
		count      knownCount
		run, check int
	}{
		{knownCount{}, exitOK, exitOK},
		{knownCount{passes: 3}, exitOK, exitOK},
		{knownCount{passes: 1, stale: 1}, exitStale, exitStale},
		{knownCount{differs: 1, stale: 1}, exitFailed, exitNotReproduced},
		{knownCount{fails: 1, differs: 1, stale: 1, passes: 1}, exitFailed, exitFailed},
		{knownCount{fails: 1, skipped: 1}, exitFailed, exitFailed},
		{knownCount{stale: 1, skipped: 1}, exitInterrupted, exitInterrupted},
		{knownCount{differs: 1, skipped: 1}, exitFailed, exitInterrupted},
		{knownCount{fails: 1, differs: 1, nondeterministic: true}, exitNondeterministic, exitNondeterministic},
	} {
		if run, check := c.count.code(), c.count.checkCode(); run != c.run || check != c.check {
			t.Errorf("%+v ends run with %d and check with %d, want %d and %d", c.count, run, check, c.run, c.check)
		}
	}
}

func TestEveryExitCodeHasASeverity(t *testing.T) {
	for _, c := range exitCodes {
		if c.code != exitOK && (worse(c.code, exitOK) != c.code || worse(exitOK, c.code) != c.code) {
			t.Errorf("%d is no worse than %d", c.code, exitOK)
		}
	}
}

func TestAPassThatProvesLittleSaysWhy(t *testing.T) {
	entry := &corpus.Entry{Schedule: &schedule.Schedule{Duration: 2 * vtime.Second, Faults: make([]schedule.Fault, 3)}}
	for want, r := range map[string]*engine.Result{
		"":                                       {},
		", but 2 of its 3 faults did not happen": {Unfired: make([]schedule.Fault, 2), Unfinished: true},
		", but its 2s ended the run before the workload had finished": {Unfinished: true},
	} {
		if got := doubt(entry, r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	entry.Schedule.Duration = 0
	if got := doubt(entry, &engine.Result{Unfinished: true}); got != "" {
		t.Errorf("of the config's own duration it says %q", got)
	}
}

func TestAnInterruptLeavesEntriesAsTheyAre(t *testing.T) {
	const name, entry = "testdata/seedfall/seedfall/12a26dc79d9d.json", `{"schema": 1, "fails": "panic|a||panic: started twice", "seed": 1, "faults": []}`
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.26.0\n", "main.go": "package main\n\nfunc main() {}\n",
		"seedfall.json": `{"workload": {"package": "."}}`, name: entry} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	interrupted := make(chan struct{})
	close(interrupted)
	for command, want := range map[string]string{
		"corpus prune -after 1": "",
		"corpus check":          "1 known failure: 1 was not replayed\n",
		"run":                   "1 known failure: 1 was not replayed\n0 of 100 seeds, 0 failed; 0s of virtual time, 0 events\n",
	} {
		var stdout, stderr bytes.Buffer
		if code := dispatch(t.Context(), env{&stdout, &stderr, interrupted}, strings.Fields(command)); code != exitInterrupted || stdout.String() != want {
			t.Errorf("%s: exit code %d\n%s%s", command, code, &stdout, &stderr)
		}
		if now, err := os.ReadFile(name); err != nil || string(now) != entry {
			t.Errorf("%s: the entry is now %s, %v", command, now, err)
		}
	}
}
