package ledger

import (
	"errors"
	"net"
	"slices"
	"testing"
)

// serve gives a client of a new server. Both end with the test.
func serve(t *testing.T) *Client {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	s, done := fresh(t), make(chan struct{})
	go func() {
		defer close(done)
		Serve(l, s) //nolint:errcheck // it returns when l is closed
	}()
	c := NewClient(l.Addr().String())
	t.Cleanup(func() {
		c.Close()
		l.Close()
		<-done
	})
	return c
}

func begin(t *testing.T, c *Client) *Tx {
	t.Helper()
	tx, err := c.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

func read(t *testing.T, tx *Tx, account string, want ...int64) {
	t.Helper()
	if got, err := tx.Read(account); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: %v, %v, want %v", account, got, err, want)
	}
}

func TestOfTwoTransactionsThatReadAndChangeALedgerOneIsRefused(t *testing.T) {
	c := serve(t)
	first, second := begin(t, c), begin(t, c)
	for _, tx := range []*Tx{first, second} {
		read(t, tx, "ann")
		tx.Append("ann", 1)
		read(t, tx, "ann", 1)
	}
	if err := first.Commit(); err != nil {
		t.Error(err)
	}
	if err := second.Commit(); !errors.Is(err, ErrConflict) {
		t.Errorf("%v, want %v", err, ErrConflict)
	}
	read(t, begin(t, c), "ann", 1)
}

func TestATransactionWithoutBookingsIsNeverRefused(t *testing.T) {
	c := serve(t)
	reader, writer := begin(t, c), begin(t, c)
	read(t, reader, "ann")
	writer.Append("ann", 1)
	writer.Append("bob", 1)
	if err := writer.Commit(); err != nil {
		t.Error(err)
	}
	read(t, reader, "bob")
	if err := reader.Commit(); err != nil {
		t.Error(err)
	}
}
