package check

import (
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// Bank is the model of accounts among which money moves, "bank" among the named
// models. Its operations are
//
//	transfer(from, to, amount) = true or no answer if it was made, else false
//	read() = object of all accounts with their balances
//
// A transfer that would take more than there is cannot be made. One of a negative
// amount takes from its second account.
type Bank struct {
	// Accounts are the balances at first, an object of whole numbers; "" if they
	// are not known, in which case only invariants can be tested.
	Accounts history.Value
	// Overdraft allows balances below zero.
	Overdraft bool
}

var bankWords = vocabulary{
	{kind: "transfer", min: 3, max: 3, answer: maybe},
	{kind: "read", answer: object},
}

// Check is as Model asks.
func (Bank) Check(op *history.Op) error {
	if err := bankWords.check(op); err != nil {
		return err
	}
	if op.Kind == "transfer" {
		if _, ok := op.Args[2].Int(); !ok {
			return fmt.Errorf("amount of transfer must be a whole number, not %s", op.Args[2])
		}
	}
	return nil
}

// Key is as Model asks: there are no parts.
func (Bank) Key(*history.Op) string { return "" }

// Init is as Model asks.
func (b Bank) Init(string) history.Value { return b.Accounts }

// Step is as Model asks.
func (b Bank) Step(next []history.Value, s history.Value, op *history.Op) []history.Value {
	if op.Kind == "read" {
		return readStep(next, s, op)
	}
	after, made := b.transfer(s, op)
	if op.Status == history.OK && made != (op.Result != "false") {
		return next
	}
	return append(next, after)
}

// transfer gives the accounts after a transfer, and whether it could be made.
func (b Bank) transfer(s history.Value, op *history.Op) (after history.Value, made bool) {
	accounts, _ := s.Members()
	from, to := account(accounts, op.Args[0]), account(accounts, op.Args[1])
	amount, _ := op.Args[2].Int()
	if from == nil || to == nil {
		return s, false
	}
	have, _ := from.Value.Int()
	has, _ := to.Value.Int()
	if !b.Overdraft && (have < amount || has < -amount) {
		return s, false
	}
	from.Value = history.Int(have - amount)
	has, _ = to.Value.Int() // it may be the same account
	to.Value = history.Int(has + amount)
	return history.Object(accounts...), true
}

// account finds an account by its name, which may be a text or any other value.
func account(accounts []history.Member, name history.Value) *history.Member {
	text, ok := name.Text()
	if !ok {
		text = string(name)
	}
	i := slices.IndexFunc(accounts, func(m history.Member) bool { return m.Name == text })
	if i < 0 {
		return nil
	}
	return &accounts[i]
}

// ReadOnly is as Model asks.
func (Bank) ReadOnly(op *history.Op) bool { return op.Kind == "read" || op.Result == "false" }

// Describe is as Model asks.
func (Bank) Describe(s history.Value) string { return string(s) }

// maxBank is how many transfers and reads of a bank are searched for an order:
// states rarely meet again, so that a longer search would seldom end.
const maxBank = 64

// BankChecker gives the checker of a bank. It tests that all reads find the same
// sum, and no balance below zero unless overdraft is allowed. If it knows the
// first balances and the history is of at most 64 operations, it also looks for
// an order; otherwise the result says that only invariants were tested. The zero
// Bank takes the sum from the first read.
func BankChecker(b Bank) Checker { return bankChecker{b} }

type bankChecker struct{ bank Bank }

func (b bankChecker) Check(ops []history.Op, o Options) (*Result, error) {
	parts, err := split(ops, b.bank)
	if err != nil {
		return nil, err
	}
	if b.bank.Accounts != "" {
		if _, err := balance(b.bank.Accounts); err != nil {
			return nil, fmt.Errorf("check: accounts: %w", err)
		}
	}
	r := &Result{Verdict: OK}
	for _, p := range parts {
		a, err := b.invariants(p)
		switch {
		case err != nil:
			return nil, err
		case a != nil:
			r.add("", Violation, a)
		case b.bank.Accounts == "" || len(p.calls) > maxBank:
			r.Invariants = true
			r.add("", OK, nil)
		default:
			s := &search[history.Value]{model: b.bank}
			v, a, steps, err := s.judge(p, o.budget(), o.budget())
			if err != nil {
				return nil, err
			}
			r.Steps += steps
			r.add("", v, a)
		}
	}
	return r, nil
}

// invariants finds the first read that breaks one.
func (b bankChecker) invariants(p *part) (*Anomaly, error) {
	var total int64
	var by []call // the read that total is from
	known := b.bank.Accounts != ""
	if known {
		total, _ = balance(b.bank.Accounts)
	}
	for _, c := range p.calls {
		if c.op.Kind != "read" {
			continue
		}
		got, err := balance(c.op.Result)
		if err != nil {
			return nil, fmt.Errorf("check: operation %d: answer of read: %w", c.index, err)
		}
		if name := below(c.op.Result); name != "" && !b.bank.Overdraft {
			return scanned("", c, nil, fmt.Sprintf("account %s has less than nothing", name)), nil
		}
		switch {
		case !known:
			total, known, by = got, true, []call{c}
		case got != total:
			return scanned("", c, by, fmt.Sprintf("the sum of all accounts is %d and should be %d", got, total)), nil
		}
	}
	return nil, nil
}

// balance adds up all accounts.
func balance(accounts history.Value) (total int64, err error) {
	members, ok := accounts.Members()
	if !ok {
		return 0, fmt.Errorf("%s is no object of balances", accounts)
	}
	for _, m := range members {
		n, ok := m.Value.Int()
		if !ok {
			return 0, fmt.Errorf("balance of %s: %s is no whole number", m.Name, m.Value)
		}
		total += n
	}
	return total, nil
}

// below gives the first account with a balance below zero, or "".
func below(accounts history.Value) string {
	members, _ := accounts.Members()
	for _, m := range members {
		if n, _ := m.Value.Int(); n < 0 {
			return m.Name
		}
	}
	return ""
}
