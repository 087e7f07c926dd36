// Package examples has the examples' pages run as tests: every command that a
// page shows is run, and has to print what the page says.
package examples

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var claims = flag.Bool("claims", false, "run every command of the examples' pages, some minutes")

// pages are the documents whose commands are run, relative to the root.
var pages = []string{"examples/kvlog/README.md", "examples/buntdb/README.md", "examples/bank/README.md", "examples/lease/README.md",
	"docs/debugging.md"}

func TestEveryCommandOfAPagePrintsWhatThePageSays(t *testing.T) {
	if !*claims {
		t.Skip("takes minutes; run it with -claims, as make test does")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "seedfall"), "./cmd/seedfall")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, page := range pages {
		t.Run(filepath.Base(filepath.Dir(page)), func(t *testing.T) {
			r := &reader{t: t, root: root, dir: root, bin: bin, scratch: t.TempDir()}
			for _, b := range blocks(t, filepath.Join(root, page)) {
				r.block(b)
			}
		})
	}
}

// block is the text between two fences of a page.
type block struct {
	line  int // of its first line
	lines []string
}

func blocks(t *testing.T, path string) (all []block) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	inside, n := false, 0
	for s := bufio.NewScanner(f); s.Scan(); {
		n++
		if strings.HasPrefix(s.Text(), "```") {
			inside = !inside
			if inside {
				all = append(all, block{line: n + 1})
			}
			continue
		}
		if inside {
			last := &all[len(all)-1]
			last.lines = append(last.lines, s.Text())
		}
	}
	return all
}

// reader goes through a page as its reader would.
type reader struct {
	t       *testing.T
	root    string
	dir     string // where the reader is
	bin     string
	scratch string   // where the pages' files are written to
	written []string // names of those
	trace   []string // the latest trace, for blocks that quote from it
}

// traceLine is how a line of a trace begins.
var traceLine = regexp.MustCompile(`^ +[0-9]+\.[0-9]{3}s  `)

func (r *reader) block(b block) {
	r.t.Helper()
	switch {
	case len(b.lines) == 0:
	case strings.HasPrefix(b.lines[0], "$ "):
		for i := 0; i < len(b.lines); {
			end := i + 1
			for end < len(b.lines) && !strings.HasPrefix(b.lines[end], "$ ") {
				end++
			}
			r.command(b.line+i, strings.TrimPrefix(b.lines[i], "$ "), b.lines[i+1:end])
			i = end
		}
	case traceLine.MatchString(b.lines[0]):
		r.compare(b.line, "the trace", r.trace, between(b.lines))
	}
}

// between lets any lines stand between those of a quotation.
func between(lines []string) (all []string) {
	for _, l := range lines {
		all = append(all, "…", l)
	}
	return append(all, "…")
}

// outputFile is where a command writes a trace to.
var outputFile = regexp.MustCompile(`-o (\S+)`)

func (r *reader) command(line int, text string, want []string) {
	r.t.Helper()
	if to, ok := strings.CutPrefix(text, "cd "); ok {
		r.dir = filepath.Join(r.dir, to)
		return
	}
	// Built once, not at every command; and files go where they do not disturb.
	script := strings.ReplaceAll(text, "go run ./cmd/seedfall", "seedfall")
	file := ""
	if m := outputFile.FindStringSubmatch(script); m != nil {
		file = filepath.Join(r.scratch, m[1])
		script = strings.Replace(script, m[0], "-o "+file, 1)
		r.written = append(r.written, m[1])
	}
	for _, name := range r.written {
		script = strings.ReplaceAll(script, "-faults "+name, "-faults "+filepath.Join(r.scratch, name))
	}
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "PATH="+r.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run() //nolint:errcheck // commands that find a bug exit with 1; what they print counts
	printed := out.String()
	for _, name := range r.written { // wherever they are, the page has them beside the reader
		if short, err := filepath.Rel(r.dir, filepath.Join(r.scratch, name)); err == nil {
			printed = strings.ReplaceAll(printed, short, name)
		}
		printed = strings.ReplaceAll(printed, filepath.Join(r.scratch, name), name)
	}
	got := strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
	if strings.Contains(text, "replay") {
		r.trace = got
		if file != "" {
			b, err := os.ReadFile(file)
			if err != nil {
				r.t.Fatalf("line %d: %s: %v\n%s", line, text, err, errs.String())
			}
			r.trace = strings.Split(string(b), "\n")
		}
		if len(want) > 0 && traceLine.MatchString(want[0]) {
			want = between(want)
		}
	}
	if len(want) > 0 {
		r.compare(line, text, got, want)
	}
	if r.t.Failed() {
		r.t.Logf("standard error:\n%s", errs.String())
	}
}

func (r *reader) compare(line int, what string, got, want []string) {
	r.t.Helper()
	if i, problem := mismatch(got, want); problem != "" {
		r.t.Errorf("line %d: %s\n%s", line+i, what, problem)
	}
}

// same says whether a printed line is that of the page, of which "…" at the end
// stands for anything: a time that a command took.
func same(got, want string) bool {
	begin, open := strings.CutSuffix(want, "…")
	return got == want || open && strings.HasPrefix(got, begin)
}

// mismatch wants got to be want, in which a line of "…" stands for any lines. It
// says at which line of want they part, and how; "" if they do not.
func mismatch(got, want []string) (at int, problem string) {
	next, skip := 0, false
	for i, w := range want {
		if strings.TrimSpace(w) == "…" {
			skip = true
			continue
		}
		from := next
		for next < len(got) && !same(got[next], w) && skip {
			next++
		}
		if next == len(got) || !same(got[next], w) {
			return i, "the page says: " + w + "\nit printed:\n" + some(got[from:])
		}
		next, skip = next+1, false
	}
	if !skip && next < len(got) {
		return len(want) - 1, "it also printed:\n" + some(got[next:])
	}
	return 0, ""
}

// some is the beginning of a longer text.
func some(lines []string) string { return strings.Join(lines[:min(len(lines), 12)], "\n") }

func TestMismatchSeesEveryDifference(t *testing.T) {
	got := []string{"a", "b", "c", "d"}
	for _, c := range []struct {
		want []string
		at   int
		ok   bool
	}{
		{want: []string{"a", "b", "c", "d"}, ok: true},
		{want: []string{"…", "b", "…", "d"}, ok: true},
		{want: []string{"a", "…"}, ok: true},
		{want: []string{"a", "b…", "c", "…"}, ok: true},
		{want: []string{"a", "x…", "c", "d"}, at: 1},
		{want: []string{"a", "  …", "d"}, ok: true},
		{want: []string{"a", "x", "c", "d"}, at: 1},
		{want: []string{"a", "b", "c"}, at: 2},
		{want: []string{"…", "c", "b", "…"}, at: 2},
		{want: []string{"a", "b", "c", "d", "e"}, at: 4},
	} {
		at, problem := mismatch(got, c.want)
		if (problem == "") != c.ok || at != c.at {
			t.Errorf("%q: %q at %d", c.want, problem, at)
		}
	}
}
