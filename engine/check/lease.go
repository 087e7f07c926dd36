package check

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Leases gives the checker of locks that end by themselves, each under a key,
// "lease" among the named models. Its operations are
//
//	acquire(key, owner) = [token, until], or false if it was refused
//	renew(key, owner) = until, or false if it was refused
//	release(key, owner)
//	use(key, token): the guarded resource accepted a call under that token
//
// until is the instant of the run at which the lease ends, in nanoseconds. Leases
// are judged by instants and by sequence numbers:
//
//   - two owners never hold a lease at the same instant. An owner holds it from
//     the return of acquire or renew to until, or to the call of release;
//   - tokens grow: of two acquires one after the other, the later has the greater
//     token, and no two have the same;
//   - once a use was accepted, none with a smaller token is.
func Leases() Checker { return leases{} }

type leases struct{}

var leaseWords = vocabulary{
	{kind: "acquire", min: 2, max: 2, answer: required},
	{kind: "renew", min: 2, max: 2, answer: required},
	{kind: "release", min: 2, max: 2},
	{kind: "use", min: 2, max: 2},
}

// tenure is a time for which an owner holds a lease for sure.
type tenure struct {
	call     call
	from, to vtime.Instant
}

// grant is a token that was given out, or used.
type grant struct {
	call  call
	token int64
}

func (leases) Check(ops []history.Op, _ Options) (*Result, error) {
	calls, err := leaseWords.calls(ops)
	if err != nil {
		return nil, err
	}
	byKey := map[history.Value][]call{}
	for _, c := range calls {
		if c.unknown() && c.op.Kind != "release" {
			continue // nobody held anything by it, as far as anybody knows
		}
		byKey[c.op.Args[0]] = append(byKey[c.op.Args[0]], c)
	}
	keys := make([]history.Value, 0, len(byKey))
	for k := range byKey {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	r := &Result{Verdict: OK}
	for _, k := range keys {
		a, err := lease(string(k), byKey[k])
		if err != nil {
			return nil, err
		}
		v := OK
		if a != nil {
			v = Violation
		}
		r.add(string(k), v, a)
	}
	return r, nil
}

// lease judges one lease.
func lease(key string, calls []call) (*Anomaly, error) {
	var tenures []tenure
	var given, used []grant
	for _, c := range calls {
		until, token, held, err := leaseAnswer(c.op)
		if err != nil {
			return nil, fmt.Errorf("check: operation %d: %w", c.index, err)
		}
		switch {
		case c.op.Kind == "use":
			used = append(used, grant{c, token})
			continue
		case !held:
			continue
		case c.op.Kind == "acquire":
			given = append(given, grant{c, token})
		}
		end := min(until, released(calls, &c))
		if c.op.Origin.ReturnAt < end {
			tenures = append(tenures, tenure{c, c.op.Origin.ReturnAt, end})
		}
	}
	if a := twoHolders(key, tenures); a != nil {
		return a, nil
	}
	return cmp.Or(givenTwice(key, given), falling(key, given, "a greater token had been given before"),
		falling(key, used, "a greater token had been used before")), nil
}

// leaseAnswer reads what an operation answered or, for use, was called with.
func leaseAnswer(op *history.Op) (until vtime.Instant, token int64, held bool, err error) {
	parts := []history.Value{"0", op.Result}
	switch {
	case op.Kind == "release" || op.Kind != "use" && op.Result == "false":
		return 0, 0, false, nil
	case op.Kind == "acquire":
		parts, _ = op.Result.Elems()
	case op.Kind == "use":
		parts = []history.Value{op.Args[1], "0"}
	}
	if len(parts) == 2 {
		t, isToken := parts[0].Int()
		u, isUntil := parts[1].Int()
		if isToken && isUntil {
			return vtime.Instant(u), t, true, nil
		}
	}
	return 0, 0, false, fmt.Errorf("acquire answers [token, until], renew answers until, use takes a token: whole numbers, not %s", Words(op))
}

// released gives when the owner of c first released it after it was got. all are
// sorted by invocation.
func released(all []call, c *call) vtime.Instant {
	from := sort.Search(len(all), func(i int) bool { return all[i].inv() >= c.ret })
	for i := range all[from:] {
		if r := &all[from+i]; r.op.Kind == "release" && r.op.Args[1] == c.op.Args[1] {
			return r.op.Origin.InvokeAt
		}
	}
	return vtime.Never
}

// twoHolders finds two owners who hold the lease at once.
func twoHolders(key string, all []tenure) *Anomaly {
	slices.SortStableFunc(all, func(a, b tenure) int { return cmp.Compare(a.from, b.from) })
	var holder *tenure // of the last owner: the tenure that ends last
	for i := range all {
		t := &all[i]
		switch {
		case holder == nil:
		case holder.call.op.Args[1] == t.call.op.Args[1] && holder.to >= t.to:
			continue
		case holder.call.op.Args[1] != t.call.op.Args[1] && t.from < holder.to:
			return scanned(key, t.call, []call{holder.call}, fmt.Sprintf("%s and %s both hold the lease from %v to %v",
				holder.call.op.Args[1], t.call.op.Args[1], t.from, min(t.to, holder.to)))
		}
		holder = t
	}
	return nil
}

// givenTwice finds two acquires that got the same token.
func givenTwice(key string, given []grant) *Anomaly {
	first := map[int64]*grant{}
	for i := range given {
		g := &given[i]
		if had := first[g.token]; had != nil {
			return scanned(key, g.call, []call{had.call}, "its token was given before")
		}
		first[g.token] = g
	}
	return nil
}

// falling finds a call with a smaller token than one that had returned before it.
func falling(key string, all []grant, why string) *Anomaly {
	returned := slices.Clone(all)
	slices.SortStableFunc(returned, func(a, b grant) int { return cmp.Compare(a.call.ret, b.call.ret) })
	var top *grant
	n := 0
	for i := range all {
		g := &all[i]
		for ; returned[n].call.before(&g.call); n++ {
			if top == nil || returned[n].token > top.token {
				top = &returned[n]
			}
		}
		if top != nil && g.token < top.token {
			return scanned(key, g.call, []call{top.call}, why)
		}
	}
	return nil
}
