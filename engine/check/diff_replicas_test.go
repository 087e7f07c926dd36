package check_test

import (
	"slices"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// replicaHistory draws calls on two keys whose reads find any value.
func replicaHistory(r *rng.Stream, reads uint64) []history.Op {
	unique := r.N(6) > 0
	values := one(history.Null)
	call := func(n int) (string, []history.Value) {
		key := twoKeys[r.N(3)/2]
		switch v := value(r, unique, n); {
		case r.N(1+reads) > 0:
			return "get", one(key)
		case !unique && r.N(4) == 0:
			return "delete", one(key)
		default:
			values = append(values, v)
			return "put", one(key, v)
		}
	}
	ops := scheduled(r, 1+int(r.N(8)), call)
	for _, o := range answered(ops) {
		if o.Kind == "get" {
			o.Result = oneOf(r, values...)
		}
	}
	return ops
}

// byKey judges the operations on each key apart, as reads and writes.
func byKey(ops []history.Op, judge func([]history.Op) check.Verdict) check.Verdict {
	parts := map[history.Value][]history.Op{}
	for i := range ops {
		if o := &ops[i]; o.Status != history.Fail {
			parts[o.Args[0]] = append(parts[o.Args[0]], *cellOp(o))
		}
	}
	all := map[check.Verdict]bool{}
	for _, p := range parts {
		all[judge(p)] = true
	}
	switch {
	case all[check.Violation]:
		return check.Violation
	case all[check.Undecided]:
		return check.Undecided
	}
	return check.OK
}

var sessionRules = rules{
	checker: func(i int) check.Checker { return check.Sessions(guarantees(i)) },
	history: func(r *rng.Stream) []history.Op {
		ops := replicaHistory(r, 1)
		calls := map[string]uint64{}
		for i := range ops { // the calls of one client have an order
			o := &ops[i]
			o.Invoke, o.Return = 3*calls[o.Client], 3*calls[o.Client]+r.N(3)
			calls[o.Client]++
		}
		return ops
	},
	judge: func(i int, ops []history.Op) check.Verdict {
		return byKey(ops, func(ops []history.Op) check.Verdict {
			written := map[history.Value]bool{history.Null: true}
			for _, o := range ops {
				if o.Kind == "write" && written[o.Args[0]] {
					return check.Undecided
				} else if o.Kind == "write" {
					written[o.Args[0]] = true
				}
			}
			for _, o := range answered(ops) {
				if o.Kind == "read" && !written[o.Result] {
					return check.Violation
				}
			}
			return either(!keeps(ops, guarantees(i)))
		})
	},
}

// guarantees are those asked for in history i: all in every other one.
func guarantees(i int) check.Guarantees {
	if i%2 == 0 {
		return check.AllGuarantees
	}
	return check.Guarantees(i/2) & check.AllGuarantees
}

var convergenceRules = rules{
	checker: named("convergence"),
	history: func(r *rng.Stream) []history.Op { return replicaHistory(r, 3) },
	judge: func(_ int, ops []history.Op) check.Verdict {
		return byKey(ops, func(ops []history.Op) check.Verdict {
			written := map[history.Value]bool{history.Null: true}
			for _, o := range ops {
				if o.Kind == "write" {
					written[o.Args[0]] = true
				}
			}
			found := map[history.Value]bool{}
			for _, o := range answered(ops) {
				final := o.Kind == "read" && !slices.ContainsFunc(ops, func(w history.Op) bool {
					return w.Kind == "write" && (o.Invoke <= w.Invoke || w.Status == history.OK && o.Invoke <= w.Return)
				})
				if final {
					found[o.Result] = true
				}
				if final && !written[o.Result] {
					return check.Violation
				}
			}
			if len(found) == 0 {
				return check.Undecided
			}
			return either(len(found) > 1)
		})
	},
}
