package lock

import (
	"errors"
	"net"
	"path/filepath"
	"testing"
)

// serve gives the address of a new service that ends with the test.
func serve(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	s, done := open(t, filepath.Join(t.TempDir(), "journal")), make(chan struct{})
	go func() {
		defer close(done)
		Serve(l, s) //nolint:errcheck // it returns when l is closed
	}()
	t.Cleanup(func() {
		l.Close()
		<-done
	})
	return l.Addr().String()
}

func TestALeaseThatIsReleasedGoesToTheNextWithAGreaterToken(t *testing.T) {
	address := serve(t)
	a, b := NewClient(address, "a"), NewClient(address, "b")
	first, err := a.Acquire("x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Acquire("x"); !errors.Is(err, ErrHeld) {
		t.Errorf("%v, want %v", err, ErrHeld)
	}
	if first.Held().Err() != nil {
		t.Error("the lease is lost")
	}
	first.Release()
	if first.Held().Err() == nil {
		t.Error("the lease is held after its release")
	}
	second, err := b.Acquire("x")
	if err != nil {
		t.Fatal(err)
	}
	if second.Token <= first.Token {
		t.Errorf("token %d after %d", second.Token, first.Token)
	}
	second.Release()
}

func TestALeaseThatCannotBeRenewedIsLost(t *testing.T) {
	address := serve(t)
	l, err := NewClient(address, "a").Acquire("x")
	if err != nil {
		t.Fatal(err)
	}
	NewClient(address, "b").release("x", l.Token)
	<-l.Held().Done()
	l.Release()
}
