//go:build linux

package lsp_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
)

// A trace file with n events is opened, and asked for what a timeline draws first:
// how many events there are in each part of the whole run, and the lanes of its
// first second.
func benchTrace(b *testing.B, n int, budget float64) {
	path := filepath.Join(folder(b), "run.sftrace")
	events(b, path, n)
	d := start(b, folder(b), idle)
	d.quiet(0)
	var open, paint figures
	for i := range 5 {
		open.timed(d, false, func() time.Time {
			return d.answer(d.ask("seedfall/trace/open", fmt.Sprintf(`{"file": %q}`, path))).at
		})
		paint.timed(d, false, func() time.Time {
			d.call("seedfall/trace/window", fmt.Sprintf(`{"handle": "trace-%d", "limit": 2000, "buckets": 1000}`, i+1))
			return d.answer(d.ask("seedfall/trace/window", fmt.Sprintf(`{"handle": "trace-%d", "to": 1000000000, "limit": 2000, "buckets": 1000, "lanes": true}`, i+1))).at
		})
	}
	for i := range open.cpu { // the two together are what a person waits for
		paint.cpu[i], paint.wall[i] = paint.cpu[i]+open.cpu[i], paint.wall[i]+open.wall[i]
	}
	open.report(b, "open-", budget)
	paint.report(b, "drawn-", budget)
}

// events writes a trace of n events: requests of three clients that a server stores
// and answers.
func events(b *testing.B, path string, n int) {
	b.Helper()
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // flushing tells
	out := bufio.NewWriter(file)
	w, err := tracefile.NewWriter(out)
	if err != nil {
		b.Fatal(err)
	}
	last := trace.ID(0)
	add := func(e trace.Event) trace.ID {
		if int(last) == n {
			return last
		}
		last++
		e.ID, e.At = last, vtime.Instant(last)*vtime.Instant(37*vtime.Microsecond)
		if err := w.Add(e); err != nil {
			b.Fatal(err)
		}
		return last
	}
	add(trace.Event{Kind: trace.RunStart, Node: trace.World, S: "1", T: "generated"})
	heard := make([]trace.ID, 4)
	for i := range heard {
		heard[i] = add(trace.Event{Kind: trace.Boot, Node: i, Inc: 1, Cause: 1})
	}
	for i := range 3 {
		dial := add(trace.Event{Kind: trace.Dial, Node: i + 1, Inc: 1, Cause: heard[i+1], A: int64(2*i + 1), S: "server:80"})
		add(trace.Event{Kind: trace.Accept, Node: 0, Inc: 1, Cause: dial, A: int64(2*i + 2), S: "client:1"})
	}
	for turn := 0; int(last) < n; turn++ {
		c := turn%3 + 1
		socket := int64(2*c - 1)
		sent := add(trace.Event{Kind: trace.Send, Node: c, Inc: 1, Cause: heard[c], A: socket, B: 40, S: "server:80"})
		asked := add(trace.Event{Kind: trace.Recv, Node: 0, Inc: 1, Cause: sent, A: socket + 1, B: 40, S: "client:1"})
		add(trace.Event{Kind: trace.Log, Node: 0, Inc: 1, Cause: asked, A: 1, S: fmt.Sprintf("request %d of client %d", turn, c)})
		add(trace.Event{Kind: trace.Write, Node: 0, Inc: 1, Cause: asked, A: int64(turn) * 40, B: 40, C: trace.DiskC(uint64(2*turn+1), 0), S: "/log"})
		add(trace.Event{Kind: trace.Sync, Node: 0, Inc: 1, Cause: asked, C: trace.DiskC(uint64(2*turn+2), 0), S: "/log"})
		answer := add(trace.Event{Kind: trace.Send, Node: 0, Inc: 1, Cause: asked, A: socket + 1, B: 2, S: "client:1"})
		heard[c] = add(trace.Event{Kind: trace.Recv, Node: c, Inc: 1, Cause: answer, A: socket, B: 2, S: "server:80"})
		add(trace.Event{Kind: trace.Check, Node: c, Inc: 1, Cause: heard[c], A: 1, B: 1, S: "kept"})
	}
	if err := w.Close(tracefile.Header{Nodes: []string{"server", "a", "b", "c"}}, nil); err != nil {
		b.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		b.Fatal(err)
	}
}

// saves is how often a file is saved.
const saves = 20

// In kvlog a failure is known. A file is changed and saved, and the failure is
// replayed in the new program: how long until it is shown again as one of the file
// as it is now. All settings are the usual ones.
func benchSave(b *testing.B) {
	root := kvlogBench(b)
	d := start(b, root, `{}`)
	d.quiet(0)
	from := d.now()
	d.run("seedfall.run", `{"seeds": 1}`)
	d.told(from, "textDocument/publishDiagnostics", "every acknowledged write")
	d.quiet(from)
	const name = "server/main.go"
	text := d.open(name)
	var f figures
	for i := range saves {
		changed := strings.Replace(text, "log.SetFlags(0)", fmt.Sprintf("log.SetFlags(0)\n\tlog.SetPrefix(%q)", strings.Repeat("x", i+1)), 1)
		d.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument": {"uri": %q, "version": %d}, "contentChanges": [{"text": %s}]}`, d.uri(name), i+2, quote(changed)))
		write(b, root, name, changed)
		from := d.now()
		f.timed(d, true, func() time.Time {
			d.notify("textDocument/didSave", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, d.uri(name)))
			d.told(from, "textDocument/publishDiagnostics", `"message":"outdated: `)
			return d.told(from, "textDocument/publishDiagnostics", `"message":"always \"every acknowledged write`).at
		})
		d.quiet(from)
	}
	f.report(b, "", 3000)
}
