package ledger

import (
	"errors"
	"slices"
)

// window is how many commits the check remembers. A transaction that lasts for
// longer than that many commits of others is refused.
const window = 10

// ErrConflict says that a ledger which the transaction has read has changed since.
var ErrConflict = errors.New("a ledger has changed since it was read")

// ErrOld says that the transaction began too long ago to be checked.
var ErrOld = errors.New("the snapshot is too old")

// Check is the commit check. It compares what a transaction has read with what
// the latest commits have changed. The zero value is the check of a new store.
type Check struct {
	// Floor is the version up to which commits are forgotten. A transaction with
	// an older snapshot cannot be checked, and is refused.
	Floor uint64

	recent []commit // all since Floor, oldest first
}

// commit says what a version has changed.
type commit struct {
	version  uint64
	accounts []string
}

// admit is the rule: nothing that t has read may have changed since its snapshot.
func (c *Check) admit(t *Txn) error {
	if t.Snapshot < c.Floor {
		return ErrOld
	}
	for _, later := range c.recent {
		if later.version > t.Snapshot && slices.ContainsFunc(later.accounts, func(a string) bool { return slices.Contains(t.Reads, a) }) {
			return ErrConflict
		}
	}
	return nil
}

// add remembers a commit, and forgets the oldest.
func (c *Check) add(latest commit) {
	c.recent = append(c.recent, latest)
	if len(c.recent) > window {
		c.Floor = c.recent[0].version
		c.recent = c.recent[1:]
	}
}
