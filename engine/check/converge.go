package check

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/history"
)

// Convergence gives the checker that asks whether, once everything has come to
// rest, all replicas show the same. It takes the operations of Register or KV
// without cas. The final reads are those made after the last write had returned;
// of each key all must find the same value, one that somebody wrote or null. A
// write of unknown end counts as if it had returned at its call: what it may do
// later is the system's own fault. A key without final reads is undecided.
func Convergence() Checker { return convergence{} }

type convergence struct{}

// Check is as Checker asks.
func (convergence) Check(ops []history.Op, _ Options) (*Result, error) {
	parts, err := split(ops, cells{})
	if err != nil {
		return nil, err
	}
	r := &Result{Verdict: OK}
	for _, p := range parts {
		v, a := converged(p)
		r.add(p.key, v, a)
	}
	return r, nil
}

func converged(p *part) (Verdict, *Anomaly) {
	written := map[history.Value]bool{history.Null: true}
	var end uint64
	rest := true // no write at all
	for i := range p.calls {
		c := &p.calls[i]
		if !writes(c.op) {
			continue
		}
		written[cellValue(c.op)] = true
		if !c.unknown() {
			end, rest = max(end, c.ret), false
		} else {
			end, rest = max(end, c.inv()), false
		}
	}
	var first *call
	for i := range p.calls {
		c := &p.calls[i]
		switch {
		case writes(c.op) || !rest && c.inv() <= end:
		case !written[c.op.Result]:
			return Violation, scanned(p.key, *c, nil, "nobody wrote that value")
		case first == nil:
			first = c
		case c.op.Result != first.op.Result:
			return Violation, scanned(p.key, *c, []call{*first}, fmt.Sprintf("after all writes had ended one read found %s and another %s", first.op.Result, c.op.Result))
		}
	}
	if first == nil {
		return Undecided, nil
	}
	return OK, nil
}
