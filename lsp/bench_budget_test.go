//go:build linux

package lsp_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The budgets of the language server, each beside what it takes. docs/performance.md
// has the table:
//
//	go test ./lsp -run '^$' -bench Budget -benchtime 1x
//
// cpu is processor time of the server, or where the worker or the go command do
// something of all of them together; wall is elapsed time, which other work on the
// machine makes longer. Of several measurements each figure is one that 95 of 100
// do not exceed.
func BenchmarkBudget(b *testing.B) {
	for _, part := range []struct {
		name string
		run  func(*testing.B)
	}{
		{"initialize", benchInitialize},
		{"scan_100_packages", benchScan},
		{"edit_to_lenses", benchEdit},
		{"answers", benchAnswers},
		{"misuse", benchMisuse},
		{"typed_misuse", benchTypedMisuse},
		{"typed_load", benchTypedLoad},
		{"first_build", benchFirstBuild},
		{"cancel", benchCancel},
		{"tests_tree", benchTests},
		{"memory", benchMemory},
		{"trace_100k", func(b *testing.B) { benchTrace(b, 100_000, 300) }},
		{"trace_1M", func(b *testing.B) { benchTrace(b, 1_000_000, 1000) }},
		{"save_to_verdict", benchSave},
	} {
		b.Run(part.name, func(b *testing.B) {
			for b.Loop() {
				part.run(b)
			}
			b.ReportMetric(0, "ns/op") // the time of the whole part says nothing
		})
	}
}

// figures are measurements of one thing.
type figures struct{ cpu, wall []float64 }

// timed measures what the server, or with family the worker and the go command too,
// does until done returns. done gives when it came to an end.
func (f *figures) timed(d *daemon, family bool, done func() time.Time) {
	clock := processorTime
	if family {
		clock = familyTime
	}
	used, since := clock(d.pid), time.Now()
	end := done()
	f.cpu = append(f.cpu, ms(clock(d.pid)-used))
	f.wall = append(f.wall, ms(end.Sub(since)))
}

// report reports figures beside the budget in milliseconds.
func (f *figures) report(b *testing.B, what string, budget float64) {
	b.ReportMetric(high(f.cpu), what+"cpu-ms")
	b.ReportMetric(high(f.wall), what+"wall-ms")
	b.ReportMetric(budget, what+"budget-ms")
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

// high is the value that 95 of 100 do not exceed.
func high(all []float64) float64 {
	if len(all) == 0 {
		return math.NaN()
	}
	all = slices.Clone(all)
	slices.Sort(all)
	return all[(95*len(all)+99)/100-1]
}

// idle are settings with which nothing runs by itself, pauses those with which types
// wait for a pause as they do by default: what they cost has a budget of its own.
const (
	idle   = `{"run": {"trigger": "off", "delay": "0s"}, "shrink": {"auto": false}}`
	pauses = `{"run": {"trigger": "off"}, "shrink": {"auto": false}}`
)

func benchInitialize(b *testing.B) {
	root := large(b)
	var f figures
	for range 10 {
		d := spawn(b, root)
		f.timed(d, false, func() time.Time { return d.answer(d.ask("initialize", d.hello(idle))).at })
	}
	f.report(b, "", 100)
}

// From initialized on: the configs and the files of their programs are known, and
// then all that the server does on its own is done.
func benchScan(b *testing.B) {
	root := large(b)
	var files, all figures
	for range 4 { // the first one fills caches of the go command
		d := spawn(b, root)
		d.call("initialize", d.hello(idle))
		used, since := familyTime(d.pid), time.Now()
		d.notify("initialized", "{}")
		d.until("the files", func() bool { return strings.Contains(d.log.String(), "in the open folders") })
		files.cpu, files.wall = append(files.cpu, ms(familyTime(d.pid)-used)), append(files.wall, ms(time.Since(since)))
		d.quiet(0)
		all.cpu, all.wall = append(all.cpu, ms(familyTime(d.pid)-used)), append(all.wall, ms(time.Since(since)))
	}
	files = figures{files.cpu[1:], files.wall[1:]}
	all = figures{all.cpu[1:], all.wall[1:]}
	files.report(b, "files-", 1000)
	all.report(b, "all-", 3000)
}

// typing changes one character of a file again and again.
type typing struct {
	d       *daemon
	name    string
	version int
	at      string // a range of one character
}

func (t *typing) key(c string) {
	t.version++
	t.d.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument": {"uri": %q, "version": %d}, "contentChanges": [{"range": %s, "text": %q}]}`,
		t.d.uri(t.name), t.version, t.at, c))
}

