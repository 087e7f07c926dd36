package build

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestOnlyProgramsThatImportSignalGetTheOverlay(t *testing.T) {
	_, dir := module(t, "testdata/build/signals.txt")
	r := Request{Dir: dir, Packages: []string{"./waits", "./plain"}, CacheDir: cacheIn(dir), SignalOverlay: true}
	both := built(t, r)
	const fromHost = "seedfall\x0asignal_set" // module and name in the import section
	if !says(both.Guests[0], fromHost) || says(both.Guests[0], "/dev/seedfall/signals") != true {
		t.Error("the program that imports os/signal has the stock one")
	}
	if says(both.Guests[1], fromHost) {
		t.Error("the program that does not import os/signal has the overlay")
	}

	r.SignalOverlay = false
	stock := built(t, r)
	if says(stock.Guests[0], fromHost) {
		t.Error("the overlay is there although it is off")
	}
	if stock.ID == both.ID || stock.Guests[1].SHA256 != both.Guests[1].SHA256 {
		t.Error("the overlay must change the set, and not the program without os/signal")
	}

	r.Packages = []string{"./plain"}
	off := built(t, r)
	r.SignalOverlay = true
	if on := built(t, r); on.ID != off.ID {
		t.Error("the overlay counts in a set that does not import os/signal")
	}
}

// Go 1.27.3 is a toolchain in the module cache, where the go command overlays nothing.
func TestOverlayFitsTheNextGoRelease(t *testing.T) {
	_, dir := module(t, "testdata/build/signals.txt")
	r := Request{Dir: dir, Packages: []string{"./waits"}, SignalOverlay: true, Env: []string{"GOTOOLCHAIN=go1.27.3"}}
	if _, err := findToolchain(t.Context(), r); err != nil {
		t.Skip("the toolchain cannot be had here:", err)
	}
	s := built(t, r)
	if s.GoVersion != "go1.27.3" || !says(s.Guests[0], "seedfall\x0asignal_set") {
		t.Errorf("the program of %s has the stock os/signal", s.GoVersion)
	}
}

func TestUnknownSignalPackageIsRefused(t *testing.T) {
	known := map[string]string{
		"doc.go":         "package signal",
		"signal.go":      "package signal\nfunc Stop() { signalWaitUntilIdle() }\nfunc signalWaitUntilIdle()\n",
		"signal_unix.go": "package signal\nfunc signal_disable()\nfunc signal_enable()\nfunc signal_ignore()\nfunc signal_ignored()\nfunc signal_recv()\n",
	}
	for _, c := range []struct{ file, text, want string }{
		{"signal.go", known["signal.go"], ""},
		{"signal_wasip1.go", "package signal", "its os/signal has the files doc.go, signal.go, signal_unix.go, signal_wasip1.go"},
		{"doc.go", "package signal\nfunc hook()", "its os/signal takes from the runtime in doc.go: hook"},
		{"signal_unix.go", "package signal\nfunc signal_recv()", "its os/signal takes from the runtime in signal_unix.go: signal_recv"},
	} {
		p := &pkg{Dir: t.TempDir()}
		files := maps.Clone(known)
		files[c.file] = c.text
		for _, name := range slices.Sorted(maps.Keys(files)) {
			write(t, filepath.Join(p.Dir, name), files[name])
			p.GoFiles = append(p.GoFiles, name)
		}
		g := &graph{packages: map[string]*pkg{signalPackage: p}}
		renamed, err := g.renameWait()
		if c.want != "" {
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
			continue
		}
		want := "package signal\nfunc Stop() { waitUntilIdle      () }\n                          \n"
		if err != nil || string(renamed) != want {
			t.Errorf("got %q, %v; want %q", renamed, err, want)
		}
	}
}

// A GOROOT whose os/signal has the known files, but asks for a function that
// the overlay does not define. The user's own -overlay makes it.
func TestOverlayThatDoesNotFitIsRefused(t *testing.T) {
	_, dir := module(t, "testdata/build/signals.txt")
	g := listed(t, dir, "./waits")
	original := filepath.Join(g.packages[signalPackage].Dir, "signal.go")
	text, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(dir, "signal.go")
	write(t, changed, string(text)+"\nvar _ = somethingNew\n")
	file, _ := json.Marshal(map[string]any{"Replace": map[string]string{original: changed}})
	write(t, filepath.Join(dir, "mine.json"), string(file))

	r := Request{Dir: dir, Packages: []string{"./waits"}, SignalOverlay: true, Env: []string{"GOFLAGS=-overlay=mine.json"}}
	_, err = Guests(t.Context(), r)
	if err == nil || !strings.HasPrefix(err.Error(), "build: the os/signal overlay does not fit go") ||
		!strings.Contains(err.Error(), "undefined: somethingNew") {
		t.Errorf("got %v", err)
	}
}

func TestUsersOverlayIsMerged(t *testing.T) {
	_, dir := module(t, "testdata/build/signals.txt")
	write(t, filepath.Join(dir, "other.go"), "package main\n\nimport _ \"os/signal\"\n\nfunc main() { println(\"replacedword\") }\n")
	write(t, filepath.Join(dir, "mine.json"), `{"Replace": {"plain/main.go": "other.go"}}`)
	r := Request{Dir: dir, Packages: []string{"./plain", "./waits"}, SignalOverlay: true, Env: []string{"GOFLAGS=-overlay=mine.json"}}
	s := built(t, r)
	if !says(s.Guests[0], "replacedword") || !says(s.Guests[1], "seedfall\x0asignal_set") {
		t.Error("one of the two overlays had no effect")
	}
}

func TestFlagsSurviveSplittingAndJoining(t *testing.T) {
	fields, err := splitFlags("  -a '-ldflags=-X \"m.v=1 2\"'\t\"-gcflags=all='x'\"\n-b=c ")
	want := []string{"-a", `-ldflags=-X "m.v=1 2"`, "-gcflags=all='x'", "-b=c"}
	if err != nil || !slices.Equal(fields, want) {
		t.Errorf("got %q, %v", fields, err)
	}
}

func FuzzFlagsRoundTrip(f *testing.F) {
	f.Add(`-a '-ldflags=-s -w' "x"`)
	f.Add(`''`)
	f.Add(`a"b 'c`)
	f.Fuzz(func(t *testing.T, s string) {
		fields, err := splitFlags(s)
		if err != nil {
			return
		}
		for _, field := range fields {
			if field == "" || strings.ContainsAny(field, `'"`) {
				return // GOFLAGS cannot hold all of these in a way that joinFlags keeps
			}
		}
		again, err := splitFlags(joinFlags(fields))
		if err != nil || !slices.Equal(fields, again) {
			t.Errorf("%q: %q, then %q, %v", s, fields, again, err)
		}
	})
}
