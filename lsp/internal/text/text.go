// Package text holds documents as an editor sees them: text that is edited in
// place, and positions counted in lines and in units of an encoding.
package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Encoding is the unit in which an editor counts the columns of a line.
type Encoding uint8

const (
	// UTF16 counts 16-bit units: a character beyond U+FFFF is two. Every editor
	// knows it.
	UTF16 Encoding = iota
	// UTF8 counts bytes.
	UTF8
)

// Position is a place in a document. Line counts from 0; Column counts the units
// before it on its line from 0. A column behind the end of its line stands for
// that end, a line behind the last for the end of the document.
type Position struct{ Line, Column int }

// Range is what lies between two positions.
type Range struct{ Start, End Position }

// Document is a text with the begins of its lines. It does not change; Edit gives
// another.
type Document struct {
	text  string
	lines []int // offset of each line
}

// New makes a document. A line ends with \n, \r\n or \r, as the protocol says.
func New(text string) *Document {
	d := &Document{text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			d.lines = append(d.lines, i+1)
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			d.lines = append(d.lines, i+1)
		}
	}
	return d
}

// Text is all of it.
func (d *Document) Text() string { return d.text }

// Lines is how many lines it has, at least one.
func (d *Document) Lines() int { return len(d.lines) }

// Line is the text of a line from 0, without its end; "" for one that there is
// not.
func (d *Document) Line(n int) string {
	if n < 0 || n >= len(d.lines) {
		return ""
	}
	end := len(d.text)
	if n+1 < len(d.lines) {
		end = d.lines[n+1]
	}
	return strings.TrimRight(d.text[d.lines[n]:end], "\r\n")
}

// Offset is where a position lies, in bytes.
func (d *Document) Offset(p Position, e Encoding) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(d.lines):
		return len(d.text)
	}
	line := d.Line(p.Line)
	return d.lines[p.Line] + bytes(line, max(0, p.Column), e)
}

// bytes is how many bytes of a line the first n units take. The middle of a
// character counts as its begin.
func bytes(line string, n int, e Encoding) int {
	if e == UTF8 {
		n = min(n, len(line))
		for n > 0 && n < len(line) && !utf8.RuneStart(line[n]) {
			n--
		}
		return n
	}
	for i, r := range line {
		n -= units(r)
		if n < 0 {
			return i
		}
	}
	return len(line)
}

// units is how many 16-bit units a character takes.
func units(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// Position is the place of an offset in bytes; one outside counts as the end
// nearest to it.
func (d *Document) Position(offset int, e Encoding) Position {
	offset = min(max(0, offset), len(d.text))
	line, found := slices.BinarySearch(d.lines, offset)
	if !found {
		line--
	}
	before := d.text[d.lines[line]:offset]
	if e == UTF8 {
		return Position{line, len(before)}
	}
	n := 0
	for _, r := range before {
		n += units(r)
	}
	return Position{line, n}
}

// Edit replaces a range by new text. It is an error if the range ends before it
// begins.
func (d *Document) Edit(r Range, e Encoding, text string) (*Document, error) {
	from, to := d.Offset(r.Start, e), d.Offset(r.End, e)
	if to < from {
		return nil, fmt.Errorf("an edit ends at line %d, column %d, before it begins at line %d, column %d", r.End.Line, r.End.Column, r.Start.Line, r.Start.Column)
	}
	return New(d.text[:from] + text + d.text[to:]), nil
}
