package page_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/page"
	"github.com/seedfall/seedfall/engine/vtime"
)

var update = flag.Bool("update", false, "write the golden pages anew")

// TestStoriesAsPages writes the page of each history of testdata and compares it
// with the page beside it. A line of a story is one of
//
//	title TEXT
//	model NAME         judges the operations
//	level NAME         judges the transactions
//	step DURATION      of virtual time from one sequence number to the next
//	fault KIND NODE FROM TO TEXT
//	client@node#incarnation [invoke,return] kind arguments = answer
//	client@node#incarnation [invoke,return] txn append x 1, r x [1], w y 2, r y null
//
// with "?" as the return of a call of unknown end, "!" after that of one that
// failed, and "-" as the node of a fault without one.
func TestStoriesAsPages(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		got := write(t, load(t, f))
		wellFormed(t, got)
		name := strings.TrimSuffix(f, ".txt") + ".html"
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("the page differs from %s; -update writes it anew, and then look at it", name)
		}
	}
}

func write(t *testing.T, p *page.Page) string {
	t.Helper()
	var b strings.Builder
	if err := page.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// load reads a story and has it judged.
func load(t *testing.T, file string) *page.Page {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{t: t, step: vtime.Millisecond, page: &page.Page{Program: "examples/shop", Seed: 7,
		Command: "seedfall inspect -seed 7 -html seed-7.html"}}
	for l := range strings.SplitSeq(string(b), "\n") {
		if words := strings.Fields(l); len(words) > 0 && words[0] != "#" {
			r.line(words)
		}
	}
	r.judge()
	return r.page
}

type reader struct {
	t     *testing.T
	page  *page.Page
	step  vtime.Duration
	level string
}

func (r *reader) line(words []string) {
	switch p := r.page; words[0] {
	case "title":
		p.Title = strings.Join(words[1:], " ")
	case "model":
		p.Model = words[1]
	case "level":
		r.level = words[1]
	case "step":
		r.step = r.duration(words[1])
	case "fault":
		b := page.Band{Kind: words[1], Node: strings.Trim(words[2], "-"), From: vtime.Instant(r.duration(words[3])),
			To: vtime.Never, Text: strings.Join(words[5:], " ")}
		if words[4] != "never" {
			b.To = vtime.Instant(r.duration(words[4]))
		}
		p.Bands = append(p.Bands, b)
	default:
		r.call(words)
	}
}

func (r *reader) duration(s string) vtime.Duration {
	d, err := vtime.ParseDuration(s)
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

func (r *reader) call(words []string) {
	client, node, _ := strings.Cut(words[0], "@")
	node, incarnation, _ := strings.Cut(node, "#")
	var from history.Origin
	from.Node = node
	from.Incarnation, _ = strconv.Atoi(incarnation)
	invoke, ret, _ := strings.Cut(strings.Trim(words[1], "[]"), ",")
	status := history.OK
	if ret == "?" {
		status, ret = history.Unknown, "0"
	} else if r, failed := strings.CutSuffix(ret, "!"); failed {
		status, ret = history.Fail, r
	}
	first, last := r.number(invoke), r.number(ret)
	from.InvokeAt, from.ReturnAt = vtime.Instant(first)*vtime.Instant(r.step), vtime.Instant(last)*vtime.Instant(r.step)
	from.InvokeEvent, from.Site = 100+7*first, "main.go:31"
	if status != history.Unknown {
		from.ReturnEvent = 100 + 7*last
	}
	if words[2] == "txn" {
		x := history.Txn{Client: client, Invoke: first, Return: last, Status: status, Origin: from}
		for m := range strings.SplitSeq(strings.Join(words[3:], " "), ", ") {
			x.Ops = append(x.Ops, r.micro(strings.Fields(m)))
		}
		r.page.Txns = append(r.page.Txns, x)
		return
	}
	o := history.Op{Client: client, Kind: words[2], Invoke: first, Return: last, Status: status, Origin: from}
	for i, w := range words[3:] {
		if w == "=" {
			o.Result = valueOf(words[3+i+1])
			break
		}
		o.Args = append(o.Args, valueOf(w))
	}
	r.page.Ops = append(r.page.Ops, o)
}

func (r *reader) number(s string) uint64 {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *reader) micro(words []string) history.Micro {
	m := history.Micro{F: words[0], Key: words[1], Known: len(words) > 2}
	if !m.Known {
		return m
	}
	v := history.Value(words[2])
	if elems, ok := v.Elems(); ok {
		m.List = []int64{}
		for _, e := range elems {
			n, _ := e.Int()
			m.List = append(m.List, n)
		}
	}
	m.Value, _ = v.Int()
	m.Nil = v == history.Null
	return m
}

// valueOf reads a word as JSON, or else as a text without quotes.
func valueOf(w string) history.Value {
	if v, err := history.Canonical([]byte(w)); err == nil {
		return v
	}
	return history.String(w)
}

// judge finds what is wrong with the history.
func (r *reader) judge() {
	if r.level != "" {
		level, err := txn.ParseLevel(r.level)
		if err != nil {
			r.t.Fatal(err)
		}
		if r.page.Isolation, err = txn.Check(r.page.Txns, txn.Options{Level: level}); err != nil {
			r.t.Fatal(err)
		}
		return
	}
	c, ok := check.Named(r.page.Model)
	if !ok {
		r.t.Fatalf("no model %q", r.page.Model)
	}
	result, err := c.Check(r.page.Ops, check.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	r.page.Linear = result.Anomalies
}
