// Command audit reads all ledgers in one transaction. Its arguments are the
// address of the server and the names of the accounts.
package main

import (
	"log"
	"os"

	"github.com/seedfall/seedfall/examples/bank/ledger"
	"github.com/seedfall/seedfall/sim"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: audit ADDRESS ACCOUNT...")
	}
	bank := ledger.NewClient(os.Args[1])
	defer bank.Close()
	record := sim.History("ledgers").Client("auditor").Txn()
	tx, err := bank.Begin()
	if err != nil {
		log.Fatal(err)
	}
	for _, account := range os.Args[2:] {
		bookings, err := tx.Read(account)
		if err != nil {
			log.Fatal(err)
		}
		record.Read(account, bookings)
		log.Printf("%s: %d bookings", account, len(bookings))
	}
	record.Commit()
	sim.Reachable("the ledgers are audited")
}
