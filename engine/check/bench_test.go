package check_test

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// storm is a history without pause: each client makes its next call as soon as
// the last one has returned, or after one of unknown end goes on under another
// name.
type storm struct {
	ops, clients int
	seed         uint64
	// unknown is the chance in a hundred that a call is of unknown end.
	unknown uint64
	// bad spoils the answer of the first read after nine tenths of the calls.
	bad bool
	// call makes a call and gives its answer, at the instant of its effect.
	call func(r *rng.Stream, n int) (kind string, args []history.Value, effect func() history.Value)
}

// underWay is a call of one client.
type underWay struct {
	op          int
	takes, ends uint64
	effect      func() history.Value
	lost        bool
}

func (s storm) history() []history.Op {
	r := rng.Seed(11 + s.seed).Derive("storm").Stream()
	ops := make([]history.Op, 0, s.ops)
	open := make([]underWay, s.clients)
	names := make([]int, s.clients)
	var now uint64
	begin := func(c int) {
		kind, args, effect := s.call(&r, len(ops))
		lost := s.unknown > r.N(100)
		if lost {
			names[c]++
		}
		takes := now + 1 + r.N(1000)
		open[c] = underWay{len(ops), takes, takes + 1 + r.N(1000), effect, lost}
		ops = append(ops, history.Op{Client: fmt.Sprintf("c%d.%d", c, names[c]), Kind: kind, Args: args, Invoke: now})
	}
	for c := range open {
		begin(c)
	}
	for left := s.clients; left > 0; {
		c := 0
		for i := range open {
			if next(open[i]) < next(open[c]) {
				c = i
			}
		}
		u := &open[c]
		now = next(*u)
		o := &ops[u.op]
		if u.effect != nil {
			o.Result, u.effect = u.effect(), nil
			continue
		}
		o.Status, o.Return = history.OK, now
		if u.lost {
			o.Status, o.Return, o.Result = history.Unknown, 0, ""
		}
		if len(ops) < s.ops {
			begin(c)
			continue
		}
		u.ends = 1 << 62
		left--
	}
	if s.bad {
		spoil(ops)
	}
	return ops
}

// spoil changes the answer of a late read to one that was never right.
func spoil(ops []history.Op) {
	for i := len(ops) * 9 / 10; ; i++ {
		if o := &ops[i]; o.Kind == "read" && o.Status == history.OK {
			o.Result = "1000000"
			return
		}
	}
}

func next(u underWay) uint64 {
	if u.effect != nil {
		return u.takes
	}
	return u.ends
}

// cellStorm makes calls of one register; values are unique if domain is 0.
func cellStorm(domain uint64, cas bool) func(*rng.Stream, int) (string, []history.Value, func() history.Value) {
	s := history.Null
	return func(r *rng.Stream, n int) (string, []history.Value, func() history.Value) {
		v := history.Int(int64(n))
		if domain > 0 {
			v = small(r, domain)
		}
		kinds := []string{"read", "write"}
		if cas {
			kinds = append(kinds, "cas")
		}
		switch kind := oneOf(r, kinds...); kind {
		case "write":
			return kind, []history.Value{v}, func() history.Value { s = v; return "" }
		case "cas":
			from := small(r, domain)
			return kind, []history.Value{from, v}, func() history.Value {
				if s != from {
					return "false"
				}
				s = v
				return "true"
			}
		}
		return "read", nil, func() history.Value { return s }
	}
}

func kvStorm(keys uint64) func(*rng.Stream, int) (string, []history.Value, func() history.Value) {
	cells := map[history.Value]history.Value{}
	return func(r *rng.Stream, n int) (string, []history.Value, func() history.Value) {
		key := history.Int(int64(r.N(keys)))
		if r.N(2) == 0 {
			v := small(r, 5)
			return "put", []history.Value{key, v}, func() history.Value { cells[key] = v; return "" }
		}
		return "get", []history.Value{key}, func() history.Value {
			if v, ok := cells[key]; ok {
				return v
			}
			return history.Null
		}
	}
}

func counterStorm() func(*rng.Stream, int) (string, []history.Value, func() history.Value) {
	var s int64
	return func(r *rng.Stream, n int) (string, []history.Value, func() history.Value) {
		if r.N(2) == 0 {
			by := 1 + int64(r.N(5))
			return "add", []history.Value{history.Int(by)}, func() history.Value { s += by; return "" }
		}
		return "read", nil, func() history.Value { return history.Int(s) }
	}
}

