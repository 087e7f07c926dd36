package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFailureIsShownAtItsSiteWithItsStory(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	c.run()
	want := `// 10 1 sim.Always(got == want, "writes are kept", "got", got): a write is gone: got=0 (seed 2 and 1 more, at 4.200s)` +
		` -> seedfall.json:1  -> client/main.go:6 read(1, 1)` + "\n"
	if got := c.listed("client/main.go", c.shown("client/main.go")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// An edit moves what is known of a site to where it is now, and says that it is of
// the past.
func TestADiagnosticFollowsItsSite(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	c.run()
	c.open("client/main.go", strings.Replace(c.content("client/main.go"), "func read", "// 😀\r\nfunc read", 1))
	all := c.shown("client/main.go")
	if len(all) != 1 || all[0].Range.Start.Line != 10 || all[0].Severity != 3 || !strings.HasPrefix(all[0].Message, "outdated: ") {
		t.Errorf("%+v", all)
	}
}

func TestAConfigIsCheckedAsItIsEdited(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("seedfall.json", "{\r\n  \"nodes\": [{\"args\": [\"😀\"], \"name\": \"a\", \"package\": \"./server\", \"memry\": 1}]\r\n}")
	want := "// 2 1 \"memry\": nodes[0].memry: \"memry\" is not a key here; did you mean \"memory\"?\n"
	if got := c.listed("seedfall.json", c.shown("seedfall.json")); got != want {
		t.Errorf("got %swant %s", got, want)
	}
	c.close("seedfall.json")
	c.wait("the config on disk has no mistakes", func() bool { all := c.published("seedfall.json"); return all != nil && len(all) == 0 })
}

func TestDiagnosticsThatHaveNotChangedAreNotSentAgain(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	const text = "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() {\n\tsim.Get(1)\n}\n"
	c.open("server/main.go", text)
	c.shown("server/main.go")
	c.open("server/main.go", text+"\n// more\n")
	c.shown("server/main.go")
	c.open("server/main.go", strings.Replace(text, "\tsim.Get(1)\n", "", 1))
	if all := c.shown("server/main.go"); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, m := range c.messages {
		if m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "server/main.go") {
			n++
		}
	}
	if n != 2 { // the call, and nothing
		t.Errorf("sent %d times", n)
	}
}

// Some editors forget the diagnostics of a file with its buffer.
func TestAFileThatIsOpenedAgainGetsItsDiagnosticsAgain(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	c.run()
	c.close("client/main.go")
	c.sync()
	c.mu.Lock()
	c.messages = nil
	c.mu.Unlock()
	c.open("client/main.go", "")
	if all := c.shown("client/main.go"); len(all) != 1 || all[0].Code != "always" {
		t.Errorf("%+v", all)
	}
}

func TestWhatNoSeedReachedIsShownAtItsSite(t *testing.T) {
	c := editAs(t, "kv.txt", everything, `{"diagnostics": {"minSeedsForUnreached": 3}, "shrink": {"auto": false}}`)
	c.open("client/main.go", "")
	c.run()
	want := `// 12 2 sim.Reachable("nobody comes here"): reachable "nobody comes here" was never reached in 3 seeds of seedfall.json` + "\n"
	if got := c.listed("client/main.go", c.shown("client/main.go")); !strings.HasSuffix(got, want) {
		t.Errorf("got\n%swant at the end\n%s", got, want)
	}
}

func TestWhatTheGoCommandRefusesIsShownAtItsLine(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	const script = `{"sweep": [{"done": {"kind": "build", "error": "# example.com/kv/client\nclient/main.go:6:2: undefined: x\nmore"}}]}`
	if err := os.WriteFile(filepath.Join(c.root, "worker.json"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	c.open("client/main.go", "")
	c.call("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.run", "arguments": [{"config": %q}]}`, c.root+"/seedfall.json"), nil)
	if got, want := c.listed("client/main.go", c.shown("client/main.go")), "// 6 1 read(1, 1): undefined: x\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}
}
