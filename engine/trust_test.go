package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/guest"
)

// prepareGuest prepares the test guest as a workload in the given mode, built
// with env.
func prepareGuest(t *testing.T, text string, env ...string) *Program {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	c, problems := config.Parse(filepath.Join(here, "seedfall.json"), []byte(strings.ReplaceAll(text, "$GUEST", "./testdata/guest")))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	p, err := Prepare(t.Context(), c, PrepareOptions{CacheDir: t.TempDir(), Workers: 2, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() }) //nolint:errcheck // the test is over
	return p
}

// A Go release that nobody has tried is tried by the self-check: it passes when
// the runtime is as computed, and is refused when something does not fit.
func TestAnUnknownGoReleaseIsTriedOrRefused(t *testing.T) {
	p := prepareGuest(t, `{"workload": {"package": "$GUEST", "args": ["ok"]}}`)
	build := selfCheck(p.set, PrepareOptions{})
	right := guest.Options{Layout: layout(p.set), Workers: 2}
	if err := p.engine.Trust(t.Context(), "go1.99.1", build, right); err != nil {
		t.Errorf("a release whose runtime fits is refused: %v", err)
	}
	wrong := right
	wrong.Layout.StackGuard += 8
	err := p.engine.Trust(t.Context(), "go1.99.1", build, wrong)
	want := "go1.99.1 is a Go release that this seedfall does not know, and its self-check failed: a goroutine that spins was not preempted; " +
		"use one of go1.26, go1.27 (GOTOOLCHAIN), or a newer seedfall"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	never := func(context.Context) ([]byte, error) { t.Error("a known release is tried"); return nil, nil }
	if err := p.engine.Trust(t.Context(), "go1.27.9", never, wrong); err != nil {
		t.Error(err)
	}
}

// Guests of another supported release boot, park, are preempted, cloned and
// replayed like those of the release that the tests themselves use.
func TestGuestsOfGo127(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library with a second toolchain, which takes minutes the first time")
	}
	p := prepareGuest(t, `{
		"duration": "10s",
		"nodes": [{"name": "server", "package": "$GUEST", "args": ["cluster-server"], "torn_writes": true}],
		"workload": {"package": "$GUEST", "args": ["cluster-client"]},
		"faults": {"crash": {"every": "1s"}, "crash_on_io": {"chance": "1/50"}, "pause": {"every": "3s"}}
	}`, "GOTOOLCHAIN=go1.27.3")
	if p.GoVersion != "go1.27.3" {
		t.Fatalf("built by %s", p.GoVersion)
	}
	first, err := p.Run(t.Context(), Input{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if first.Failure != nil || first.Events < 100 {
		t.Errorf("%d events, %+v", first.Events, first.Failure)
	}
	if f, err := p.CheckDeterminism(t.Context(), first, Input{Seed: 1}); f != nil || err != nil {
		t.Errorf("a second run: %v, %v", f, err)
	}
	if r, err := p.Run(t.Context(), Input{Seed: 1, Schedule: first.Schedule}); err != nil || r.Digest != first.Digest {
		t.Errorf("its schedule replayed: %v, %+v", err, r)
	}
	// Park, preempt, clone: the self-check does all of it and compares.
	build := selfCheck(p.set, PrepareOptions{})
	if err := p.engine.Trust(t.Context(), "untested", build, guest.Options{Layout: layout(p.set), Workers: 2}); err != nil {
		t.Error(err)
	}
}

// A folder for compiled code that cannot be written costs the cache, not the run.
func TestCompilingGoesOnWithoutItsCache(t *testing.T) {
	p := prepareGuest(t, `{"workload": {"package": "$GUEST", "args": ["ok"]}}`)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p.set.CompiledDir = filepath.Join(file, "compiled")
	if err := p.compile(t.Context(), PrepareOptions{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	if len(p.Warnings) != 1 || !strings.HasPrefix(p.Warnings[0], "compiled code is not kept for next time: cache of compiled code: ") {
		t.Errorf("warnings %q", p.Warnings)
	}
	if r, err := p.Run(t.Context(), Input{Seed: 1}); err != nil || r.Failure != nil {
		t.Errorf("%+v, %v", r, err)
	}
}
