package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// renamer is a server with a scenario of two Go files, of which only the first is
// open in the editor.
func renamer(t *testing.T, open, other, config string) (s *server, dir string) {
	t.Helper()
	dir = t.TempDir()
	s = newServer(t.Context(), Options{})
	s.folders = []string{dir}
	files := map[string]string{}
	for name, content := range map[string]string{"a.go": open, "b.go": other, "seedfall.json": config} {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".go") {
			files[at] = "m/" + name
		}
	}
	at := filepath.Join(dir, "a.go")
	d := &document{uri: uri.File(at), path: at}
	d.scan = scan.ScanWith
	d.set(text.New(open), nil)
	s.docs[d.uri] = d
	s.scenarios = []*scenario{{path: filepath.Join(dir, "seedfall.json"), files: files}}
	return s, dir
}

// placeIn is that behind a text in the open file.
func placeIn(s *server, dir, what string) protocol.TextDocumentPositionParams {
	u := uri.File(filepath.Join(dir, "a.go"))
	d := s.docs[u]
	at := strings.Index(d.text.Text(), what) + len(what)
	return protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: u}, Position: s.span(d.text, at, at).Start}
}

// changedBy is what the files are when an edit is made.
func changedBy(t *testing.T, s *server, dir string, edit *protocol.WorkspaceEdit) map[string]string {
	t.Helper()
	all := map[string]string{}
	for u, edits := range edit.Changes {
		path := fileOf(u)
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d := text.New(string(b))
		slices.Reverse(edits) // they come in the order of the file
		for _, e := range edits {
			r := rangeOf(e.Range)
			if d, err = d.Edit(r, s.encoding, e.NewText); err != nil {
				t.Fatal(err)
			}
		}
		all[filepath.Base(path)] = d.Text()
	}
	return all
}

const importsSim = "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\n"

func TestAPropertyIsRenamedAtAllItsSites(t *testing.T) {
	open := importsSim + "func a() {\n\tsim.Always(true, \"😀 kept\"); sim.Always(true, `😀 kept`)\n\tsim.Reachable(\"other\")\n}\n"
	other := importsSim + "func b() { sim.Sometimes(true, \"😀 kept\") }\n"
	s, dir := renamer(t, open, other, `{"histories": [{"name": "😀 kept", "model": "queue"}]}`)
	at := placeIn(s, dir, "😀")
	prepared, err := s.PrepareRename(t.Context(), &protocol.PrepareRenameParams{TextDocumentPositionParams: at})
	if err != nil || prepared.(*protocol.PrepareRenamePlaceholder).Placeholder != "😀 kept" {
		t.Fatalf("%+v, %v", prepared, err)
	}
	edit, err := s.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: at, NewName: `the "best"`})
	if err != nil {
		t.Fatal(err)
	}
	got := changedBy(t, s, dir, edit)
	want := map[string]string{
		"a.go": importsSim + "func a() {\n\tsim.Always(true, \"the \\\"best\\\"\"); sim.Always(true, `the \"best\"`)\n\tsim.Reachable(\"other\")\n}\n",
		"b.go": importsSim + "func b() { sim.Sometimes(true, \"the \\\"best\\\"\") }\n",
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s:\n%s", name, got[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files change", len(got))
	}
}

func TestAHistoryIsRenamedInTheConfigToo(t *testing.T) {
	s, dir := renamer(t, importsSim+"func a() { sim.History(\"orders\").Get(1).OK(1) }\n", importsSim+"func b() { sim.Always(true, \"orders\") }\n",
		`{"histories": [{"name": "stock", "model": "kv"}, {"model": "queue", "name": "orders"}]}`)
	edit, err := s.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: placeIn(s, dir, "ord"), NewName: "sales"})
	if err != nil {
		t.Fatal(err)
	}
	got := changedBy(t, s, dir, edit)
	if len(got) != 2 || !strings.Contains(got["a.go"], `sim.History("sales")`) || !strings.Contains(got["seedfall.json"], `"queue", "name": "sales"`) {
		t.Errorf("%v", got)
	}
}

func TestWhatCannotBeRenamedIsRefusedInASentence(t *testing.T) {
	open := importsSim + "const name = \"kept\"\n\nfunc a() {\n\tsim.Always(true, \"kept\")\n\tsim.Always(true, name)\n\tsim.Reachable(\"lone\")\n\tsim.Reachable(\"taken\")\n\tsim.Fail(\"text\")\n}\n"
	s, dir := renamer(t, open, importsSim, `{}`)
	for _, c := range []struct{ at, name, want string }{
		{"(true, \"kep", "x", "the name at a.go:9 is no literal, so that it is renamed where the constant is declared"},
		{"(true, nam", "x", "the name is no literal, so that it is renamed where the constant is declared"},
		{"\"lon", "taken", `"taken" is the name of another property already, at a.go:11`},
		{"\"lon", "", "a name cannot be empty"},
		{"Fail(\"te", "x", "the text of Fail names no property, so that nothing else has it"},
		{"func", "x", "there is no name of a property here"},
	} {
		_, err := s.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: placeIn(s, dir, c.at), NewName: c.name})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("at %s: %v, want %s", c.at, err, c.want)
		}
	}
	s.folders = nil
	if _, err := s.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: placeIn(s, dir, "\"lon"), NewName: "x"}); err == nil || !strings.Contains(err.Error(), "lies outside of the open folders") {
		t.Errorf("%v", err)
	}
}
