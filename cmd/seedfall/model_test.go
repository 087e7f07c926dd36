package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// titled gives the blocks of a page that have a title, as in "```go title=main.go".
func titled(t testing.TB, page string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, block := range strings.Split(string(text), "\n```")[1:] {
		head, body, _ := strings.Cut(block, "\n")
		if _, title, ok := strings.Cut(head, " title="); ok {
			blocks[title] = body + "\n"
		}
	}
	return blocks
}

// writeBlocks writes the blocks of a page under dir. Of a console it leaves out
// the command.
func writeBlocks(t testing.TB, page, dir string) error {
	for name, text := range titled(t, page) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if strings.HasPrefix(text, "$ ") {
			_, text, _ = strings.Cut(text, "\n")
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func TestTheHelpOnModelsShowsTheProgramOfThePage(t *testing.T) {
	var shown strings.Builder
	for line := range strings.Lines(titled(t, "../../docs/models.md")["stackmodel/main.go"]) {
		if line != "\n" {
			shown.WriteString("    ")
		}
		shown.WriteString(line)
	}
	if shown.Len() == 0 || !strings.Contains(modelAbout, shown.String()) {
		t.Errorf("model_about.txt does not hold this:\n%s", shown.String())
	}
}

// The list has every model, with the calls that it takes.
func TestModelsAreListedWithTheirCalls(t *testing.T) {
	var names []string
	for _, m := range builtIn[:len(builtIn)-1] {
		names = append(names, m.name)
		c, _ := check.Named(m.name)
		_, err := c.Check([]history.Op{{Kind: "?", Status: history.Unknown}}, check.Options{})
		_, kinds, ok := strings.Cut(err.Error(), "; use ")
		if !ok {
			t.Fatal(err)
		}
		var listed, taken []string
		for _, call := range strings.Split(m.calls, "(")[:strings.Count(m.calls, "(")] {
			words := strings.Fields(call)
			listed = append(listed, words[len(words)-1])
		}
		taken = strings.Split(kinds, ", ")
		if len(listed) != len(taken) || !sameWords(listed, taken) {
			t.Errorf("%s: lists %q, takes %q", m.name, listed, taken)
		}
	}
	if !reflect.DeepEqual(names, check.Names()) {
		t.Errorf("lists %q\nhas   %q", names, check.Names())
	}
}

func sameWords(a, b []string) bool {
	count := map[string]int{}
	for _, w := range a {
		count[w]++
	}
	for _, w := range b {
		count[w]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}
