package check_test

import (
	"slices"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

var leaseRules = rules{
	checker: named("lease"),
	history: leaseHistory,
	judge: func(_ int, ops []history.Op) check.Verdict {
		return either(anyPair(ops, wrongTokens) || anyPair(ops, func(a, b *history.Op) bool { return holdTogether(ops, a, b) }))
	},
}

// leaseHistory draws leases of some instants with tokens that mostly grow.
func leaseHistory(r *rng.Stream) []history.Op {
	ops := scheduled(r, 1+int(r.N(8)), func(int) (string, []history.Value) {
		key, owner := twoKeys[r.N(3)/2], oneOf[history.Value](r, `"a"`, `"b"`)
		if kind := oneOf(r, "acquire", "acquire", "renew", "release", "use"); kind != "use" {
			return kind, one(key, owner)
		}
		return "use", one(key, "0")
	})
	wrong := 1 + r.N(9)
	for i := range ops {
		o := &ops[i]
		token := history.Int(int64(o.Invoke) + int64(r.N(wrong)))
		if o.Kind == "use" {
			o.Args[1] = token
		}
		until := history.Int(int64(o.Return) + int64(r.N(wrong)))
		switch {
		case o.Status != history.OK || o.Kind == "release" || o.Kind == "use":
		case r.N(5) == 0:
			o.Result = "false"
		case o.Kind == "acquire":
			o.Result = history.List(token, until)
		default:
			o.Result = until
		}
	}
	return ops
}

// leased reads what o was given; ok is false if it got no lease.
func leased(o *history.Op) (token, until int64, ok bool) {
	if o.Status != history.OK || o.Result == "false" || o.Kind != "acquire" && o.Kind != "renew" {
		return 0, 0, false
	}
	if o.Kind == "renew" {
		until, _ = o.Result.Int()
		return 0, until, true
	}
	parts, _ := o.Result.Elems()
	token, _ = parts[0].Int()
	until, _ = parts[1].Int()
	return token, until, true
}

// wrongTokens says that a and b were given the same token, or that a came before
// b with a greater one: both given, or both used.
func wrongTokens(a, b *history.Op) bool {
	if a.Kind != b.Kind || a.Args[0] != b.Args[0] || a.Status != history.OK || b.Status != history.OK {
		return false
	}
	switch a.Kind {
	case "use":
		tokenA, _ := a.Args[1].Int()
		tokenB, _ := b.Args[1].Int()
		return a.Return < b.Invoke && tokenA > tokenB
	case "acquire":
		tokenA, _, gotA := leased(a)
		tokenB, _, gotB := leased(b)
		return gotA && gotB && (tokenA == tokenB || a.Return < b.Invoke && tokenA > tokenB)
	}
	return false
}

// holdTogether says that a and b gave a lease to two owners for some instant.
func holdTogether(ops []history.Op, a, b *history.Op) bool {
	_, _, gotA := leased(a)
	if _, _, gotB := leased(b); !gotA || !gotB || a.Args[0] != b.Args[0] || a.Args[1] == b.Args[1] {
		return false
	}
	for at := range vtime.Instant(100) {
		if holds(ops, a, at) && holds(ops, b, at) {
			return true
		}
	}
	return false
}

// holds says whether the owner named in o holds by it at an instant.
func holds(ops []history.Op, o *history.Op, at vtime.Instant) bool {
	_, until, ok := leased(o)
	if !ok || at < o.Origin.ReturnAt || int64(at) >= until {
		return false
	}
	return !slices.ContainsFunc(ops, func(r history.Op) bool {
		return r.Kind == "release" && r.Status != history.Fail && r.Args[0] == o.Args[0] && r.Args[1] == o.Args[1] && r.Invoke >= o.Return && at >= r.Origin.InvokeAt
	})
}
