package check

import "github.com/seedfall/seedfall/engine/history"

// named are the checkers that a config can ask for by name, in the order in which
// documentation lists them.
var named = []struct {
	name    string
	checker Checker
}{
	{"register", Linearizable[history.Value](Register{})},
	{"cas-register", Linearizable[history.Value](Register{})},
	{"kv", Linearizable[history.Value](KV{})},
	{"counter", Linearizable[int64](Counter{})},
	{"set", SetChecker()},
	{"list-append", Linearizable[history.Value](ListAppend{})},
	{"queue", Linearizable[history.Value](Queue{})},
	{"log", Linearizable[history.Value](Log{})},
	{"lock", Linearizable[LockState](Lock{})},
	{"lease", Leases()},
	{"bank", BankChecker(Bank{})},
	{"unique-ids", UniqueIDs()},
	{"leader-election", Leaders()},
	{"sessions", Sessions(AllGuarantees)},
	{"convergence", Convergence()},
}

// Named gives the checker with a name such as "kv"; ok is false if there is none.
func Named(name string) (c Checker, ok bool) {
	for _, n := range named {
		if n.name == name {
			return n.checker, true
		}
	}
	return nil, false
}

// Names gives the names of all checkers that Named knows.
func Names() []string {
	all := make([]string, len(named))
	for i, n := range named {
		all[i] = n.name
	}
	return all
}
