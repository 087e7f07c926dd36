package lsp

import (
	"strings"
	"testing"
)

// asks is how often the client has been asked to draw lenses, and hints, anew.
func (c *client) asks() (lenses, hints int) {
	c.call("seedfall/status", "{}", nil) // what was said before it has come
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count("workspace/codeLens/refresh"), c.count("workspace/inlayHint/refresh")
}

func TestLensesAndHintsThatSayTheSameAreNotDrawnAnew(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	draw := func() {
		c.lenses("client/main.go")
		c.hinted("client/main.go", 0, 99)
	}
	unasked := func(after string) {
		t.Helper()
		lenses, hints := c.asks()
		for range 3 {
			c.server.askForLenses()
		}
		if l, h := c.asks(); l != lenses || h != hints {
			t.Errorf("after %s the client was asked %d times to draw lenses anew, and %d times hints", after, l-lenses, h-hints)
		}
	}
	unasked("the file was opened, and nothing asked about it")
	draw()
	unasked("everything was drawn")
	c.run()
	c.server.askForLenses() // or it was asked while they ran
	if lenses, hints := c.asks(); lenses == 0 || hints == 0 {
		t.Errorf("after a run: %d and %d", lenses, hints)
	}
	unasked("it was asked, and has not come yet")
	draw()
	unasked("the results were drawn")
	c.open("client/main.go", strings.Replace(c.content("client/main.go"), "package main\n", "package main\n\n// Moved.\n", 1))
	c.call("seedfall/status", "{}", nil)
	c.server.refresh() // the results are outdated now
	c.server.askForLenses()
	draw()
	c.open("client/main.go", strings.Replace(c.content("client/main.go"), "// Moved.\n", "// Moved.\n// Moved.\n", 1))
	unasked("sites were moved")
	c.open("other/other.go", "")
	unasked("another file was opened")
}

func TestAClientIsAskedToDrawWhatSaysSomethingElse(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	for _, change := range []struct{ name, does string }{
		{"a setting of what lenses say", `{"run": {"seeds": 7}}`},
		{"lenses that are turned off", `{"codeLens": {"enable": false}}`},
		{"lenses that are turned on", `{"codeLens": {"enable": true}}`},
	} {
		c.lenses("client/main.go")
		was, _ := c.asks()
		c.notify("workspace/didChangeConfiguration", `{"settings": {"seedfall": `+change.does+`}}`)
		c.wait(change.name, func() bool { return c.count("workspace/codeLens/refresh") > was })
	}
}
