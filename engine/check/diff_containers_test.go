package check_test

import (
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// sequence is a list of values, each with a semicolon after it.
type sequence string

func (s sequence) with(v history.Value) sequence { return s + sequence(v) + ";" }

func (s sequence) values() []history.Value {
	var all []history.Value
	for v := range strings.SplitSeq(string(s), ";") {
		all = append(all, history.Value(v))
	}
	return all[:len(all)-1]
}

// twoLists are the lists of the keys "x" and "y".
type twoLists [2]sequence

func listSpec() spec[twoLists] {
	c, _ := check.Named("list-append")
	return spec[twoLists]{
		checker: c,
		calls: func(r *rng.Stream) drawn {
			unique := r.N(2) == 0
			return func(n int) (string, []history.Value) {
				if key := twoKeys[r.N(3)/2]; r.N(2) == 0 {
					return "append", one(key, value(r, unique, n))
				} else {
					return "read", one(key)
				}
			}
		},
		effect: func(s twoLists, o *history.Op) (twoLists, bool) {
			i := pick(o.Args[0])
			if o.Kind == "read" {
				return s, o.Result == history.List(s[i].values()...)
			}
			s[i] = s[i].with(o.Args[1])
			return s, true
		},
		answer: func(r *rng.Stream, s twoLists, o *history.Op) history.Value {
			if o.Kind == "append" {
				return ""
			}
			return history.List(s[pick(o.Args[0])].values()...)
		},
		noise: func(r *rng.Stream, o *history.Op) history.Value {
			return jumbled(r, o.Result)
		},
	}
}

// jumbled exchanges two values of a list, or doubles one, or leaves one out; of
// anything else it gives the same.
func jumbled(r *rng.Stream, l history.Value) history.Value {
	all, _ := l.Elems()
	if len(all) < 1 {
		return l
	}
	i, j := r.N(uint64(len(all))), r.N(uint64(len(all)))
	switch r.N(3) {
	case 0:
		all[i], all[j] = all[j], all[i]
	case 1:
		all = slices.Insert(all, int(i), all[j])
	default:
		all = slices.Delete(all, int(i), int(i)+1)
	}
	return history.List(all...)
}

func queueSpec() spec[sequence] {
	c, _ := check.Named("queue")
	head := func(s sequence) history.Value {
		if s == "" {
			return history.Null
		}
		return s.values()[0]
	}
	return spec[sequence]{
		checker: c,
		calls: func(r *rng.Stream) drawn {
			unique, mostly := r.N(3) > 0, oneOf[uint64](r, 2, 3)
			return func(n int) (string, []history.Value) {
				if r.N(mostly) == 0 {
					return "dequeue", nil
				}
				return "enqueue", one(value(r, unique, n))
			}
		},
		effect: func(s sequence, o *history.Op) (sequence, bool) {
			if o.Kind == "enqueue" {
				return s.with(o.Args[0]), true
			}
			_, rest, _ := strings.Cut(string(s), ";")
			return sequence(rest), o.Result == head(s)
		},
		answer: func(r *rng.Stream, s sequence, o *history.Op) history.Value {
			if o.Kind == "enqueue" {
				return ""
			}
			return head(s)
		},
	}
}

// members are the numbers below 64 that are in a set.
type members uint64

func (m members) values() (all []history.Value) {
	for i := range 64 {
		if m>>i&1 != 0 {
			all = append(all, history.Int(int64(i)))
		}
	}
	return all
}

func setSpec() spec[members] {
	c, _ := check.Named("set")
	there := func(s members, o *history.Op) (mask members, there bool) {
		i, _ := o.Args[0].Int()
		return 1 << i, s>>i&1 != 0
	}
	return spec[members]{
		checker: c,
		calls: func(r *rng.Stream) drawn {
			unique := r.N(2) == 0
			kinds := oneOf(r, one("add", "remove", "contains"), one("add", "remove", "contains", "read"), one("add", "read"))
			return func(n int) (string, []history.Value) {
				if kind := oneOf(r, kinds...); kind != "read" {
					return kind, one(value(r, unique, n))
				}
				return "read", nil
			}
		},
		effect: func(s members, o *history.Op) (members, bool) {
			if o.Kind == "read" {
				found, _ := o.Result.Elems()
				slices.Sort(found)
				want := s.values()
				slices.Sort(want)
				return s, slices.Equal(found, want)
			}
			mask, there := there(s, o)
			switch o.Kind {
			case "add":
				return s | mask, o.Result == "" || o.Result == history.Bool(!there)
			case "remove":
				return s &^ mask, o.Result == "" || o.Result == history.Bool(there)
			}
			return s, o.Result == history.Bool(there)
		},
		answer: func(r *rng.Stream, s members, o *history.Op) history.Value {
			if o.Kind == "read" {
				all := s.values()
				for i := range all {
					j := r.N(uint64(i) + 1)
					all[i], all[j] = all[j], all[i]
				}
				return history.List(all...)
			}
			_, there := there(s, o)
			if o.Kind != "contains" && r.N(2) == 0 {
				return ""
			}
			return history.Bool(there == (o.Kind != "add"))
		},
	}
}

func logSpec() spec[twoLists] {
	c, _ := check.Named("log")
	find := func(s twoLists, o *history.Op) history.Value {
		all := s[pick(o.Args[0])].values()
		from, _ := o.Args[1].Int()
		all = all[min(int(from), len(all)):]
		if len(o.Args) > 2 {
			limit, _ := o.Args[2].Int()
			all = all[:min(int(limit), len(all))]
		}
		return history.List(all...)
	}
	return spec[twoLists]{
		checker: c,
		calls: func(r *rng.Stream) drawn {
			unique := r.N(2) == 0
			return func(n int) (string, []history.Value) {
				key := twoKeys[r.N(3)/2]
				switch r.N(6) {
				case 0:
					return "read", one(key, small(r, 4))
				case 1:
					return "read", one(key, small(r, 3), small(r, 4))
				case 2:
					return "read", one(key, small(r, 2))
				}
				return "append", one(key, value(r, unique, n))
			}
		},
		effect: func(s twoLists, o *history.Op) (twoLists, bool) {
			if o.Kind == "read" {
				return s, o.Result == find(s, o)
			}
			i := pick(o.Args[0])
			right := o.Result == history.Int(int64(len(s[i].values())))
			s[i] = s[i].with(o.Args[1])
			return s, right
		},
		answer: func(r *rng.Stream, s twoLists, o *history.Op) history.Value {
			if o.Kind == "append" {
				return history.Int(int64(len(s[pick(o.Args[0])].values())))
			}
			return find(s, o)
		},
		noise: func(r *rng.Stream, o *history.Op) history.Value {
			if o.Kind == "append" {
				return small(r, 4)
			}
			return jumbled(r, o.Result)
		},
	}
}
