package tracefile

import (
	"bytes"
	"testing"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// The nodes of the fixture.
const (
	server = 0
	client = 1
)

// tape records events with little writing: each is one of a node at a millisecond.
type tape struct {
	*trace.Recorder
	inc [2]int
}

func (t *tape) at(ms, node int, e trace.Event) trace.ID {
	e.At, e.Node = vtime.Instant(ms)*vtime.Instant(vtime.Millisecond), node
	if node >= 0 {
		if e.Kind == trace.Boot {
			t.inc[node]++
		}
		e.Inc = t.inc[node]
	}
	if e.Cause == 0 && t.Count() > 0 {
		e.Cause = 1
	}
	return t.Add(e)
}

// until is an instant in a field of an event.
func until(ms int64) int64 { return ms * int64(vtime.Millisecond) }

// fixture is a run in which a server acknowledges a write before it is durable,
// and loses it. TestTheFixtureReadsLikeThis shows it as text.
func fixture() Recording {
	t := &tape{Recorder: trace.NewRecorder(true)}
	call := t.Site(trace.Site{File: "example.com/kv/client.go", Line: 31, Function: "main.put"})
	check := t.Site(trace.Site{File: "example.com/kv/client.go", Line: 44, Function: "main.check", Property: "kept"})

	t.at(0, trace.World, trace.Event{Kind: trace.RunStart, S: "7", T: "example.com/kv"})
	booted := t.at(0, server, trace.Event{Kind: trace.Boot})
	t.at(1, server, trace.Event{Kind: trace.Create, Cause: booted, S: "/log", C: trace.DiskC(1, 0)})
	t.at(2, server, trace.Event{Kind: trace.SyncDir, Cause: booted, S: "/", C: trace.DiskC(2, 0)})
	t.at(3, server, trace.Event{Kind: trace.Listen, Cause: booted, A: 1, B: 80})
	started := t.at(4, client, trace.Event{Kind: trace.Boot})
	invoke := t.at(5, client, trace.Event{Kind: trace.Invoke, Cause: started, Site: call, A: 1, S: "kv", T: `put("a", 1)`})
	dial := t.at(6, client, trace.Event{Kind: trace.Dial, Cause: started, A: 2, S: "server:80"})
	t.at(8, server, trace.Event{Kind: trace.Accept, Cause: dial, A: 3, S: "client:1"})
	ask := t.at(9, client, trace.Event{Kind: trace.Send, Cause: started, A: 2, B: 10, S: "server:80"})
	t.at(10, client, trace.Event{Kind: trace.Send, Cause: started, A: 2, B: 6, S: "server:80"})
	asked := t.at(12, server, trace.Event{Kind: trace.Recv, Cause: ask, A: 3, B: 16, S: "client:1"})
	t.at(13, server, trace.Event{Kind: trace.Write, Cause: asked, S: "/log", A: 0, B: 16, C: trace.DiskC(3, 0)})
	answer := t.at(14, server, trace.Event{Kind: trace.Send, Cause: asked, A: 3, B: 2, S: "client:1"})
	t.at(15, server, trace.Event{Kind: trace.Log, Cause: asked, A: 1, S: "stored a"})
	answered := t.at(16, client, trace.Event{Kind: trace.Recv, Cause: answer, A: 2, B: 2, S: "server:80"})
	returned := t.at(17, client, trace.Event{Kind: trace.Return, Cause: answered, Site: call, A: 1, B: int64(history.OK), T: "true"})
	promise := t.at(18, client, trace.Event{Kind: trace.Begin, Cause: answered, Site: check, A: until(100), S: "quiet"})
	t.at(19, server, trace.Event{Kind: trace.Create, Cause: asked, S: "/tmp", C: trace.DiskC(4, 0)})
	t.at(20, server, trace.Event{Kind: trace.Write, Cause: asked, S: "/tmp", B: 4, C: trace.DiskC(5, 0)})
	t.at(21, server, trace.Event{Kind: trace.Sync, Cause: asked, S: "/tmp", C: trace.DiskC(6, 0)})
	io := t.at(22, server, trace.Event{Kind: trace.DiskFault, Cause: asked, S: "write_eio", A: 7})
	t.at(22, server, trace.Event{Kind: trace.Write, Cause: io, S: "/log", A: 16, B: 8, C: trace.DiskC(7, errno.EIO)})
	cut := t.at(23, trace.World, trace.Event{Kind: trace.Partition, B: until(30), S: "server", T: "in"})
	ask = t.at(24, client, trace.Event{Kind: trace.Send, Cause: answered, A: 2, B: 5, S: "server:80"})
	t.at(30, trace.World, trace.Event{Kind: trace.Heal, Cause: cut, S: "server", T: "in"})
	t.at(31, server, trace.Event{Kind: trace.Recv, Cause: ask, A: 3, B: 5, S: "client:1"})
	pause := t.at(32, server, trace.Event{Kind: trace.Pause, B: until(36)})
	ask = t.at(33, client, trace.Event{Kind: trace.Send, Cause: answered, A: 2, B: 1, S: "server:80"})
	t.at(36, server, trace.Event{Kind: trace.Resume, Cause: pause})
	asked = t.at(37, server, trace.Event{Kind: trace.Recv, Cause: ask, A: 3, B: 1, S: "client:1"})
	t.at(38, server, trace.Event{Kind: trace.Write, Cause: asked, S: "/log", A: 16, B: 1, C: trace.DiskC(8, 0)})
	t.at(39, client, trace.Event{Kind: trace.Send, Cause: answered, A: 2, B: 3, S: "server:80"})
	crash := t.at(40, server, trace.Event{Kind: trace.Crash, B: until(50)})
	t.at(40, server, trace.Event{Kind: trace.Lost, Cause: crash, S: "/tmp", T: "name lost"})
	t.at(40, server, trace.Event{Kind: trace.Lost, Cause: crash, S: "/log", T: "kept 0 of 2 unsynced changes, size 0 instead of 17"})
	reset := t.at(41, client, trace.Event{Kind: trace.Recv, Cause: crash, A: 2, C: int64(errno.ECONNRESET), S: "server:80"})
	t.at(42, client, trace.Event{Kind: trace.Close, Cause: reset, A: 2, S: "server:80"})
	booted = t.at(50, server, trace.Event{Kind: trace.Boot, Cause: crash})
	t.at(51, server, trace.Event{Kind: trace.Listen, Cause: booted, A: 4, B: 80})
	t.at(52, client, trace.Event{Kind: trace.Invoke, Cause: reset, Site: call, A: 2, S: "kv", T: `get("a")`})
	dial = t.at(53, client, trace.Event{Kind: trace.Dial, Cause: reset, A: 5, S: "server:80"})
	accept := t.at(54, server, trace.Event{Kind: trace.Accept, Cause: dial, A: 6, S: "client:2"})
	ask = t.at(55, client, trace.Event{Kind: trace.Send, Cause: reset, A: 5, B: 4, S: "server:80"})
	asked = t.at(57, server, trace.Event{Kind: trace.Recv, Cause: ask, A: 6, B: 4, S: "client:2"})
	answer = t.at(58, server, trace.Event{Kind: trace.Send, Cause: asked, A: 6, B: 2, S: "client:2"})
	answered = t.at(60, client, trace.Event{Kind: trace.Recv, Cause: answer, A: 5, B: 2, S: "server:80"})
	got := t.at(61, client, trace.Event{Kind: trace.Return, Cause: answered, Site: call, A: 2, B: int64(history.OK), T: "null"})
	t.at(62, client, trace.Event{Kind: trace.End, Cause: promise, Site: check, A: 1, S: "quiet"})
	t.at(63, client, trace.Event{Kind: trace.Invoke, Cause: answered, Site: call, A: 3, S: "kv", T: `put("b", 2)`})
	t.at(64, client, trace.Event{Kind: trace.Check, Cause: answered, Site: check, A: 0, B: int64(property.Always), S: "kept"})
	t.at(65, server, trace.Event{Kind: trace.Send, Cause: accept, A: 6, B: 9, S: "client:2"})
	t.at(66, client, trace.Event{Kind: trace.Begin, Cause: answered, Site: check, A: until(100), S: "settled"})
	t.at(70, trace.World, trace.Event{Kind: trace.Blame, Cause: returned, A: 1})
	t.at(70, trace.World, trace.Event{Kind: trace.Blame, Cause: got, A: 2})
	failed := t.at(70, trace.World, trace.Event{Kind: trace.Failed, Cause: got, S: string(verdict.History), T: "get(a) answered null"})
	t.at(70, trace.World, trace.Event{Kind: trace.RunEnd, S: "failed"})

	r := Recording{Events: t.Events, Header: Header{Program: "1234", Config: "seedfall.json", Seed: 7, Digest: t.Digest(), Reason: "failed",
		Nodes: []string{"server", "client"}, Sites: t.Sites,
		Failure: &verdict.Failure{Class: verdict.History, Property: "kv", Message: "get(a) answered null", At: 70_000_000, Event: failed}}}
	r.Log = &history.Log{Ops: []history.Op{
		{History: "kv", Client: "client#1/g1", Kind: "put", Invoke: 1, Return: 2, Status: history.OK, Origin: history.Origin{InvokeEvent: uint64(invoke), ReturnEvent: uint64(returned)}},
		{History: "kv", Client: "client#1/g1", Kind: "get", Invoke: 3, Return: 4, Status: history.OK, Origin: history.Origin{InvokeEvent: uint64(got) - 7, ReturnEvent: uint64(got)}}}}
	r.Story = &story.Story{Past: 30, Events: len(r.Events), Steps: []story.Step{
		{Event: crash, At: 40_000_000, Node: "server#1", Role: "loss", Text: "loses power"},
		{Event: failed, At: 70_000_000, Role: "failure", Text: "get(a) answered null", Site: &t.Sites[0]}}}
	return r
}

// write gives a recording as the bytes of a file.
func write(t testing.TB, r Recording) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// reopen writes a recording and opens what was written.
func reopen(t testing.TB, r Recording) *File {
	t.Helper()
	b := write(t, r)
	f, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}
