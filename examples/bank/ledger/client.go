package ledger

import (
	"fmt"
	"time"

	"github.com/seedfall/seedfall/examples/bank/wire"
)

const (
	again    = 50 * time.Millisecond // between two tries of a question
	attempts = 40                    // until a client gives up
)

// Client makes transactions with a server. One goroutine uses it at a time.
type Client struct{ server wire.Client }

// NewClient gives a client of the server at an address.
func NewClient(address string) *Client { return &Client{wire.Client{Address: address}} }

// Close ends the connection to the server.
func (c *Client) Close() { c.server.Close() }

// Tx is a transaction under way. Its snapshot outlives a connection.
type Tx struct {
	client *Client
	txn    Txn
}

// Begin begins a transaction. It tries for some time to reach the server.
func (c *Client) Begin() (*Tx, error) {
	var a answer
	if err := c.insist(question{}, &a); err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	return &Tx{c, Txn{Snapshot: a.Version}}, nil
}

// Read gives the bookings of an account, oldest first: those of the snapshot, and
// behind them the transaction's own. It tries for some time to reach the server.
func (t *Tx) Read(account string) ([]int64, error) {
	var a answer
	if err := t.client.insist(question{Read: account, Version: t.txn.Snapshot}, &a); err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	t.txn.Reads = append(t.txn.Reads, account)
	for _, own := range t.txn.Appends {
		if own.Account == account {
			a.Bookings = append(a.Bookings, own.Booking)
		}
	}
	return a.Bookings, nil
}

// Append adds a booking to the ledger of an account when the transaction commits.
func (t *Tx) Append(account string, booking int64) {
	t.txn.Appends = append(t.txn.Appends, Append{account, booking})
}

// Commit ends the transaction. One without bookings needs no answer: it has seen
// one version. After ErrConflict, ErrOld and wire.ErrNotSent the transaction has
// no effect and never will have one; after any other error nobody knows.
func (t *Tx) Commit() error {
	if len(t.txn.Appends) == 0 {
		return nil
	}
	var a answer
	if err := t.client.server.Ask(question{Commit: &t.txn}, &a); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	switch a.Refused {
	case "":
		return nil
	case ErrOld.Error():
		return ErrOld
	}
	return ErrConflict
}

// insist asks what may be asked twice, until it is answered.
func (c *Client) insist(q question, a *answer) (err error) {
	for range attempts {
		if err = c.server.Ask(q, a); err == nil {
			return nil
		}
		time.Sleep(again)
	}
	return err
}
