package main

import (
	"github.com/seedfall/seedfall/examples/bank/journal"
	"github.com/seedfall/seedfall/examples/bank/ledger"
)

// open recovers the ledgers from the journal at path. The commit check starts
// empty, and knows it: a transaction that began before the crash can miss any
// commit between its snapshot and the crash, and is refused.
func open(path string) (*ledger.Store, error) {
	s := &ledger.Store{}
	j, err := journal.Open(path, s.Recover)
	if err != nil {
		return nil, err
	}
	s.Journal = j
	s.Check.Floor = s.Version()
	return s, nil
}
