package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// addStories seeds a fuzz test with every config of the story files.
func addStories(f *testing.F) {
	f.Helper()
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files[:len(archive.Files)-1] {
			f.Add(file.Data)
		}
	}
}

// The parser takes exactly the texts that encoding/json takes, with the same
// values.
func FuzzParserAgreesWithEncodingJSON(f *testing.F) {
	addStories(f)
	for _, s := range []string{"\xef\xbb\xbf{}", `"\ud800\u0041"`, `"\ud83d\ude00\ude00"`, "\"\xff\xc3\"", `"\uD83D\n"`,
		`"\u0000\u001f\/"`, "[1e5,-0,0.50,1E+2,-12.5e-0]", `{"a":1,"a":{"b":[]}}`, "\"\x7f\u2028\"", "\x00", "nul", "-", "\"\\u00\x1000\"",
		strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth), strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, broken := parseJSON(string(data))
		want, err := decodeJSON(data)
		if (broken == nil) != (err == nil) {
			t.Fatalf("parser: %v, encoding/json: %v", broken, err)
		}
		if broken != nil {
			if broken.start < 0 || broken.start > broken.end || broken.end > len(data) || broken.message == "" {
				t.Fatalf("the error has no place: %+v", broken)
			}
			return
		}
		if got := tree.plain(data, t); !reflect.DeepEqual(got, want) {
			t.Fatalf("parser: %#v, encoding/json: %#v", got, want)
		}
	})
}

func decodeJSON(data []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err = dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err = dec.Token(); err == io.EOF {
		return v, nil
	}
	return nil, errors.New("something follows")
}

// plain turns v into what encoding/json makes of it, checking that its place in
// the text holds it.
func (v *value) plain(data []byte, t *testing.T) any {
	text := data[v.start:v.end]
	borders := map[form]string{formArray: "[]", formObject: "{}"}[v.form]
	if borders == "" && !json.Valid(text) || borders != "" && (text[0] != borders[0] || text[len(text)-1] != borders[1]) {
		t.Fatalf("the value at %d-%d is %q", v.start, v.end, text)
	}
	switch v.form {
	case formNull:
		return nil
	case formBool:
		return v.text == "true"
	case formNumber:
		return json.Number(v.text)
	case formString:
		return v.text
	case formArray:
		items := []any{}
		for i := range v.items {
			items = append(items, v.items[i].plain(data, t))
		}
		return items
	}
	members := map[string]any{}
	for i := range v.members {
		m := &v.members[i]
		if m.key.plain(data, t) != m.key.text {
			t.Fatalf("the key at %d-%d is %q", m.key.start, m.key.end, m.key.text)
		}
		members[m.key.text] = m.val.plain(data, t)
	}
	return members
}

// Whatever the text: no panic, problems in order and inside it, the schema
// never refuses what Parse takes, and every offset has a place that is found
// again by its path.
func FuzzParse(f *testing.F) {
	addStories(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		doc := Read("f.json", data)
		if doc.Config() == nil {
			t.Fatal("no config")
		}
		doc.Config().Guests()
		checkProblems(t, doc, data)
		if v, err := decodeJSON(data); err == nil && len(doc.Problems()) == 0 {
			if bad := validate(schemaTree(), v, ""); bad != "" {
				t.Fatalf("the schema refuses a good config: %s", bad)
			}
		}
		for offset := range min(len(data)+1, 300) {
			place := doc.At(offset)
			again, ok := doc.PositionOf(place.Path)
			again.InKey = place.InKey
			if (!ok || again != place) && !hasRepeats(&doc.tree) {
				t.Fatalf("offset %d: %+v is found again as %+v", offset, place, again)
			}
		}
	})
}

func checkProblems(t *testing.T, doc *Document, data []byte) {
	t.Helper()
	problems := doc.Problems()
	if !slices.IsSortedFunc(problems, func(a, b Problem) int { return a.Offset - b.Offset }) {
		t.Fatalf("problems out of order:\n%v", problems)
	}
	for _, p := range problems {
		line, col := doc.Position(p.Offset)
		if p.Offset > p.End || p.End > len(data) || p.Line != line || p.Col != col || p.Message == "" {
			t.Fatalf("a problem without a place: %+v", p)
		}
		if strings.ContainsFunc(p.String(), func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x9b }) {
			t.Fatalf("a problem that no terminal should show: %q", p.String())
		}
	}
}

// hasRepeats says whether some object of v has a key twice, so that a path does
// not say which.
func hasRepeats(v *value) bool {
	seen := map[string]bool{}
	for i := range v.members {
		m := &v.members[i]
		if seen[m.key.text] || hasRepeats(&m.val) {
			return true
		}
		seen[m.key.text] = true
	}
	return slices.ContainsFunc(v.items, func(item value) bool { return hasRepeats(&item) })
}