func queueStorm() func(*rng.Stream, int) (string, []history.Value, func() history.Value) {
	var q []history.Value
	return func(r *rng.Stream, n int) (string, []history.Value, func() history.Value) {
		if r.N(2) == 0 {
			v := history.Int(int64(n))
			return "enqueue", []history.Value{v}, func() history.Value { q = append(q, v); return "" }
		}
		return "dequeue", nil, func() history.Value {
			if len(q) == 0 {
				return history.Null
			}
			v := q[0]
			q = q[1:]
			return v
		}
	}
}

func listStorm() func(*rng.Stream, int) (string, []history.Value, func() history.Value) {
	lists := map[history.Value]history.Value{}
	return func(r *rng.Stream, n int) (string, []history.Value, func() history.Value) {
		key := history.Int(int64(n / 500))
		if lists[key] == "" {
			lists[key] = "[]"
		}
		if r.N(2) == 0 {
			v := history.Int(int64(n))
			return "append", []history.Value{key, v}, func() history.Value {
				l := lists[key]
				lists[key] = l[:len(l)-1] + "," + v + "]"
				if l == "[]" {
					lists[key] = "[" + v + "]"
				}
				return ""
			}
		}
		return "read", []history.Value{key}, func() history.Value { return lists[key] }
	}
}

// storms are the rows of the benchmark.
func storms() []struct {
	name, model string
	storm       storm
} {
	type row = struct {
		name, model string
		storm       storm
	}
	var rows []row
	add := func(name, model string, s storm) {
		rows = append(rows, row{fmt.Sprintf("%s/%d/%d", name, s.ops, s.clients), model, s})
	}
	for _, n := range []int{1000, 10000, 100000} {
		for _, c := range []int{5, 20} {
			add("unique", "register", storm{ops: n, clients: c, call: cellStorm(0, false)})
			add("kv100", "kv", storm{ops: n, clients: c, call: kvStorm(100)})
			add("queue", "queue", storm{ops: n, clients: c, call: queueStorm()})
			add("list", "list-append", storm{ops: n, clients: c, call: listStorm()})
		}
		add("few", "register", storm{ops: n, clients: 5, call: cellStorm(5, false)})
		add("cas", "cas-register", storm{ops: n, clients: 5, call: cellStorm(5, true)})
		add("counter", "counter", storm{ops: n, clients: 5, call: counterStorm()})
		add("few", "register", storm{ops: n, clients: 1, call: cellStorm(5, false)})
	}
	for _, c := range []int{10, 20, 30} {
		add("few", "register", storm{ops: 1000, clients: c, call: cellStorm(5, false)})
		add("cas", "cas-register", storm{ops: 1000, clients: c, call: cellStorm(5, true)})
	}
	add("counter", "counter", storm{ops: 1000, clients: 8, call: counterStorm()})
	for _, u := range []uint64{5, 10} {
		add(fmt.Sprintf("few-unknown%d-bad", u), "register", storm{ops: 300, clients: 5, unknown: u, bad: true, call: cellStorm(5, false)})
		add(fmt.Sprintf("cas-unknown%d-bad", u), "cas-register", storm{ops: 300, clients: 5, unknown: u, bad: true, call: cellStorm(5, true)})
		add(fmt.Sprintf("counter-unknown%d-bad", u), "counter", storm{ops: 300, clients: 5, unknown: u, bad: true, call: counterStorm()})
	}
	return rows
}

// BenchmarkCheck reports, besides the time of a check, its steps for each
// operation: the same on every machine. Its names are model, operations, clients.
func BenchmarkCheck(b *testing.B) {
	for _, row := range storms() {
		b.Run(row.name, func(b *testing.B) {
			ops := row.storm.history()
			c, _ := check.Named(row.model)
			var r *check.Result
			for b.Loop() {
				var err error
				if r, err = c.Check(ops, check.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(r.Steps)/float64(len(ops)), "steps/operation")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(ops)), "ns/operation")
			b.ReportMetric(float64(r.Verdict), "verdict")
		})
	}
}
