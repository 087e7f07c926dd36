package build

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// On wasip1 the Go runtime waits for signals in a busy loop: a program that
// calls signal.Notify is never idle and never polls the network again. So the
// file of os/signal that asks the runtime is replaced, through go build's
// -overlay, by one that reads signals from a virtual file. Programs that do not
// import os/signal get the standard library as it is.
//
// The replacement also has to say when no signal is under way, which
// signal.Stop waits for. That function is the runtime's, and would wait for the
// busy loop, so the calls of it in the rest of the package are renamed.

//go:embed overlay/signal_unix.go.txt
var signalSource []byte

// What a GOROOT must have for the overlay to fit.
const (
	signalPackage = "os/signal"
	replacedFile  = "signal_unix.go" // all that it defines is ours
	renamedFile   = "signal.go"      // declares and calls runtimeWait
	runtimeWait   = "signalWaitUntilIdle"
	ourWait       = "waitUntilIdle"
)

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

// readOverlay reads the user's own overlay. Relative paths in it are relative
// to the folder that the go command runs in.
func (tc *toolchain) readOverlay() error {
	if tc.overlay == "" {
		return nil
	}
	tc.overlay = tc.absolute(tc.overlay)
	var err error
	if tc.replaced, err = tc.replacements(tc.overlay); err != nil {
		return fmt.Errorf("-overlay: %w", err)
	}
	return nil
}

// replacements are what the file of an overlay says, with absolute paths.
func (tc *toolchain) replacements(path string) (map[string]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	all := map[string]string{}
	for from, to := range file.Replace {
		if to != "" {
			to = tc.absolute(to)
		}
		all[tc.absolute(from)] = to
	}
	return all, nil
}

func (tc *toolchain) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(tc.dir, path)
}

// writeOverlay writes the new files of os/signal and the file for -overlay into
// the folder, and returns the latter's path. The user's own overlay is part of
// it; of os/signal it can change what ours does not replace.
func (g *graph) writeOverlay(folder, goroot string, renamed []byte) (string, error) {
	replace := map[string]string{}
	for from, to := range g.replaced {
		replace[from] = to
	}
	for name, source := range map[string][]byte{replacedFile: signalSource, renamedFile: renamed} {
		to := filepath.Join(folder, name)
		if err := os.WriteFile(to, source, 0o666); err != nil {
			return "", err
		}
		replace[filepath.Join(goroot, "src", "os", "signal", name)] = to
	}
	path := filepath.Join(folder, "overlay.json")
	return path, writeReplacements(path, replace)
}

// writeReplacements writes a file for -overlay.
func writeReplacements(path string, replace map[string]string) error {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}
