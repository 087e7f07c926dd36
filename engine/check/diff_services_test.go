package check_test

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// held is who holds a lock, "" if it is free, and the last token.
type held struct {
	by    history.Value
	token int64
}

// twoLocks are the locks of the keys "x" and "y".
type twoLocks [2]held

func lockSpec() spec[twoLocks] {
	c, _ := check.Named("lock")
	return spec[twoLocks]{
		checker: c,
		calls: func(r *rng.Stream) drawn {
			return func(n int) (string, []history.Value) {
				return oneOf(r, "acquire", "release"), one(twoKeys[r.N(3)/2], oneOf[history.Value](r, `"a"`, `"b"`))
			}
		},
		effect: func(s twoLocks, o *history.Op) (twoLocks, bool) {
			l, who := &s[pick(o.Args[0])], o.Args[1]
			done := o.Result == "" || o.Result == "true"
			switch {
			case o.Kind == "release" && l.by == who:
				l.by = ""
				return s, done
			case o.Kind == "release" || l.by != "":
				return s, o.Result == "false"
			}
			l.by = who
			if token, fenced := o.Result.Int(); fenced {
				done = token > l.token
				l.token = token
			}
			return s, done
		},
		answer: func(r *rng.Stream, s twoLocks, o *history.Op) history.Value {
			l := &s[pick(o.Args[0])]
			switch {
			case o.Kind == "release" && l.by != o.Args[1], o.Kind == "acquire" && l.by != "":
				return "false"
			case o.Kind == "release" || r.N(3) == 0:
				return oneOf[history.Value](r, "", "true")
			}
			return history.Int(l.token + 1 + int64(r.N(2)))
		},
	}
}

// balances are those of the accounts "a", "b" and 1.
type balances [3]int64

var accounts = [3]history.Value{`"a"`, `"b"`, `1`}

func (b balances) value() history.Value {
	return history.Value(fmt.Sprintf(`{"1":%d,"a":%d,"b":%d}`, b[2], b[0], b[1]))
}

// account gives the number of an account; ok is false if there is none.
func account(name history.Value) (i int, ok bool) {
	for i := range accounts {
		if accounts[i] == name {
			return i, true
		}
	}
	return 0, false
}

func bankSpec(overdraft bool) spec[balances] {
	first := balances{3, 2, 0}
	effect := func(s balances, o *history.Op) (balances, bool) {
		if o.Kind == "read" {
			return s, o.Result == s.value()
		}
		after, made := s, false
		from, known := account(o.Args[0])
		to, alsoKnown := account(o.Args[1])
		if known && alsoKnown {
			amount, _ := o.Args[2].Int()
			made = overdraft || s[from] >= amount && s[to] >= -amount
			after[from] -= amount
			after[to] += amount
		}
		if !made {
			return s, o.Result == "false"
		}
		return after, o.Result != "false"
	}
	return spec[balances]{
		checker: check.BankChecker(check.Bank{Accounts: first.value(), Overdraft: overdraft}),
		init:    first,
		calls: func(r *rng.Stream) drawn {
			return func(n int) (string, []history.Value) {
				if r.N(2) == 0 {
					return "read", nil
				}
				from, to := oneOf(r, accounts[:]...), oneOf(r, accounts[:]...)
				if r.N(10) == 0 {
					to = `"nobody"`
				}
				return "transfer", one(from, to, history.Int(int64(r.N(5))-1))
			}
		},
		effect: effect,
		answer: func(r *rng.Stream, s balances, o *history.Op) history.Value {
			if o.Kind == "read" {
				return s.value()
			}
			attempt := history.Op{Kind: o.Kind, Args: o.Args, Result: "true"}
			if _, made := effect(s, &attempt); !made {
				return "false"
			}
			return oneOf[history.Value](r, "", "true")
		},
		noise: func(r *rng.Stream, o *history.Op) history.Value {
			if o.Kind == "transfer" {
				return history.Bool(r.N(2) == 0)
			}
			b := first
			b[r.N(3)] += int64(r.N(3)) - 1
			b[r.N(3)] += int64(r.N(3)) - 1
			return b.value()
		},
	}
}
