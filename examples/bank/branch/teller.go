package main

import (
	"errors"
	"math/rand/v2"
	"time"

	"github.com/seedfall/seedfall/examples/bank/ledger"
	"github.com/seedfall/seedfall/examples/bank/wire"
	"github.com/seedfall/seedfall/sim"
)

// think is how long a teller takes between two steps, at most.
const think = 250 * time.Millisecond

var customers = []string{"ann", "bob", "cid"}

// teller makes one transaction after the other.
type teller struct {
	number int64
	name   string
	bank   *ledger.Client
	made   int64 // bookings so far
}

func (t *teller) work() {
	for {
		time.Sleep(rand.N(think))
		t.book()
	}
}

// book adds a booking to one of the two ledgers of a customer. It looks at both
// before, since one covers the other. A third of the bookings are transfers, which
// go to the ledger of another customer as well. All is recorded as a transaction.
func (t *teller) book() {
	record := sim.History("ledgers").Client(t.name).Txn()
	tx, err := t.bank.Begin()
	if err != nil {
		record.Abort(err)
		return
	}
	pick := rand.Perm(len(customers))
	payer, payee := customers[pick[0]], customers[pick[1]]
	ledgers := []string{payer + "/pay", payer + "/save"}
	for _, ledger := range ledgers {
		bookings, err := tx.Read(ledger)
		if err != nil {
			record.Abort(err)
			return
		}
		record.Read(ledger, bookings)
		time.Sleep(rand.N(think))
	}
	into := []string{ledgers[rand.IntN(2)]}
	if rand.IntN(3) == 0 {
		into = append(into, payee+"/pay")
	}
	booking := t.booking()
	for _, ledger := range into {
		record.Append(ledger, booking)
		tx.Append(ledger, booking)
	}
	end(record, tx.Commit())
}

// booking is a number that no other booking has: its last digit is the teller's.
func (t *teller) booking() int64 {
	t.made++
	return 10*t.made + t.number
}

// end records how a transaction ended.
func end(record *sim.Tx, err error) {
	switch {
	case err == nil:
		record.Commit()
	case errors.Is(err, ledger.ErrConflict):
		sim.Reachable("a transaction is refused, since a ledger has changed")
		record.Abort(err)
	case errors.Is(err, ledger.ErrOld):
		sim.Reachable("a transaction is refused, since it began too long ago")
		record.Abort(err)
	case errors.Is(err, wire.ErrNotSent):
		record.Abort(err)
	default:
		sim.Reachable("nobody knows whether a transaction was committed")
		record.Unknown(err)
	}
}
