package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestAllFailuresAreListedInAFile(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	wantText(t, "before a run", spoke(c.answer(c.command("openFailures", `{}`))), `{"failures":[],"file":""}`)
	c.told("window/showMessage", "seedfall: no failure is known", 0)
	c.run()
	file := c.root + "/.seedfall/failures.txt"
	line := func(end string) string {
		return fmt.Sprintf("%s/client/main.go:10:2: a write is gone: got=0 (seed 2 and 1 more of seedfall.json, at 4.200s)%s\n", c.root, end)
	}
	for _, args := range []string{`{}`, fmt.Sprintf(`{"config": %q}`, c.root+"/seedfall.json")} {
		var got Failures
		a := c.answer(c.command("openFailures", args))
		if err := json.Unmarshal(a.result, &got); err != nil {
			t.Fatal(a.err, err)
		}
		if f := got.Failures; len(f) != 1 || f[0].Fingerprint != "f1" || string(f[0].URI) != c.uri("client/main.go") || f[0].Range.Start.Line != 9 || len(f[0].Seeds) != 2 || f[0].Outdated {
			t.Errorf("%s", a.result)
		}
		wantText(t, "the file", got.File, file)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wantText(t, "the list", string(b), line(""))
		c.told("window/showDocument", c.uri(".seedfall/failures.txt"), 0)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	put(t, file+"/in the way", "")
	if a := c.answer(c.command("openFailures", `{}`)); !strings.HasSuffix(string(a.result), `],"file":""}`) {
		t.Errorf("without a file: %s %s", a.result, a.err)
	}
	c.told("window/showMessage", "seedfall: the list of failures cannot be written: ", 0)
	if err := os.RemoveAll(file); err != nil {
		t.Fatal(err)
	}
	c.open("client/main.go", c.content("client/main.go")+"\n")
	c.answer(c.command("openFailures", `{}`))
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, "after a change", string(b), line(" (outdated)"))
}
