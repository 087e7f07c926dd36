package story

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// read reads a trace in the form that testdata/README.md describes.
func read(t testing.TB, text string) Trace {
	t.Helper()
	r := trace.NewRecorder(true)
	names := []string{}
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		e, site, err := parse(line, &names)
		if err != nil {
			t.Fatalf("event %d: %v", n+1, err)
		}
		if site.File != "" {
			e.Site = r.Site(site)
		}
		r.Add(e)
	}
	return Trace{Events: r.Events, Sites: r.Sites, Names: names}
}

func parse(line string, names *[]string) (e trace.Event, site trace.Site, err error) {
	words := fields(line)
	if len(words) < 3 {
		return e, site, fmt.Errorf("%q is too short", line)
	}
	if err = e.At.UnmarshalText([]byte(words[0])); err != nil {
		return e, site, err
	}
	e.Node = trace.World
	if name, inc, ok := strings.Cut(words[1], "#"); ok {
		e.Node, e.Inc = node(names, name), int(whole(inc))
	}
	for k := trace.Kind(1); k.Name() != "" && e.Kind == 0; k++ {
		if k.Name() == words[2] {
			e.Kind = k
		}
	}
	if e.Kind == 0 {
		return e, site, fmt.Errorf("%q is no kind", words[2])
	}
	for _, w := range words[3:] {
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "A":
			e.A = whole(value)
		case "B":
			e.B = whole(value)
		case "op":
			e.C |= whole(value) << 16
		case "errno":
			e.C |= whole(value)
		case "S":
			e.S = value
		case "T":
			e.T = value
		case "at":
			file, n, _ := strings.Cut(value, ":")
			site = trace.Site{File: file, Line: int(whole(n))}
		default:
			cause, ok := strings.CutPrefix(w, "<-")
			if !ok {
				return e, site, fmt.Errorf("%q is no field", w)
			}
			e.Cause = trace.ID(whole(cause))
		}
	}
	return e, site, nil
}

func node(names *[]string, name string) int {
	for i, n := range *names {
		if n == name {
			return i
		}
	}
	*names = append(*names, name)
	return len(*names) - 1
}

func whole(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err) // a mistake in testdata
	}
	return n
}

// fields splits a line at its spaces, but not inside quotes, which it drops.
func fields(line string) (words []string) {
	var b strings.Builder
	quoted := false
	for _, r := range line + " " {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			if b.Len() > 0 {
				words = append(words, b.String())
			}
			b.Reset()
		default:
			b.WriteRune(r)
		}
	}
	return words
}

// show is a story as golden files have it.
func show(s *Story) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d events\n", s.Past, s.Events)
	for _, step := range s.Steps {
		fmt.Fprintf(&b, "#%d %s %s [%s] %s", step.Event, step.At.Seconds(), step.Node, step.Role, step.Text)
		if step.Site != nil {
			fmt.Fprintf(&b, " (%s:%d)", step.Site.File, step.Site.Line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// golden compares what a test makes of the first part of each file with the
// second.
func golden(t *testing.T, pattern string, of func(t *testing.T, first string) string) {
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %d files", pattern, err, len(paths))
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			const between = "\n---\n"
			first, want, _ := strings.Cut(fileText(t, path), between)
			got := of(t, first)
			if *update {
				if err := os.WriteFile(path, []byte(first+between+got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("run with -update if the change is meant:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// failure is the last event of kind failed.
func failure(t Trace) trace.ID {
	for i := len(t.Events) - 1; i >= 0; i-- {
		if t.Events[i].Kind == trace.Failed {
			return trace.ID(i + 1)
		}
	}
	return 0
}

func fileText(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
