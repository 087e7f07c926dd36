package txn_test

import (
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// answers gives of each key all answers that a read may find: those of the empty
// key and after each write, in history order.
func answers(txns []history.Txn) map[string][]history.Micro {
	all := map[string][]history.Micro{}
	for i := range txns {
		for _, m := range txns[i].Ops {
			states := all[m.Key]
			if len(states) == 0 {
				states = []history.Micro{{F: history.Read, Key: m.Key, Known: true, Nil: true}}
			}
			if m.F != history.Read && txns[i].Status != history.Fail {
				next := states[len(states)-1]
				next.List, next.Value, next.Nil = append(slices.Clip(next.List), m.Value), m.Value, false
				states = append(states, next)
			}
			all[m.Key] = states
		}
	}
	return all
}

// mutants calls f for each history that differs from txns in the answer of one
// read. The histories have to be those of one key state after the other.
func mutants(txns []history.Txn, register bool, f func(changed int, was, is history.Micro)) {
	all := answers(txns)
	for i := range txns {
		for j := range txns[i].Ops {
			was := txns[i].Ops[j]
			if was.F != history.Read || !was.Known || txns[i].Status != history.OK {
				continue
			}
			for _, is := range all[was.Key] {
				if register {
					is.List = nil
				} else {
					is.List, is.Value, is.Nil = append([]int64{}, is.List...), 0, false
				}
				if slices.Equal(is.List, was.List) && is.Value == was.Value && is.Nil == was.Nil {
					continue
				}
				txns[i].Ops[j] = is
				f(i, was, is)
			}
			txns[i].Ops[j] = was
		}
	}
}

// TestEachOtherAnswerOfASmallHistoryIsJudgedRight changes each read of clean
// histories into each other answer. The verdict turns to a violation, except
// where some execution gives that answer too, and then it stays ok.
func TestEachOtherAnswerOfASmallHistoryIsJudgedRight(t *testing.T) {
	for _, register := range []bool{false, true} {
		turned, stayed, undecided := 0, 0, 0
		for seed := range 60 {
			d := dice(seed)
			txns := plan{mode: serial, register: register, txns: 5, clients: 3, ops: 4, keys: 2}.run(&d)
			for o := txn.AnyOrder; o <= txn.RealTime; o++ {
				l := txn.Level{Order: o}
				if r := check(t, txns, l, txn.Assume{}); r.Verdict != txn.OK {
					t.Fatalf("register=%v, seed %d: %s", register, seed, r.Explain(txns))
				}
				mutants(txns, register, func(changed int, was, is history.Micro) {
					possible := explains(txns, o, (*replayer).serial)
					switch r := check(t, txns, l, txn.Assume{}); {
					case r.Verdict == txn.Violation && !possible:
						turned++
					case r.Verdict == txn.OK && possible:
						stayed++
					case r.Verdict == txn.Undecided:
						undecided++
					default:
						t.Errorf("register=%v, seed %d, %s: %s, but possible=%v\n%s", register, seed, l, r.Verdict, possible, short(txns))
					}
				})
			}
		}
		t.Logf("register=%v: %d turned, %d stayed, %d undecided", register, turned, stayed, undecided)
		if turned == 0 || stayed == 0 || undecided*500 > turned+stayed {
			t.Errorf("register=%v: %d turned, %d stayed, %d undecided", register, turned, stayed, undecided)
		}
	}
}

// TestEachOtherAnswerOfALongHistoryIsRefutedUnlessItsWritersOverlap changes reads
// of a list of a longer clean history, one at a time. The verdict may only stay
// if the transactions that the read missed, or saw too early, ran at the same
// time.
func TestEachOtherAnswerOfALongHistoryIsRefutedUnlessItsWritersOverlap(t *testing.T) {
	d := dice(1)
	txns := plan{mode: serial, txns: 70, clients: 6, ops: 4, keys: 5}.run(&d)
	writer := map[int64]int{}
	for i := range txns {
		for _, m := range txns[i].Ops {
			writer[m.Value] = i
		}
	}
	turned, stayed := 0, 0
	mutants(txns, false, func(changed int, was, is history.Micro) {
		long, shorter := was.List, is.List
		if len(is.List) > len(was.List) {
			long, shorter = is.List, was.List
		}
		overlap := true
		for _, v := range long[len(shorter):] {
			w := writer[v]
			overlap = overlap && w != changed && !precedes(txns, txn.RealTime, w, changed) && !precedes(txns, txn.RealTime, changed, w)
		}
		r := check(t, txns, strict, txn.Assume{})
		if r.Verdict == txn.Violation {
			turned++
		} else if stayed++; !overlap {
			t.Errorf("T%d reads %v instead of %v, and it is %s", changed+1, is.List, was.List, r.Verdict)
		}
	})
	t.Logf("%d turned, %d stayed", turned, stayed)
	if turned == 0 || stayed == 0 {
		t.Error("the mutations are all of one sort")
	}
}
