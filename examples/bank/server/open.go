package main

import (
	"github.com/seedfall/seedfall/examples/bank/journal"
	"github.com/seedfall/seedfall/examples/bank/ledger"
)

// open recovers the ledgers from the journal at path. The commit check starts
// empty: nothing is committed while there is no server.
func open(path string) (*ledger.Store, error) {
	s := &ledger.Store{}
	j, err := journal.Open(path, s.Recover)
	if err != nil {
		return nil, err
	}
	s.Journal = j
	return s, nil
}
