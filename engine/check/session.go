package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/history"
)

// Guarantees are what one client may expect of a store without regard to others.
type Guarantees uint8

// The guarantees, by key: what a client did under one key says nothing about
// another.
const (
	// ReadYourWrites: after its own write a client reads that value or a later one.
	ReadYourWrites Guarantees = 1 << iota
	// MonotonicReads: after a read a client reads that value or a later one.
	MonotonicReads
	// MonotonicWrites: the writes of a client come in its own order.
	MonotonicWrites
	// WritesFollowReads: what a client writes comes after what it had read.
	WritesFollowReads

	// AllGuarantees are all of them.
	AllGuarantees = ReadYourWrites | MonotonicReads | MonotonicWrites | WritesFollowReads
)

var guaranteeNames = []string{"read your writes", "monotonic reads", "monotonic writes", "writes follow reads"}

// String names the guarantees, with " and " between them.
func (g Guarantees) String() string {
	var names []string
	for i, n := range guaranteeNames {
		if g>>i&1 != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, " and ")
}

// Sessions gives the checker that asks whether the values of each key have one
// order in which every client gets the guarantees asked for. It takes the
// operations of Register or KV without cas, and needs each value of a key to be
// written once: a key with a value written twice is undecided. Calls of unknown
// end bind nobody, but their values may be read. The time is in proportion to the
// history if all guarantees are asked for, or none that needs another one to reach
// from the last call to all before it: ReadYourWrites needs MonotonicWrites for
// that, WritesFollowReads needs MonotonicReads. Otherwise all pairs of calls of a
// client under a key are looked at.
func Sessions(g Guarantees) Checker { return sessions{g} }

type sessions struct{ asked Guarantees }

// Check is as Checker asks.
func (s sessions) Check(ops []history.Op, o Options) (*Result, error) {
	m := cells{}
	parts, err := split(ops, m)
	if err != nil {
		return nil, err
	}
	r := &Result{Verdict: OK}
	for _, p := range parts {
		v, a := s.judge(p)
		r.add(p.key, v, a)
	}
	return r, nil
}

// cells takes the operations of Register and of KV alike.
type cells struct{ KV }

var cellWords = append(registerWords[:2:2], kvWords[:3]...)

// Check is as Model asks.
func (cells) Check(op *history.Op) error { return cellWords.check(op) }

// Key is as Model asks.
func (cells) Key(op *history.Op) string {
	if op.Kind == "read" || op.Kind == "write" {
		return ""
	}
	return string(op.Args[0])
}

// ReadOnly is as Model asks.
func (cells) ReadOnly(op *history.Op) bool { return !writes(op) }

func writes(op *history.Op) bool { return op.Kind != "read" && op.Kind != "get" }

// cellValue gives what an operation writes or read.
func cellValue(op *history.Op) history.Value {
	v, _ := cellAccess(op)
	return v
}

// judge looks for a cycle in the order of the values of one key.
func (s sessions) judge(p *part) (Verdict, *Anomaly) {
	v := versions{number: map[history.Value]int{history.Null: 0}, out: make([][]later, 1)}
	for i := range p.calls {
		c := &p.calls[i]
		if !writes(c.op) {
			continue
		}
		if _, twice := v.number[cellValue(c.op)]; twice {
			return Undecided, nil
		}
		v.add(cellValue(c.op))
		v.out[0] = append(v.out[0], later{to: len(v.out) - 1, by: c})
	}
	last := map[string]*tip{}
	for i := range p.calls {
		c := &p.calls[i]
		if c.unknown() {
			continue
		}
		to, written := v.number[cellValue(c.op)]
		if !written {
			return Violation, scanned(p.key, *c, nil, "nobody wrote that value")
		}
		t := last[c.op.Client]
		if t == nil {
			t = &tip{}
			last[c.op.Client] = t
		}
		v.follow(t, c, to, s.asked)
	}
	if cycle := v.cycle(); cycle != nil {
		return Violation, v.anomaly(p.key, cycle)
	}
	return OK, nil
}

