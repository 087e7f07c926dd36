package rpc

import (
	"fmt"
	"testing"
)

func TestMethodsHaveTheirTime(t *testing.T) {
	c := connect(t)
	const initialize = `"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}`
	for _, step := range []struct {
		body, want string // "" for what is not answered
	}{
		{`"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.go","version":1},"contentChanges":[]}`, ""},
		{`"id":1,"method":"textDocument/codeLens","params":{}`, "-32002: textDocument/codeLens comes before initialize"},
		{`"id":2,"method":"shutdown"`, "-32002: shutdown comes before initialize"},
		{`"id":3,"method":"initialize","params":5`, "-32602: protocol: invalid JSON object at offset 0"},
		{`"id":4,"method":"no/such/thing"`, "-32002: no/such/thing comes before initialize"},
		{`"id":5,` + initialize, "well"},
		{`"id":6,` + initialize, "-32600: initialize may be called once"},
		{`"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.go","version":2},"contentChanges":[]}`, ""},
		{`"method":"shutdown"`, ""},                       // is no request
		{`"method":"textDocument/hover",` + position, ""}, // as above: it would go on for ever
		{`"id":11,"method":"textDocument/didChange","params":{}`, "-32600: textDocument/didChange is a notification"},
		{`"id":12,"method":"$/cancelRequest","params":{"id":11}`, "-32600: $/cancelRequest is a notification"},
		{`"id":7,"method":"shutdown"`, "well"},
		{`"id":8,"method":"shutdown"`, "-32600: shutdown comes after shutdown"},
		{`"id":9,` + initialize, "-32600: initialize comes after shutdown"},
		{`"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.go","version":3},"contentChanges":[]}`, ""},
		{`"id":10,"method":"textDocument/codeLens","params":{}`, "-32600: textDocument/codeLens comes after shutdown"},
		{`"method":"exit"`, ""},
		{`"id":13,"method":"shutdown"`, "-32600: shutdown comes after exit"},
	} {
		c.send(`{"jsonrpc":"2.0",` + step.body + `}`)
		if step.want == "" {
			continue
		}
		got := "well"
		if m := c.answer(); m.Error != nil {
			got = fmt.Sprintf("%d: %s", m.Error.Code, m.Error.Message)
		}
		if got != step.want {
			t.Errorf("%s is answered by %q, want %q", step.body, got, step.want)
		}
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if got := fmt.Sprint(c.server.heard); got != "[2]" {
		t.Errorf("of the changes these were heard: %s", got)
	}
}
