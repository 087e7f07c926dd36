package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/bench/internal/standin"
	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/verdict"
)

var withEngines = flag.Bool("engines", false, "run the engines, all seeds of the table, or with -short some of them")

func TestTheTableIsWhatTheEnginesDo(t *testing.T) {
	if !*withEngines {
		t.Skip("takes minutes and downloads modules; run it with -engines -short")
	}
	all, _ := subjects(nil)
	page := page(t)
	for _, s := range all {
		t.Run(s.String(), func(t *testing.T) {
			b := bench{".", runtime.NumCPU()}
			if err := b.standIn(context.Background(), s.engine); err != nil {
				t.Fatal(err)
			}
			want := page.lines(s)
			if testing.Short() {
				problems, err := b.again(context.Background(), s, want)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range problems {
					t.Error(p)
				}
				return
			}
			got, err := b.sweep(context.Background(), s, engine.Seeds{First: 1, Last: want[0].seeds})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("got\n%v\nREADME.md has\n%v", got, want)
			}
		})
	}
}

func page(t *testing.T) readme {
	t.Helper()
	r, err := readReadme(".")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEveryEngineHasItsLinesAndItsVersionInTheReadme(t *testing.T) {
	all, _ := subjects(nil)
	r := page(t)
	for _, s := range all {
		if len(r.lines(s)) == 0 {
			t.Errorf("README.md has no line for %s", s)
		}
	}
	for _, s := range storages {
		m, err := standin.Read(context.Background(), s.name, "go.mod")
		if err != nil {
			t.Fatal(err)
		}
		if v := m.Version(s.module); v == "" || !strings.Contains(strings.Join(r.text, "\n"), v) {
			t.Errorf("README.md does not name %s of %s", v, s.module)
		}
	}
}

func TestInTheDefaultModelNothingFails(t *testing.T) {
	r := page(t)
	for _, s := range storages {
		for _, l := range r.lines(subject{s.name, "default"}) {
			if l.failing != 0 || l.seeds < 200 {
				t.Errorf("%s", l)
			}
		}
	}
}

// switches are the lines by which the configs of an engine may differ.
var switches = map[string]string{
	"default":          "",
	"torn_writes":      `  "torn_writes": true,` + "\n",
	"ext4_ordered":     `  "reorder_writes": true,` + "\n" + `  "fs_model": "ext4_ordered",` + "\n",
	"page_independent": `  "reorder_writes": true,` + "\n" + `  "fs_model": "page_independent",` + "\n",
	"dir_reorder":      `  "reorder_writes": true,` + "\n" + `  "fs_model": "dir_reorder",` + "\n",
	"strict_dirs":      `  "strict_dirs": true,` + "\n",
	"journal_prefix":   `  "fs_model": "journal_prefix",` + "\n",
	"zeroed_growth":    `  "zeroed_growth": true,` + "\n",
}

var arguments = regexp.MustCompile(`("\./server"), "args": \["[a-z]+"\]`)

func TestTheConfigsOfAnEngineDifferInTheirModelOnly(t *testing.T) {
	for _, s := range storages {
		base := text(t, s.name, "default")
		for _, m := range models {
			if got := strings.Replace(text(t, s.name, m), switches[m], "", 1); got != base {
				t.Errorf("%s/%s.json differs from default.json in more than its model:\n%s", s.name, m, got)
			}
		}
		if s.bug != "" {
			if got := arguments.ReplaceAllString(text(t, s.name, s.bug), "$1"); got != base {
				t.Errorf("%s/%s.json differs from default.json in more than an argument:\n%s", s.name, s.bug, got)
			}
		}
	}
}

// text reads a config, which is a good one.
func text(t *testing.T, engine, name string) string {
	t.Helper()
	path := filepath.Join(engine, name+".json")
	if _, err := config.Load(path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestALineIsReadBackAsWritten(t *testing.T) {
	for _, l := range []line{
		{subject{"wal", "default"}, 0, 200, 0, ""},
		{subject{"badger", "once"}, 3, 200, 17, `panic: a \| b | c`},
	} {
		if got, ok := parseLine(l.String()); !ok || got != l {
			t.Errorf("%q is read as %+v, %v", l.String(), got, ok)
		}
	}
	for _, text := range []string{"", head, "|---|---|---|---|---|", "| wal | v1.2.1 | none |", "| a | b | 1 of 2 | x | y |"} {
		if l, ok := parseLine(text); ok {
			t.Errorf("%q is read as %+v", text, l)
		}
	}
}

func TestLinesTakeThePlaceOfThoseBeforeInTheOrderOfSubjects(t *testing.T) {
	wal, bolt := subject{"wal", "default"}, subject{"bbolt", "default"}
	r := readme{text: []string{"before", head, "|---|", "| wal | default | 1 of 9 | 3 | m |", "| wal | default | 1 of 9 | 4 | n |", "after"}}
	if err := r.put(bolt, []line{{subject: bolt, seeds: 9}}); err != nil {
		t.Fatal(err)
	}
	if err := r.put(wal, []line{{wal, 2, 9, 5, "o"}}); err != nil {
		t.Fatal(err)
	}
	want := []string{"before", head, "|---|", "| wal | default | 2 of 9 | 5 | o |", "| bbolt | default | 0 of 9 |  |  |", "after"}
	if !slices.Equal(r.text, want) {
		t.Errorf("got %q", r.text)
	}
	if err := (&readme{path: "R.md"}).put(wal, nil); err == nil || err.Error() != `R.md has no table: no line "`+head+`"` {
		t.Errorf("without a table: %v", err)
	}
}

func TestEachWayToFailIsALine(t *testing.T) {
	s := subject{"wal", "default"}
	group := func(f verdict.Failure, seeds ...uint64) engine.Group {
		return engine.Group{First: &engine.Result{Failure: &f}, Seeds: seeds}
	}
	sum := &engine.Summary{Ran: 9, Failures: []engine.Group{
		group(verdict.Failure{Class: verdict.Panic, Message: "panic: a | b"}, 7),
		group(verdict.Failure{Class: verdict.Always, Property: "it opens", Message: "error=EOF"}, 2, 5),
	}}
	want := []line{{s, 2, 9, 2, "it opens: error=EOF"}, {s, 1, 9, 7, `panic: a \| b`}}
	if got := lines(s, sum); !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	if got := lines(s, &engine.Summary{Ran: 9}); !slices.Equal(got, []line{{subject: s, seeds: 9}}) {
		t.Errorf("without a failure: %+v", got)
	}
}

func TestFlagsThatMakeNoSenseAreRefused(t *testing.T) {
	for _, args := range [][]string{{"-seeds", "x"}, {"-short", "-seeds", "9"}, {"-only", "sqlite"}, {"-only", "wal/keep"}, {"wal"}, {"-short", "-write"}} {
		if _, err := parse(args); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
	o, err := parse([]string{"-seeds", "7", "-only", "goleveldb/keep,wal/default"})
	want := []subject{{"wal", "default"}, {"goleveldb", "keep"}}
	if err != nil || o.seeds([]line{{seeds: 40}}) != 7 || !slices.Equal(o.subjects, want) {
		t.Errorf("got %+v, %v", o, err)
	}
	for want, lines := range map[uint64][]line{40: {{seeds: 40}}, 200: nil} {
		if got := (options{}).seeds(lines); got != want {
			t.Errorf("without -seeds: %d, want %d", got, want)
		}
	}
}
