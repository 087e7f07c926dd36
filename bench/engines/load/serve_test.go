package load

import (
	"maps"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/sim"
)

// memory is a Store that forgets when it ends.
type memory struct {
	mu    sync.Mutex
	state State
}

func (m *memory) Apply(changes []Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state.Apply(changes)
	return nil
}

func (m *memory) Read(prefix string) (State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := maps.Clone(m.state)
	maps.DeleteFunc(all, func(key, _ string) bool { return !strings.HasPrefix(key, prefix) })
	return all, nil
}

func TestChangesOfOneClientAreReadByAnother(t *testing.T) {
	l := listen(t)
	one, other := &Connection{Address: l.Addr().String()}, &Connection{Address: l.Addr().String()}
	defer one.Close()
	defer other.Close()
	for _, batch := range [][]Change{
		{{Key: "a/1", Value: "x"}, {Key: "a/2", Value: "y"}, {Key: "b/1", Value: "z"}},
		{{Key: "a/2", Gone: true}},
	} {
		if err := one.Apply(batch); err != nil {
			t.Fatal(err)
		}
	}
	for prefix, want := range map[string]State{"a/": {"a/1": "x"}, "b/": {"b/1": "z"}, "c/": {}} {
		if got, err := other.Read(prefix); err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: got %v, %v; want %v", prefix, got, err, want)
		}
	}
}

func TestAClientConnectsAgainAfterAnError(t *testing.T) {
	l := listen(t)
	c := &Connection{Address: l.Addr().String()}
	defer c.Close()
	if _, err := c.Read(""); err != nil {
		t.Fatal(err)
	}
	c.conn.Close() //nolint:errcheck // it breaks the connection on purpose
	if _, err := c.Read(""); err == nil {
		t.Error("a closed connection still works")
	}
	if _, err := c.Read(""); err != nil {
		t.Error(err)
	}
}

// listen starts a server that ends with the test.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := sim.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		accept(l, &memory{state: State{}}) //nolint:errcheck // it returns when l is closed
	}()
	t.Cleanup(func() {
		l.Close() //nolint:errcheck // nothing is expected of it any more
		<-done
	})
	return l
}