// A key, and then the places of all lenses of the file.
func benchEdit(b *testing.B) {
	d := start(b, large(b), pauses)
	d.quiet(0)
	from := d.now()
	size := len(d.open("client/main.go"))
	d.quiet(from) // with types
	t := &typing{d, "client/main.go", 1, `{"start": {"line": 9, "character": 7}, "end": {"line": 9, "character": 8}}`}
	params := fmt.Sprintf(`{"textDocument": {"uri": %q}}`, d.uri(t.name))
	d.call("textDocument/codeLens", params)
	var f figures
	for i := range 40 {
		f.timed(d, false, func() time.Time {
			t.key(string(rune('a' + i%26)))
			return d.answer(d.ask("textDocument/codeLens", params)).at
		})
	}
	f.report(b, "", 50)
	b.ReportMetric(high(f.cpu)*50_000/float64(size), "cpu-ms/50kB")
	b.ReportMetric(10, "budget-ms/50kB")
}

// Answers about kvlog after a sweep with failures, and about a large file.
func benchAnswers(b *testing.B) {
	d := start(b, kvlogBench(b), idle)
	d.quiet(0)
	d.run("seedfall.run", `{"seeds": 10}`)
	d.open("client/main.go")
	d.open("client/history.go")
	answers := func(d *daemon, name, at, what string) {
		var lenses, hovers, actions figures
		doc := fmt.Sprintf(`"textDocument": {"uri": %q}`, d.uri(name))
		span := fmt.Sprintf(`{"start": %s, "end": %s}`, at, at)
		for range 40 {
			lenses.timed(d, false, func() time.Time { return d.answer(d.ask("textDocument/codeLens", "{"+doc+"}")).at })
			hovers.timed(d, false, func() time.Time {
				return d.answer(d.ask("textDocument/hover", fmt.Sprintf(`{%s, "position": %s}`, doc, at))).at
			})
			actions.timed(d, false, func() time.Time {
				return d.answer(d.ask("textDocument/codeAction", fmt.Sprintf(`{%s, "range": %s, "context": {"diagnostics": []}}`, doc, span))).at
			})
		}
		lenses.report(b, what+"lens-", 10)
		hovers.report(b, what+"hover-", 20)
		actions.report(b, what+"action-", 20)
	}
	answers(d, "client/history.go", place(b, d, "client/history.go", "sim.Always"), "")
	l := start(b, large(b), idle)
	l.quiet(0)
	l.open("client/main.go")
	answers(l, "client/main.go", place(b, l, "client/main.go", "sim.Always"), "131kB-")
}

// place is where a text stands first in a file, on a line of plain characters.
func place(b *testing.B, d *daemon, name, what string) string {
	b.Helper()
	content, err := os.ReadFile(filepath.Join(d.root, name))
	if err != nil {
		b.Fatal(err)
	}
	before, _, ok := strings.Cut(string(content), what)
	if !ok {
		b.Fatalf("%s has no %s", name, what)
	}
	return fmt.Sprintf(`{"line": %d, "character": %d}`, strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n')-1)
}

// A key that makes a condition constant, until the diagnostic comes, in a folder of
// a hundred packages. The server waits a moment for the next key first.
func benchMisuse(b *testing.B) {
	d := start(b, large(b), pauses)
	d.quiet(0)
	text := "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc extra() {\n\tsim.Always(true, \"extra\")\n}\n"
	var f figures
	open := fmt.Sprintf(`{"textDocument": {"uri": %q, "languageId": "go", "version": 1, "text": %s}}`, d.uri("client/extra.go"), quote(text))
	d.notify("textDocument/didOpen", open)
	d.told(0, "textDocument/publishDiagnostics", "always true")
	for i := range 10 {
		from, version := d.now(), 2*i+2
		change := func(version int, condition string) {
			d.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument": {"uri": %q, "version": %d}, "contentChanges": [{"text": %s}]}`,
				d.uri("client/extra.go"), version, quote(strings.Replace(text, "true", condition, 1))))
		}
		f.timed(d, false, func() time.Time {
			change(version, "false")
			return d.told(from, "textDocument/publishDiagnostics", "always false").at
		})
		from = d.now()
		change(version+1, "true")
		d.told(from, "textDocument/publishDiagnostics", "always true")
	}
	f.report(b, "", 100)
}

