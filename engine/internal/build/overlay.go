package build

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// On wasip1 the Go runtime waits for signals in a busy loop: a program that
// calls signal.Notify is never idle and never polls the network again. So the
// one file of os/signal that asks the runtime is replaced, through go build's
// -overlay, by one that reads signals from a virtual file. Programs that do not
// import os/signal get the standard library as it is.

//go:embed overlay/signal_unix.go.txt
var signalSource []byte

// signalPackage, signalFile and signalFiles are what a GOROOT must have for the
// overlay to fit. A GOROOT with other files is refused.
const (
	signalPackage = "os/signal"
	signalFile    = "signal_unix.go"
)

var signalFiles = []string{"doc.go", "signal.go", "signal_unix.go"}

// noOverlay is the overlay's version in sets that do without it.
const noOverlay = "none"

// overlayVersion identifies the overlay's content in a set's ID.
func overlayVersion(used bool) string {
	if !used {
		return noOverlay
	}
	sum := sha256.Sum256(signalSource)
	return hex.EncodeToString(sum[:8])
}

// needsOverlay says whether a program of the graph imports os/signal.
func (g *graph) needsOverlay() bool { return g.packages[signalPackage] != nil }

// checkSignal refuses an os/signal that the overlay was not written for.
func (g *graph) checkSignal(goVersion string) error {
	if has := g.packages[signalPackage].GoFiles; !slices.Equal(has, signalFiles) {
		return fmt.Errorf("build: the os/signal overlay does not know %s: its os/signal has the files %s, not %s",
			goVersion, strings.Join(has, ", "), strings.Join(signalFiles, ", "))
	}
	return nil
}

// readOverlay reads the user's own overlay. Relative paths in it are relative
// to the folder that the go command runs in.
func (tc *toolchain) readOverlay() error {
	if tc.overlay == "" {
		return nil
	}
	tc.overlay = tc.absolute(tc.overlay)
	data, err := os.ReadFile(tc.overlay)
	if err != nil {
		return fmt.Errorf("-overlay: %w", err)
	}
	var file struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &file); err != nil {
		return fmt.Errorf("-overlay: %s: %w", tc.overlay, err)
	}
	tc.replaced = map[string]string{}
	for from, to := range file.Replace {
		if to != "" {
			to = tc.absolute(to)
		}
		tc.replaced[tc.absolute(from)] = to
	}
	return nil
}

func (tc *toolchain) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(tc.dir, path)
}

// writeOverlay writes the replacement and the file for -overlay into the folder
// and returns the latter's path. What the user's own overlay replaces stays
// replaced.
func (g *graph) writeOverlay(folder string) (string, error) {
	source := filepath.Join(folder, signalFile)
	replace := map[string]string{filepath.Join(g.packages[signalPackage].Dir, signalFile): source}
	for from, to := range g.replaced {
		replace[from] = to
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(source, signalSource, 0o666); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o666)
}
