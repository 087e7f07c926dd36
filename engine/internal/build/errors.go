package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// CompileError is a program that the go command cannot load or compile.
type CompileError struct {
	// Package names the programs, as the request does, joined by ", ".
	Package string
	// Output is what the go command printed, unchanged but for trailing newlines.
	Output string
	// Hint is a sentence about what on wasip1 may be the cause. Empty if nothing
	// points to it.
	Hint string

	unloaded bool // the go command got no further than reading the sources
}

func (e *CompileError) Error() string {
	names := strings.Split(e.Package, ", ")
	verb := "does not compile"
	if e.unloaded {
		verb = "cannot be loaded"
	} else if len(names) > 1 {
		verb = "do not compile"
	}
	text := fmt.Sprintf("build: %s %s:\n%s", spoken(names), verb, e.Output)
	if e.Hint != "" {
		text += "\n" + e.Hint
	}
	return text
}

// spoken is "a", "a and b", or "a, b and c".
func spoken(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// loadError is a go list that failed as a whole, as it does for a broken go.mod.
func loadError(err error, names []string) error {
	var failed *goError
	if errors.As(err, &failed) && failed.output != "" {
		return &CompileError{Package: joinOnce(names), Output: failed.output, unloaded: true}
	}
	return fmt.Errorf("build: %w", err)
}

// compileError is a go build that failed.
func (g *graph) compileError(names []string, output string) *CompileError {
	failed := g.failedPackages(output)
	var unloaded, uncompiled []string
	for i, p := range g.mains {
		needed := g.needs(p)
		if p.broken() {
			unloaded = append(unloaded, names[i])
		} else if slices.ContainsFunc(failed, func(q *pkg) bool { return needed[q] }) {
			uncompiled = append(uncompiled, names[i])
		}
	}
	e := &CompileError{Output: output, Hint: g.hint(failed, output)}
	switch {
	case len(unloaded) > 0:
		e.Package, e.unloaded = joinOnce(unloaded), true
	case len(uncompiled) > 0:
		e.Package = joinOnce(uncompiled)
	default:
		e.Package = joinOnce(names)
	}
	return e
}

// joinOnce joins the names, each where it stands first.
func joinOnce(names []string) string {
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return strings.Join(once, ", ")
}

// failedPackages are those of the "# path" lines above compiler errors.
func (g *graph) failedPackages(output string) []*pkg {
	var failed []*pkg
	for line := range strings.Lines(output) {
		path, _ := strings.CutPrefix(strings.TrimSpace(line), "# ")
		if p := g.packages[path]; p != nil {
			failed = append(failed, p)
		}
	}
	return failed
}

// hint looks for signs that the code is fine, but not for wasip1.
func (g *graph) hint(failed []*pkg, output string) string {
	const about = "Nodes are built with GOOS=wasip1 GOARCH=wasm and without cgo. "
	if strings.Contains(output, "build constraints exclude all Go files") {
		return about + "The package has no file for that; its build constraints must allow wasip1."
	}
	if !strings.Contains(output, "undefined: ") {
		return ""
	}
	if strings.Contains(output, sdkModule) && strings.Contains(output, "undefined: internal.") {
		return about + "The Antithesis SDK can do without cgo since v0.5.0."
	}
	if strings.Contains(output, "undefined: syscall.") || strings.Contains(output, "undefined: unix.") {
		return about + "The operating system's calls named above do not exist there."
	}
	for _, p := range failed {
		if len(p.IgnoredGoFiles) > 0 {
			return about + fmt.Sprintf("These files of %s are left out there, and may define what is missing: %s.",
				p.ImportPath, strings.Join(p.IgnoredGoFiles, ", "))
		}
	}
	return ""
}
