package rpc

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
)

func TestWhatKeepsOthersWaitingIsNoted(t *testing.T) {
	var log []string
	clock := time.Unix(0, 0)
	c := &chain{log: func(s string) { log = append(log, s) }, now: func() time.Time { return clock }, running: map[string]context.CancelFunc{}}
	for _, took := range []time.Duration{100 * time.Millisecond, 101 * time.Millisecond} {
		since := c.now()
		clock = clock.Add(took)
		c.long("textDocument/didChange", since)
	}
	if want := "textDocument/didChange took 101 ms, in which no other message was looked at"; len(log) != 1 || log[0] != want {
		t.Errorf("%q", log)
	}
}

func TestALogOfMessagesHasThemAsTheyCameAndCutsLongOnes(t *testing.T) {
	var got []string
	in := framed(`{"jsonrpc":"2.0","method":"exit"}`) + framed("no message \xff") + framed(`{"jsonrpc":"2.0","method":"`+strings.Repeat("x", shown)+`"}`)
	s := newStream(strings.NewReader(in), io.Discard, nil, Log{Note: func(string) {}, Message: func(s string) { got = append(got, s) }})
	for range 2 {
		if _, _, err := s.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	m, err := jsonrpc2.DecodeMessage([]byte(`{"jsonrpc":"2.0","id":7,"result":null}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`<- {"jsonrpc":"2.0","method":"exit"}`,
		"<- no message ?",
		got[2],
		`<- {"jsonrpc":"2.0","method":"` + strings.Repeat("x", shown-len(`{"jsonrpc":"2.0","method":"`)) + `... (10029 bytes)`,
		`-> {"jsonrpc":"2.0","id":7,"result":null}`,
	}
	if !strings.HasPrefix(got[2], `-> {"jsonrpc":"2.0","id":null,"error":{"code":-32700,`) || !slices.Equal(got, want) {
		t.Errorf("%.200q", got)
	}
}

func framed(body string) string {
	var b bytes.Buffer
	s := newStream(nil, &b, nil, Log{})
	s.put([]byte(body)) //nolint:errcheck // memory
	return b.String()
}
