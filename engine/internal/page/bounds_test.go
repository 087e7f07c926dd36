package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/page"
	"github.com/seedfall/seedfall/engine/vtime"
)

// long gives a history of n operations of clients on keys, each of which always
// has one under way, where each key ends with a read of its first value.
func long(t *testing.T, n, clients, keys int) *page.Page {
	t.Helper()
	p := &page.Page{Title: "long", Model: "kv"}
	held := make([]history.Value, keys)
	add := func(kind string, i int, o history.Op) {
		o.Kind, o.Client, o.Status = kind, fmt.Sprintf("c%d", i%clients), history.OK
		o.Invoke = uint64(i + 1)
		o.Return = o.Invoke + uint64(clients) - 1
		o.Origin = history.Origin{Node: fmt.Sprintf("n%d", i%clients%7), Incarnation: 1,
			InvokeAt: vtime.Instant(o.Invoke) * 1_234_567, ReturnAt: vtime.Instant(o.Return) * 1_234_567}
		p.Ops = append(p.Ops, o)
	}
	for i := range n {
		k := i % keys
		key := history.String(fmt.Sprintf("k%d", k))
		if i/keys%2 == 0 || held[k] == "" {
			held[k] = history.Int(int64(i))
			add("put", i, history.Op{Args: []history.Value{key, held[k]}})
			continue
		}
		add("get", i, history.Op{Args: []history.Value{key}, Result: held[k]})
	}
	for k := range keys {
		add("get", n+2*clients+k, history.Op{Args: []history.Value{history.String(fmt.Sprintf("k%d", k))}, Result: history.Int(int64(k))})
	}
	c, _ := check.Named("kv")
	r, err := c.Check(p.Ops, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Linear = r.Anomalies
	return p
}

func TestALongHistoryGivesASmallPage(t *testing.T) {
	p := long(t, 100_000, 40, 4)
	for i := range 500 {
		p.Bands = append(p.Bands, page.Band{Kind: "crash", Node: "n3", From: vtime.Instant(i) * 200_000_000, To: vtime.Instant(i+1) * 200_000_000})
	}
	got := write(t, p)
	wellFormed(t, got)
	if n := len(p.Linear); n != 4 {
		t.Fatalf("%d anomalies", n)
	}
	if len(got) > 400_000 {
		t.Errorf("%d bytes", len(got))
	}
	if n := strings.Count(got, "<tr id="); n > 200+3*60 {
		t.Errorf("%d operations are shown", n)
	}
}

func TestOfManyKeysTheFirstTenAreShown(t *testing.T) {
	got := write(t, long(t, 200, 4, 37))
	wellFormed(t, got)
	if n := strings.Count(got, "<section "); n != 10 {
		t.Errorf("%d sections", n)
	}
	if want := "27 more keys are in violation, not shown: "; !strings.Contains(got, want) {
		t.Errorf("%q is missing", want)
	}
}

func TestAWindowOfManyOperationsIsCut(t *testing.T) {
	p := &page.Page{Title: "wide", Model: "kv"}
	var window []int
	for i := range 256 {
		p.Ops = append(p.Ops, history.Op{Kind: "write", Client: fmt.Sprint(i), Args: []history.Value{history.Int(int64(i))}, Invoke: uint64(i), Return: uint64(400 + i), Status: history.OK})
		window = append(window, i)
	}
	p.Linear = []check.Anomaly{{Op: 0, Conflicts: []int{3}, Window: window, Order: window[1:], Start: "null", Text: "wide"}}
	got := write(t, p)
	wellFormed(t, got)
	if n := strings.Count(got, "<tr id="); n != 200 {
		t.Errorf("%d operations are shown", n)
	}
	for _, want := range []string{"Not drawn: 56 operations that matter.", `id="f1-r0"`, `id="f1-r3"`, `id="f1-r255"`, "The first 225 operations of it are not listed."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestLongCyclesAndTransactionsAreCut(t *testing.T) {
	p := &page.Page{Title: "ring"}
	a := txn.Anomaly{Kind: txn.G2Item, Text: "a ring"}
	const n = 300
	for i := range n {
		x := history.Txn{Client: fmt.Sprint(i), Invoke: 1, Return: 2, Status: history.OK}
		for k := range 1000 {
			x.Ops = append(x.Ops, history.Micro{F: history.Write, Key: fmt.Sprintf("k%d", k), Value: int64(i)})
		}
		p.Txns = append(p.Txns, x)
		a.Txns = append(a.Txns, i)
		a.Cycle = append(a.Cycle, txn.Step{From: i, To: (i + 1) % n, Dependency: txn.RW, Key: "k999", Text: "why"})
	}
	p.Isolation = &txn.Report{Verdict: txn.Violation, Anomalies: []txn.Anomaly{a}}
	got := write(t, p)
	wellFormed(t, got)
	if len(got) > 400_000 {
		t.Errorf("%d bytes", len(got))
	}
	for want, times := range map[string]int{`<div class="txn">`: 16, "284 more, not shown": 1, "<tr id=": 200, "Not drawn: 100 transactions that matter.": 1} {
		if got := strings.Count(got, want); got != times {
			t.Errorf("%q is there %d times, want %d", want, got, times)
		}
	}
	if !strings.Contains(got, `<li class="key"><code>write k999 = 0</code></li>`) {
		t.Error("what matters of a long transaction is left out")
	}
}

func TestAPageThatTellsOfCallsItDoesNotHaveIsRefused(t *testing.T) {
	for _, c := range []struct {
		page page.Page
		want string
	}{
		{page.Page{Linear: []check.Anomaly{{Op: 1}}, Ops: make([]history.Op, 1)}, "page: anomaly 0 tells of operation 1, but there are 1"},
		{page.Page{Linear: []check.Anomaly{{Order: []int{-1}}}, Ops: make([]history.Op, 1)}, "page: anomaly 0 tells of operation -1, but there are 1"},
		{page.Page{Isolation: &txn.Report{Beyond: []txn.Anomaly{{Kind: txn.G0, Cycle: []txn.Step{{To: 2}}}}}, Txns: make([]history.Txn, 1)},
			"page: anomaly G0 tells of transaction 2, but there are 1"},
	} {
		if err := page.Write(&strings.Builder{}, &c.page); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestAPageWithoutAnomaliesOrInstantsIsAPage(t *testing.T) {
	wellFormed(t, write(t, &page.Page{}))
	p := long(t, 20, 2, 1)
	for i := range p.Ops {
		p.Ops[i].Origin = history.Origin{}
	}
	p.Bands = []page.Band{{Kind: "crash", Node: "n1"}}
	got := write(t, p)
	wellFormed(t, got)
	if strings.Contains(got, ">time<") || !strings.Contains(got, "1 fault, as the calls have no instants") || strings.Contains(got, "crash") || strings.Contains(got, ">node<") {
		t.Error("a page tells of instants, faults or nodes that are not known")
	}
}
