package check_test

import (
	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// drawn is what draws the calls of one history.
type drawn = func(n int) (kind string, args []history.Value)

// value draws one of a few values, or if unique is true gives the n-th one.
func value(r *rng.Stream, unique bool, n int) history.Value {
	if unique {
		return history.Int(int64(n))
	}
	return small(r, 3)
}

func one[T any](v ...T) []T { return v }

// registerSpec is one cell, with comparisons or without.
func registerSpec(cas bool) spec[history.Value] {
	name := "register"
	if cas {
		name = "cas-register"
	}
	c, _ := check.Named(name)
	return spec[history.Value]{
		checker: c,
		init:    history.Null,
		calls: func(r *rng.Stream) drawn {
			unique := r.N(2) == 0
			return func(n int) (string, []history.Value) {
				switch {
				case cas && r.N(3) == 0:
					return "cas", one(value(r, unique, n/2), value(r, unique, n))
				case r.N(2) == 0:
					return "write", one(value(r, unique, n))
				}
				return "read", nil
			}
		},
		effect: cellEffect,
		answer: cellAnswer,
	}
}

func cellEffect(s history.Value, o *history.Op) (history.Value, bool) {
	switch o.Kind {
	case "read":
		return s, o.Result == s
	case "write":
		return o.Args[0], true
	}
	if s != o.Args[0] {
		return s, o.Result == "false"
	}
	return o.Args[1], o.Result == "true"
}

func cellAnswer(r *rng.Stream, s history.Value, o *history.Op) history.Value {
	switch o.Kind {
	case "read":
		return s
	case "write":
		return oneOf[history.Value](r, "", "true", "null")
	}
	return history.Bool(s == o.Args[0])
}

// twoCells are the cells of the keys "x" and "y".
type twoCells [2]history.Value

var twoKeys = [2]history.Value{`"x"`, `"y"`}

// pick gives the number of a key.
func pick(key history.Value) int {
	if key == twoKeys[0] {
		return 0
	}
	return 1
}

func kvSpec() spec[twoCells] {
	c, _ := check.Named("kv")
	inner := registerSpec(true)
	return spec[twoCells]{
		checker: c,
		init:    twoCells{history.Null, history.Null},
		calls: func(r *rng.Stream) drawn {
			call := inner.calls(r)
			return func(n int) (string, []history.Value) {
				kind, args := call(n)
				args = append(one(twoKeys[r.N(4)/3]), args...)
				switch {
				case kind == "read":
					return "get", args
				case kind == "cas":
					return kind, args
				case r.N(8) == 0:
					return "delete", args[:1]
				case r.N(8) == 0:
					return "put", one(args[0], history.Null)
				}
				return "put", args
			}
		},
		effect: func(s twoCells, o *history.Op) (twoCells, bool) {
			i := pick(o.Args[0])
			after, right := cellEffect(s[i], cellOp(o))
			s[i] = after
			return s, right
		},
		answer: func(r *rng.Stream, s twoCells, o *history.Op) history.Value {
			return cellAnswer(r, s[pick(o.Args[0])], cellOp(o))
		},
	}
}

// cellOp is an operation on a key as one on its cell.
func cellOp(o *history.Op) *history.Op {
	c := *o
	c.Args = o.Args[1:]
	switch o.Kind {
	case "get":
		c.Kind = "read"
	case "put":
		c.Kind = "write"
	case "delete":
		c.Kind, c.Args = "write", one(history.Null)
	}
	return &c
}

func counterSpec() spec[int64] {
	c, _ := check.Named("counter")
	return spec[int64]{
		checker: c,
		calls: func(r *rng.Stream) drawn {
			amounts := oneOf(r, []int64{1, 2}, []int64{1, 2, 4, 8}, []int64{-2, -1, 0, 1, 2}, []int64{1 << 62, -1 << 63, 1<<63 - 1, 3})
			return func(n int) (string, []history.Value) {
				if kind := oneOf(r, "add", "add-and-get", "read"); kind != "read" {
					return kind, one(history.Int(oneOf(r, amounts...)))
				}
				return "read", nil
			}
		},
		effect: func(s int64, o *history.Op) (int64, bool) {
			if o.Kind != "read" {
				by, _ := o.Args[0].Int()
				s += by
			}
			return s, o.Kind == "add" || o.Result == history.Int(s)
		},
		answer: func(r *rng.Stream, s int64, o *history.Op) history.Value {
			switch o.Kind {
			case "add":
				return oneOf[history.Value](r, "", "true")
			case "read":
				return history.Int(s)
			}
			by, _ := o.Args[0].Int()
			return history.Int(s + by)
		},
	}
}
