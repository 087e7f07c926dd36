package lsp

import (
	"strings"

	"github.com/seedfall/seedfall/engine/config"
)

// typed is what is being written into a JSON text.
type typed struct {
	from, to int // what a choice replaces, with its quotes
	// path is that of the object, list or key which holds it, as package config
	// writes paths.
	path string
	want want
	// whole is all of the text, with something that parses in place of what is being
	// written.
	whole *config.Document
	text  string // of whole
	// next is the first character behind it that is no space; 0 at the end.
	next byte
}

// want is what may stand at a place of a JSON text.
type want uint8

const (
	nothing want = iota
	key          // of an object
	value        // of a key
	item         // of a list
)

// typing finds what is being written at an offset.
func typing(path, text string, offset int) typed {
	t := typed{}
	t.from, t.to = wordAt(text, offset)
	before := strings.TrimRight(text[:t.from], " \t\r\n")
	if after := strings.TrimLeft(text[t.to:], " \t\r\n"); after != "" {
		t.next = after[0]
	}
	at := config.Read(path, []byte(text[:t.from])).At(t.from)
	t.path = at.Path
	if before == "" {
		return t
	}
	last := before[len(before)-1]
	list := at.Value.Start < t.from && text[at.Value.Start] == '['
	if i := strings.LastIndexByte(t.path, '['); i >= 0 && at.Value.Start == at.Value.End && (last == '[' || last == ',') {
		list, t.path = true, t.path[:i] // an item to be written
	}
	filler := `"?"`
	switch {
	case last == ':':
		t.want = value
	case list && (last == '[' || last == ','):
		t.want = item
	case !list && (last == '{' || last == ','):
		t.want = key
		if t.next != ':' {
			filler += ": 0"
		}
	}
	if t.next == '"' || t.next == '{' {
		filler += ","
	}
	t.text = text[:t.from] + filler + text[t.to:]
	t.whole = config.Read(path, []byte(t.text))
	return t
}

// wordAt is the extent of the string or word at an offset. A string ends at the
// quote behind it, or if it has not got one, where no name goes on.
func wordAt(text string, offset int) (from, to int) {
	inside := false
	for i := strings.LastIndexByte(text[:offset], '\n') + 1; i < offset; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			inside = !inside
			from = i
		}
	}
	to = offset
	for to < len(text) && isName(text[to]) {
		to++
	}
	if inside {
		if to < len(text) && text[to] == '"' {
			to++
		}
		return from, to
	}
	for from = offset; from > 0 && isName(text[from-1]); {
		from--
	}
	return from, to
}

func isName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_-.$/", c) >= 0 || c >= 0x80
}
