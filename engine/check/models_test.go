package check_test

import (
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// values gives all lists of different numbers below n, as far as max of them.
func values(n, max int) []history.Value {
	all := []history.Value{"[]"}
	lists := [][]history.Value{nil}
	for range max {
		var longer [][]history.Value
		for _, l := range lists {
			for i := range n {
				v := history.Int(int64(i))
				longer = append(longer, append(l[:len(l):len(l)], v))
			}
		}
		for _, l := range longer {
			all = append(all, history.List(l...))
		}
		lists = longer
	}
	return all
}

var threeOfThree = values(3, 3)

func small(r *rng.Stream, n uint64) history.Value { return history.Int(int64(r.N(n))) }

func TestCountersAreJudgedAsByBruteForce(t *testing.T) {
	for _, negative := range []bool{false, true} {
		m := maker[int64]{model: check.Counter{}, doubt: true,
			call: func(r *rng.Stream, n int) (string, []history.Value) {
				add := history.Int(1 + int64(r.N(2)))
				if negative {
					add = history.Int(int64(r.N(5)) - 2)
				}
				if kind := oneOf(r, "add", "read", "add-and-get"); kind != "read" {
					return kind, []history.Value{add}
				}
				return "read", nil
			},
			answers: func(kind string, n int) (all []history.Value) {
				if kind == "add" {
					return []history.Value{""}
				}
				for i := range int64(29) {
					all = append(all, history.Int(i-14))
				}
				return all
			}}
		m.compare(t, "counter", times(30000))
		m.mostly = true
		m.compare(t, "counter, mostly of unknown end", times(20000))
	}
}

func TestListsAreJudgedAsByBruteForce(t *testing.T) {
	for name, unique := range map[string]bool{"list": false, "list, unique values": true} {
		m := maker[history.Value]{model: check.ListAppend{}, doubt: true,
			call: func(r *rng.Stream, n int) (string, []history.Value) {
				key := oneOf[history.Value](r, `"x"`, `"x"`, `"y"`)
				switch {
				case r.N(2) == 0:
					return "read", []history.Value{key}
				case unique:
					return "append", []history.Value{key, history.Int(int64(n))}
				}
				return "append", []history.Value{key, small(r, 2)}
			},
			answers: func(kind string, n int) []history.Value {
				if kind == "append" {
					return []history.Value{""}
				}
				if unique {
					return values(n, min(n, 3))
				}
				return values(2, 3)
			}}
		m.compare(t, name, times(20000))
	}
}

func TestQueuesAreJudgedAsByBruteForce(t *testing.T) {
	for name, c := range map[string]struct{ unique, doubt bool }{"queue, unique values": {true, false},
		"queue, unknown ends": {true, true}, "queue, few values": {false, true}} {
		m := maker[history.Value]{model: check.Queue{}, doubt: c.doubt,
			call: func(r *rng.Stream, n int) (string, []history.Value) {
				switch {
				case r.N(2) == 0:
					return "dequeue", nil
				case c.unique:
					return "enqueue", []history.Value{history.Int(int64(n))}
				}
				return "enqueue", []history.Value{small(r, 2)}
			},
			answers: func(kind string, n int) []history.Value {
				if kind == "enqueue" {
					return []history.Value{""}
				}
				return append(ints(n), history.Null)
			}}
		m.compare(t, name, times(40000))
		if m.mostly = c.doubt; m.mostly {
			m.compare(t, name+", mostly", times(20000))
		}
	}
}

func setMaker(whole, unique bool) maker[history.Value] {
	return maker[history.Value]{model: check.Set{Whole: whole}, doubt: true,
		call: func(r *rng.Stream, n int) (string, []history.Value) {
			v := small(r, 2)
			if unique {
				v = history.Int(int64(n))
			}
			kind := oneOf(r, "add", "remove", "contains", "read")
			switch {
			case unique:
				kind = oneOf(r, "add", "read")
			case kind == "read" && !whole:
				kind = "add"
			}
			if kind == "read" {
				return kind, nil
			}
			return kind, []history.Value{v}
		},
		answers: func(kind string, n int) []history.Value {
			switch {
			case kind == "contains":
				return []history.Value{"true", "false"}
			case kind != "read":
				return []history.Value{"true", "false", ""}
			case unique:
				return subsets(n)
			}
			return threeOfThree[:13]
		}}
}

// subsets gives all sets of numbers below n, in an order of elements that is not
// sorted.
func subsets(n int) (all []history.Value) {
	for bits := range 1 << n {
		var l []history.Value
		for i := n - 1; i >= 0; i-- {
			if bits>>i&1 != 0 {
				l = append(l, history.Int(int64(i)))
			}
		}
		all = append(all, history.List(l...))
	}
	return all
}

func TestSetsAreJudgedAsByBruteForce(t *testing.T) {
	setMaker(false, false).compare(t, "set by element", times(30000))
	setMaker(true, false).compare(t, "whole set", times(20000))
	setMaker(true, true).compare(t, "whole set, unique values", times(20000))
	setMaker(true, false).compareWith(t, "set as the history needs it", times(10000), check.SetChecker())
}

func TestLogsAreJudgedAsByBruteForce(t *testing.T) {
	for name, unique := range map[string]bool{"log": false, "log, unique values": true} {
		m := maker[history.Value]{model: check.Log{}, doubt: true,
			call: func(r *rng.Stream, n int) (string, []history.Value) {
				key := oneOf[history.Value](r, `"x"`, `"x"`, `"y"`)
				switch r.N(4) {
				case 0:
					return "read", []history.Value{key, small(r, 3)}
				case 1:
					return "read", []history.Value{key, small(r, 3), small(r, 3)}
				}
				if unique {
					return "append", []history.Value{key, history.Int(int64(n))}
				}
				return "append", []history.Value{key, small(r, 2)}
			},
			answers: func(kind string, n int) []history.Value {
				if kind == "append" {
					return ints(n)
				}
				if unique {
					return values(n, min(n, 3))
				}
				return values(2, 3)
			}}
		m.compare(t, name, times(20000))
	}
}

func TestLocksAreJudgedAsByBruteForce(t *testing.T) {
	m := maker[check.LockState]{model: check.Lock{}, doubt: true,
		call: func(r *rng.Stream, n int) (string, []history.Value) {
			return oneOf(r, "acquire", "release"), []history.Value{`"l"`, oneOf[history.Value](r, `"a"`, `"b"`)}
		},
		answers: func(kind string, n int) []history.Value {
			if kind == "acquire" {
				return []history.Value{"true", "false", "", "1", "2", "3", "4"}
			}
			return []history.Value{"true", "false", ""}
		}}
	m.compare(t, "lock", times(30000))
}

// tokens is a model that does not know beforehand what it will do: take() gives
// any number that no other take got.
type tokens struct{}

func (tokens) Check(*history.Op) error   { return nil }
func (tokens) Key(*history.Op) string    { return "" }
func (tokens) Init(string) uint8         { return 0 }
func (tokens) ReadOnly(*history.Op) bool { return false }
func (tokens) Describe(s uint8) string   { return string(history.Int(int64(s))) }
func (tokens) Step(next []uint8, s uint8, op *history.Op) []uint8 {
	for i := range 4 {
		if got, _ := op.Result.Int(); s>>i&1 == 0 && (op.Status == history.Unknown || op.Kind == "shift" || got == int64(i)) {
			if op.Kind == "shift" {
				next = append(next, s|1<<i, s&^1)
				continue
			}
			next = append(next, s|1<<i)
		}
	}
	return next
}

func TestModelsWithSeveralNextStatesAreJudgedAsByBruteForce(t *testing.T) {
	m := maker[uint8]{model: tokens{}, doubt: true,
		call: func(r *rng.Stream, n int) (string, []history.Value) { return oneOf(r, "take", "take", "shift"), nil },
		answers: func(kind string, n int) []history.Value {
			if kind == "shift" {
				return []history.Value{""}
			}
			return ints(5)
		}}
	m.compare(t, "tokens", times(20000))
}
