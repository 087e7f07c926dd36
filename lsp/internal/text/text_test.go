package text

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestLinesEndAsTheProtocolSays(t *testing.T) {
	d := New("a\nb\r\nc\rd\n\n")
	want := []string{"a", "b", "c", "d", "", ""}
	if d.Lines() != len(want) {
		t.Fatalf("%d lines", d.Lines())
	}
	for i, l := range want {
		if d.Line(i) != l {
			t.Errorf("line %d: %q", i, d.Line(i))
		}
	}
	if d.Line(-1) != "" || d.Line(6) != "" {
		t.Error("a line that there is not has text")
	}
}

func TestPositionsCountUnits(t *testing.T) {
	d := New("é😀x\r\n\tend")
	for _, c := range []struct {
		offset      int
		utf16, utf8 Position
	}{
		{0, Position{0, 0}, Position{0, 0}},
		{2, Position{0, 1}, Position{0, 2}},
		{6, Position{0, 3}, Position{0, 6}},
		{7, Position{0, 4}, Position{0, 7}},
		{9, Position{1, 0}, Position{1, 0}},
		{13, Position{1, 4}, Position{1, 4}},
	} {
		if got := d.Position(c.offset, UTF16); got != c.utf16 {
			t.Errorf("offset %d in 16-bit units: %v", c.offset, got)
		}
		if got := d.Position(c.offset, UTF8); got != c.utf8 {
			t.Errorf("offset %d in bytes: %v", c.offset, got)
		}
		if got := [2]int{d.Offset(c.utf16, UTF16), d.Offset(c.utf8, UTF8)}; got != [2]int{c.offset, c.offset} {
			t.Errorf("offset %d comes back as %v", c.offset, got)
		}
	}
	for p, want := range map[Position]int{{0, 2}: 2, {0, 99}: 7, {9, 0}: 13, {-1, 4}: 0, {1, -3}: 9} {
		if got := d.Offset(p, UTF16); got != want {
			t.Errorf("%v lies at %d, want %d", p, got, want)
		}
	}
	if got := d.Offset(Position{0, 4}, UTF8); got != 2 {
		t.Errorf("the middle of a character lies at %d", got)
	}
}

func TestEditsReplaceARange(t *testing.T) {
	d := New("one\ntwo\nthree")
	for _, c := range []struct {
		r          Range
		text, want string
	}{
		{Range{Position{1, 0}, Position{1, 3}}, "2", "one\n2\nthree"},
		{Range{Position{0, 3}, Position{1, 0}}, "", "onetwo\nthree"},
		{Range{Position{9, 9}, Position{9, 9}}, "!", "one\ntwo\nthree!"},
		{Range{Position{0, 0}, Position{9, 0}}, "", ""},
	} {
		got, err := d.Edit(c.r, UTF16, c.text)
		if err != nil || got.Text() != c.want {
			t.Errorf("%v: %q, %v", c.r, got.Text(), err)
		}
	}
	if _, err := d.Edit(Range{Position{1, 1}, Position{1, 0}}, UTF16, ""); err == nil {
		t.Error("an edit that ends before it begins is taken")
	}
}

// What a client and the server keep is the same after any edits.
func FuzzEdit(f *testing.F) {
	f.Add("a😀b\r\nc", "x\n", 1, 0, 1, 3)
	f.Add("", "é", 0, 0, 0, 0)
	f.Fuzz(func(t *testing.T, text, with string, line, column, endLine, endColumn int) {
		if !utf8.ValidString(text) || strings.Contains(text, "\r") {
			t.Skip("clients send UTF-8; the other end of a line is tested above")
		}
		d := New(text)
		e, err := d.Edit(Range{Position{line, column}, Position{endLine, endColumn}}, UTF16, with)
		if err != nil {
			return
		}
		from, to := at(text, line, column), at(text, endLine, endColumn)
		if want := text[:from] + with + text[to:]; e.Text() != want {
			t.Errorf("%q, want %q", e.Text(), want)
		}
		for offset := range text {
			if got := d.Offset(d.Position(offset, UTF16), UTF16); got != offset {
				t.Errorf("offset %d comes back as %d", offset, got)
			}
		}
	})
}

// at finds a position in the way that an editor does which holds 16-bit units.
func at(text string, line, column int) int {
	if line < 0 {
		return 0
	}
	lines := strings.SplitAfter(text, "\n")
	if line >= len(lines) {
		return len(text)
	}
	before := len(strings.Join(lines[:line], ""))
	units := utf16.Encode([]rune(strings.TrimSuffix(lines[line], "\n")))
	column = min(max(0, column), len(units))
	if column > 0 && column < len(units) && utf16.IsSurrogate(rune(units[column])) && utf16.IsSurrogate(rune(units[column-1])) && units[column] >= 0xdc00 {
		column--
	}
	return before + len(string(utf16.Decode(units[:column])))
}