// A run in a folder that was never built, until the client is told that something
// goes on; and what the run takes until the first seed.
func benchFirstBuild(b *testing.B) {
	d := start(b, kvlogBench(b), idle)
	d.quiet(0)
	from := d.now()
	var begins, reports figures
	used, since := familyTime(d.pid), time.Now()
	id := d.ask("workspace/executeCommand", `{"command": "seedfall.run", "arguments": [{"seeds": 1}]}`)
	note := func(f *figures, at time.Time) {
		f.cpu, f.wall = append(f.cpu, ms(familyTime(d.pid)-used)), append(f.wall, ms(at.Sub(since)))
	}
	note(&begins, d.told(from, "$/progress", `"begin"`).at)
	note(&reports, d.told(from, "$/progress", `"building"`).at)
	d.answer(id)
	begins.report(b, "begin-", 300)
	reports.report(b, "building-", 300)
	b.ReportMetric(ms(familyTime(d.pid)-used), "all-cpu-ms")
}

// A sweep is stopped by its progress: what is used from then on until nothing is.
func benchCancel(b *testing.B) {
	d := start(b, kvlogBench(b), idle)
	d.quiet(0)
	var f figures
	for range 5 {
		from := d.now()
		id := d.ask("workspace/executeCommand", `{"command": "seedfall.run", "arguments": [{"seeds": 100000}]}`)
		d.told(from, "$/progress", "of 100000 seeds")
		token := tokenOf(b, d.told(from, "$/progress", `"begin"`))
		from = d.now()
		f.timed(d, true, func() time.Time {
			d.notify("window/workDoneProgress/cancel", fmt.Sprintf(`{"token": %s}`, token))
			end := d.answer(id).at
			d.quiet(from)
			late := time.Now().Add(hang)
			for last := familyTime(d.pid); ; { // it has answered; what is still used shows in a while
				if time.Now().After(late) {
					b.Fatalf("the CPU is not quiet %v after a sweep was stopped", hang)
				}
				time.Sleep(20 * time.Millisecond)
				now := familyTime(d.pid)
				if now-last < time.Millisecond {
					return end
				}
				last, end = now, time.Now()
			}
		})
	}
	f.report(b, "", 200)
}

func tokenOf(b *testing.B, m said) string {
	b.Helper()
	var p struct{ Token json.RawMessage }
	if err := json.Unmarshal(m.Params, &p); err != nil {
		b.Fatal(err)
	}
	return string(p.Token)
}

// The batches of the tests' tree in a sweep: how many in the busiest second, and how
// many items the largest has.
func benchTests(b *testing.B) {
	d := start(b, kvlogBench(b), idle)
	d.quiet(0)
	from := d.now()
	d.run("seedfall.run", `{"seeds": 30}`)
	d.quiet(from)
	var times []time.Time
	most := 0
	for _, m := range d.messages[from:] {
		if m.Method == "seedfall/testsChanged" {
			times = append(times, m.at)
			most = max(most, strings.Count(string(m.Params), `"id":`))
		}
	}
	busiest := 0
	for i := range times {
		n := 0
		for n < len(times)-i && times[i+n].Sub(times[i]) < time.Second {
			n++
		}
		busiest = max(busiest, n)
	}
	b.ReportMetric(float64(busiest), "batches/s")
	b.ReportMetric(4, "budget-batches/s")
	b.ReportMetric(float64(most), "items")
	b.ReportMetric(200, "budget-items")
}

// Memory of a server that has nothing to do, of one with a hundred packages, and of
// its worker at its most in a sweep.
func benchMemory(b *testing.B) {
	d := start(b, folder(b), idle)
	d.quiet(0)
	b.ReportMetric(resident(b, d.pid, "VmRSS"), "idle-MiB")
	b.ReportMetric(60, "idle-budget-MiB")
	d = start(b, large(b), idle)
	d.quiet(0)
	d.open("client/main.go")
	t := &typing{d, "client/main.go", 1, `{"start": {"line": 9, "character": 7}, "end": {"line": 9, "character": 8}}`}
	for i := range 100 {
		t.key(string(rune('a' + i%26)))
		d.call("textDocument/codeLens", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, d.uri(t.name)))
	}
	b.ReportMetric(resident(b, d.pid, "VmRSS"), "100-packages-MiB")
	b.ReportMetric(resident(b, d.pid, "VmHWM"), "100-packages-most-MiB")
	b.ReportMetric(150, "100-packages-budget-MiB")
	d = start(b, kvlogBench(b), idle)
	d.quiet(0)
	d.run("seedfall.run", `{"seeds": 100}`)
	for _, child := range childrenOf(d.pid) {
		b.ReportMetric(resident(b, child, "VmHWM"), "worker-most-MiB")
	}
	b.ReportMetric(2048, "worker-budget-MiB")
}
