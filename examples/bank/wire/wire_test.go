package wire

import (
	"errors"
	"net"
	"testing"
)

type number struct{ N int }

// doubling is the address of a server that doubles, until the test ends.
func doubling(t *testing.T) (net.Listener, string) {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		Serve(l, func(q number) number { return number{2 * q.N} }) //nolint:errcheck // it returns when l is closed
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return l, l.Addr().String()
}

func TestQuestionsAreAnsweredOneAfterTheOther(t *testing.T) {
	_, address := doubling(t)
	c := &Client{Address: address}
	defer c.Close()
	for n := range 3 {
		var got number
		if err := c.Ask(number{n}, &got); err != nil || got.N != 2*n {
			t.Errorf("%d: %v, %v", n, got, err)
		}
	}
}

func TestOnlyAQuestionWithoutConnectionIsCertainlyNotSent(t *testing.T) {
	l, address := doubling(t)
	c := &Client{Address: address}
	defer c.Close()
	var got number
	if err := c.Ask(number{1}, &got); err != nil {
		t.Fatal(err)
	}
	l.Close()
	c.conn.Close()
	if err := c.Ask(number{1}, &got); err == nil || errors.Is(err, ErrNotSent) {
		t.Errorf("broken connection: %v", err)
	}
	if err := c.Ask(number{1}, &got); !errors.Is(err, ErrNotSent) {
		t.Errorf("no server: %v", err)
	}
}
