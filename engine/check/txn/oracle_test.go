package txn_test

import (
	"flag"
	"slices"
	"strconv"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

var soak = flag.Bool("soak", false, "judge 700,000 random histories against all their executions, about a minute")

// sketch says which random histories to draw: each read is a random state of its
// key in a random order of the values, whoever reads it.
type sketch struct {
	name     string
	level    txn.Level
	register bool
	// unsure lets one transaction in eight be aborted, and one be of unknown end.
	unsure bool
	// daily and full are how many histories a test judges every day, and with
	// -soak: those of the seeds from 1 on.
	daily, full uint64
}

var (
	strict    = txn.Level{Order: txn.RealTime}
	snapshots = txn.Level{Isolation: txn.SnapshotIsolation}
	sketches  = []sketch{
		{"lists", txn.Level{}, false, false, 6000, 200_000},
		{"lists in real time", strict, false, false, 6000, 200_000},
		{"lists with aborts and unknown ends", strict, false, true, 2000, 50_000},
		{"lists on snapshots", snapshots, false, false, 2000, 50_000},
		{"registers", txn.Level{}, true, false, 2000, 100_000},
		{"registers in real time", strict, true, false, 1000, 50_000},
		{"registers with aborts and unknown ends", strict, true, true, 1000, 50_000},
	}
)

// draw gives the history of a seed: two to five transactions of one to three
// operations on two keys.
func (s *sketch) draw(seed uint64) []history.Txn {
	draws := rng.Seed(seed).Derive(s.name).Stream()
	roll := func(n int) int { return int(draws.N(uint64(n))) }
	txns := make([]history.Txn, 2+roll(4))
	values := [2][]int64{}
	for i := range txns {
		t := &txns[i]
		*t = history.Txn{Client: "c" + strconv.Itoa(i), Status: history.OK, Ops: make([]history.Micro, 1+roll(3))}
		if s.level.Order == txn.RealTime {
			// Few instants, so that many fall together.
			t.Invoke = uint64(roll(6))
			t.Return = t.Invoke + uint64(roll(4))
		}
		if s.unsure {
			t.Status = []history.Status{history.Fail, history.Unknown, history.OK}[min(roll(8), 2)]
		}
		for j := range t.Ops {
			k := roll(2)
			m := history.Micro{F: history.Read, Key: "xy"[k : k+1], Known: true}
			if roll(2) == 0 {
				m.F, m.Value = map[bool]string{false: history.Append, true: history.Write}[s.register], int64(len(values[k]))+1
				values[k] = append(values[k], m.Value)
			}
			t.Ops[j] = m
		}
	}
	for k := range values {
		for i := range values[k] {
			j := i + roll(len(values[k])-i)
			values[k][i], values[k][j] = values[k][j], values[k][i]
		}
	}
	for i := range txns {
		for j := range txns[i].Ops {
			if m := &txns[i].Ops[j]; m.F == history.Read {
				list := values[m.Key[0]-'x']
				s.show(m, list[:roll(len(list)+1)])
			}
		}
	}
	return txns
}

// show lets a read find a state.
func (s *sketch) show(m *history.Micro, state []int64) {
	switch {
	case !s.register:
		m.List = append([]int64{}, state...)
	case len(state) == 0:
		m.Nil = true
	default:
		m.Value = state[len(state)-1]
	}
}

// possible says whether some execution at the level gives the history.
func (s *sketch) possible(txns []history.Txn) bool {
	if s.level.Isolation == txn.SnapshotIsolation {
		return explains(txns, s.level.Order, (*replayer).snapshots)
	}
	return explains(txns, s.level.Order, (*replayer).serial)
}

// score counts how the verdicts on random histories compare with all executions.
type score struct {
	possible, impossible int
	// wrong are histories that were refuted although an execution gives them.
	wrong int
	// missed are impossible ones that were called ok; unread, those of them that
	// are refuted as soon as a last transaction reads all keys, whatever it finds.
	missed, unread int
	// left are those that stay undecided.
	left int
}

// TestRandomHistoriesAreRefutedExactlyWhenImpossible compares verdicts on random
// histories, most of which no database gives, with the search for an execution.
//
// Not one possible history is refuted. Of lists, not one that is not serializable
// is missed either. The order of elements that no read shows does not matter for
// it: all who read the list come before all who wrote them, so that any order of
// the transactions without a cycle is an order of these elements too. Snapshot
// isolation is different: of two who append to one list, one has to begin after
// the other committed, and both ways may contradict the rest. Nobody looks at
// the two ways for elements that no read shows. A last read of all keys shows
// the order of all elements; with it no such history is missed.
//
// An ok for registers is always right, as an order of their values stands behind
// it. In histories of this size the order is found wherever there is one: none stays
// undecided.
func TestRandomHistoriesAreRefutedExactlyWhenImpossible(t *testing.T) {
	for _, s := range sketches {
		t.Run(s.name, func(t *testing.T) {
			n, c := s.daily, score{}
			if *soak {
				n = s.full
			}
			for seed := uint64(1); seed <= n; seed++ {
				s.judge(t, seed, &c)
			}
			t.Logf("%d histories: %+v", n, c)
			if s.level == snapshots {
				if c.missed != c.unread || uint64(c.missed)*100 > n {
					t.Errorf("%d missed, of which %d for the order of unread elements", c.missed, c.unread)
				}
			} else if c.missed > 0 {
				t.Errorf("%d missed", c.missed)
			}
			if c.left > 0 {
				t.Errorf("%d undecided", c.left)
			}
			if c.possible == 0 || c.impossible == 0 {
				t.Error("the comparison is empty on one side")
			}
		})
	}
}

// judge adds the history of a seed to the score.
func (s *sketch) judge(t *testing.T, seed uint64, c *score) {
	txns := s.draw(seed)
	possible := s.possible(txns)
	if possible {
		c.possible++
	} else {
		c.impossible++
	}
	switch r := check(t, txns, s.level, txn.Assume{}); {
	case r.Verdict == txn.Violation && possible:
		c.wrong++
		t.Errorf("seed %d: refuted, but there is an execution: %s\n%s", seed, summary(r), short(txns))
	case r.Verdict == txn.OK && !possible:
		if c.missed++; s.refutedOnceRead(t, txns) {
			c.unread++
		} else if c.missed-c.unread <= 3 {
			t.Errorf("seed %d: ok, but there is no execution:\n%s", seed, short(txns))
		}
	case r.Verdict == txn.Undecided:
		c.left++
	}
}

// refutedOnceRead says whether a history of lists is refuted for each order in
// which a last transaction may find the elements that no other one shows.
func (s *sketch) refutedOnceRead(t *testing.T, txns []history.Txn) bool {
	lists := map[string][]int64{}
	for i := range txns {
		for _, m := range txns[i].Ops {
			if m.F == history.Read && len(m.List) > len(lists[m.Key]) {
				lists[m.Key] = m.List
			}
		}
	}
	loose := map[string][]int64{"x": nil, "y": nil}
	for i := range txns {
		for _, m := range txns[i].Ops {
			if m.F == history.Append && !slices.Contains(lists[m.Key], m.Value) {
				loose[m.Key] = append(loose[m.Key], m.Value)
			}
		}
	}
	refuted := true
	d := &definer{orders: lists}
	d.permute(loose, sortedKeys(loose), func() {
		last := history.Txn{Client: "last", Status: history.OK, Invoke: 100, Return: 100}
		for _, k := range sortedKeys(loose) {
			last.Ops = append(last.Ops, history.Micro{F: history.Read, Key: k, Known: true, List: append([]int64{}, lists[k]...)})
		}
		refuted = refuted && check(t, append(slices.Clip(txns), last), s.level, txn.Assume{}).Verdict == txn.Violation
	})
	return refuted
}
