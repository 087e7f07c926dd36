package wire

import (
	"errors"
	"net"
	"testing"
)

type number struct{ N int }

// mute is what the server has no answer to.
const mute = -1

// doubling is the address of a server that doubles numbers, until the test ends.
func doubling(t *testing.T) (net.Listener, string) {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		Serve(l, func(q number) any { //nolint:errcheck // it returns when l is closed
			if q.N == mute {
				return func() {} // is no JSON, and ends the connection
			}
			return number{2 * q.N}
		})
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
	if err := c.Ask(number{mute}, &got); err == nil || errors.Is(err, ErrNotSent) {
		t.Errorf("a connection that breaks: %v", err)
	}
	if err := c.Ask(number{1}, &got); !errors.Is(err, ErrNotSent) {
		t.Errorf("no server: %v", err)
	}
}

func TestABrokenConnectionIsNoticedBeforeTheNextQuestion(t *testing.T) {
	_, address := doubling(t)
	c := &Client{Address: address}
	defer c.Close()
	var got number
	if err := c.Ask(number{1}, &got); err != nil {
		t.Fatal(err)
	}
	c.conn.Close()
	<-c.lines
	if err := c.Ask(number{2}, &got); err != nil || got.N != 4 {
		t.Errorf("%v, %v", got, err)
	}
}
