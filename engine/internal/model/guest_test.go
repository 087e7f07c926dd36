package model

import (
	"context"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/build"
	"github.com/seedfall/seedfall/engine/internal/guest"
)

// compiled is the guest of the tests, built and compiled once for a test process.
var compiled = sync.OnceValues(func() (*guest.Code, error) {
	set, err := build.Guests(context.Background(), build.Request{Packages: []string{"./testdata/models"}})
	if err != nil {
		return nil, err
	}
	e, err := guest.NewEngine(context.Background(), "")
	if err != nil {
		return nil, err
	}
	l := set.Layout
	return e.Compile(context.Background(), set.Guests[0].Wasm, guest.Options{Loops: true, Workers: 2,
		Layout: guest.Layout{StackGuard: l.G.StackGuard0, M: l.G.M, GoID: l.G.GoID, G0: l.M.G0}})
})

// mode is the model of a mode.
func mode(t testing.TB, name string) *Code {
	t.Helper()
	code, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	c := New("./"+name, code)
	c.args = []string{"model", name}
	return c
}

func open(t testing.TB, c *Code) *Session {
	t.Helper()
	s, err := c.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// ended is a call that has ended with an answer, "" for none.
func ended(at uint64, answer history.Value, kind string, args ...history.Value) history.Op {
	return history.Op{Client: "c", Kind: kind, Args: args, Result: answer, Invoke: at, Return: at + 1, Status: history.OK}
}

// unknown is a call of unknown end.
func unknown(at uint64, kind string, args ...history.Value) history.Op {
	return history.Op{Client: "c", Kind: kind, Args: args, Invoke: at}
}
