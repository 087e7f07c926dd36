package kv

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/sim"
)

// memory is a Store that forgets.
type memory struct {
	mu     sync.Mutex
	values map[string]string
}

func (m *memory) Get(key string) (value string, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok = m.values[key]
	return value, ok, nil
}

func (m *memory) Put(key, value string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values[key] = value
	return nil
}

// dial gives a client of a new server. Both end with the test.
func dial(t *testing.T) *Client {
	t.Helper()
	l, err := sim.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		Serve(l, &memory{values: map[string]string{}}) //nolint:errcheck // it returns when l is closed
	}()
	c := &Client{Address: l.Addr().String()}
	t.Cleanup(func() {
		c.Close()
		l.Close()
		<-done
	})
	return c
}

func expect(t *testing.T, c *Client, key, want string) {
	t.Helper()
	got, ok, err := c.Get(key)
	if err != nil || got != want || ok != (want != "") {
		t.Errorf("%s holds %q, %v, %v; want %q", key, got, ok, err, want)
	}
}

func TestTheLastValueIsReadBack(t *testing.T) {
	c := dial(t)
	for _, value := range []string{"1", "2"} {
		if err := c.Put("a", value); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, c, "a", "2")
	expect(t, c, "b", "")
}

func TestManyClientsAreServedAtOnce(t *testing.T) {
	first := dial(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			c := &Client{Address: first.Address}
			defer c.Close()
			for n := range 5 {
				if err := c.Put(fmt.Sprintf("key%d", i), fmt.Sprint(n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for i := range 8 {
		expect(t, first, fmt.Sprintf("key%d", i), "4")
	}
}

func TestABadRequestIsAnsweredWithAnError(t *testing.T) {
	c := dial(t)
	if err := c.Put("a", "two words"); err == nil || !strings.Contains(err.Error(), "want put KEY VALUE") {
		t.Errorf("got %v", err)
	}
	expect(t, c, "a", "")
}

func TestAClientConnectsAgainAfterAnError(t *testing.T) {
	c := dial(t)
	if err := c.Put("a", "1"); err != nil {
		t.Fatal(err)
	}
	c.conn.Close()
	if err := c.Put("a", "2"); err == nil {
		t.Error("a closed connection still works")
	}
	expect(t, c, "a", "1")
}