// tip is what a client did under a key, as far as it binds what it does next: its
// last read and write, or all of them.
type tip struct{ reads, writes []*call }

// versions are the values of one key, by numbers, 0 being the first one, and
// which of them must come later than which.
type versions struct {
	number map[history.Value]int
	out    [][]later
}

// later is why one value comes after another: a client called before, and then
// by. For the first value there is no such client.
type later struct {
	to         int
	before, by *call
	because    Guarantees
}

func (v *versions) add(value history.Value) {
	v.number[value] = len(v.out)
	v.out = append(v.out, nil)
}

// follow takes the next call of a client, which wrote or read value number to.
func (v *versions) follow(t *tip, c *call, to int, asked Guarantees) {
	ofWrite, ofRead := ReadYourWrites, MonotonicReads
	if writes(c.op) {
		ofWrite, ofRead = MonotonicWrites, WritesFollowReads
	}
	v.link(t.writes, c, to, asked&ofWrite)
	v.link(t.reads, c, to, asked&ofRead)
	if writes(c.op) {
		t.writes = then(t.writes, c, asked&MonotonicWrites != 0)
	} else {
		t.reads = then(t.reads, c, asked&MonotonicReads != 0)
	}
}

// then adds a call, instead of the others if it comes after them anyway.
func then(calls []*call, c *call, after bool) []*call {
	if after {
		calls = calls[:0]
	}
	return append(calls, c)
}

func (v *versions) link(before []*call, by *call, to int, because Guarantees) {
	if because == 0 {
		return
	}
	for _, b := range before {
		if from := v.number[cellValue(b.op)]; from != to {
			v.out[from] = append(v.out[from], later{to, b, by, because})
		}
	}
}

// step is one edge of a cycle.
type step struct {
	from int
	later
}

// cycle finds a cycle, nil if there is none: of the first component that has one,
// the shortest through the value that was written first.
func (v *versions) cycle() []step {
	for _, members := range components(v.out) {
		if len(members) > 1 {
			return v.shortest(slices.Min(members))
		}
	}
	return nil
}

// shortest finds the shortest way from a value back to it.
func (v *versions) shortest(from int) []step {
	came := map[int]step{}
	for queue := []int{from}; ; queue = queue[1:] {
		for _, l := range v.out[queue[0]] {
			if _, seen := came[l.to]; seen {
				continue
			}
			came[l.to] = step{queue[0], l}
			queue = append(queue, l.to)
			if l.to != from {
				continue
			}
			way := []step{came[from]}
			for way[0].from != from {
				way = slices.Insert(way, 0, came[way[0].from])
			}
			return way
		}
	}
}

// anomaly tells of a cycle. The operation that cannot be explained is the one
// that returned last.
func (v *versions) anomaly(key string, cycle []step) *Anomaly {
	value := make([]history.Value, len(v.out))
	for val, n := range v.number {
		value[n] = val
	}
	var broken Guarantees
	var calls []call
	var why []string
	for _, s := range cycle {
		broken |= s.because
		for _, c := range []*call{s.before, s.by} {
			if c != nil && !slices.ContainsFunc(calls, func(d call) bool { return d.index == c.index }) {
				calls = append(calls, *c)
			}
		}
		if s.before == nil {
			why = append(why, fmt.Sprintf("%s comes after %s, which was there first", value[s.to], value[s.from]))
			continue
		}
		why = append(why, fmt.Sprintf("%s comes after %s for %s (%s)", value[s.to], value[s.from], s.by.op.Client, s.because))
	}
	last := slices.MaxFunc(calls, func(a, b call) int { return compareReturns(&a, &b) })
	calls = slices.DeleteFunc(calls, func(c call) bool { return c.index == last.index })
	return scanned(key, last, calls, fmt.Sprintf("it breaks %s: %s", broken, strings.Join(why, "; ")))
}
