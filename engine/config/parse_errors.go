package config

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The functions of this file explain why a text is not JSON. People write
// configs by hand, so the usual slips have a sentence of their own.

const noComments = "JSON takes no comments; remove this one"

// failValue is called where a value must start and does not.
func (p *parser) failValue(what string) {
	switch c := p.next(); {
	case p.comment():
		p.fail(p.pos, p.pos+2, noComments)
	case p.pos == len(p.src):
		p.fail(p.pos, p.pos, "the file ends where %s should stand", what)
	case p.quote() > 0:
		p.fail(p.pos, p.pos+p.quote(), "JSON takes only straight double quotes around text")
	case c == ',' || c == '}' || c == ']' || c == ':':
		p.fail(p.pos, p.pos+1, "%s is missing before %q", what, c)
	case c == '.' || c == '+':
		p.fail(p.pos, p.pos+1, "a number starts with a digit or a minus sign")
	case p.word() != "":
		p.failWord(p.pos, p.word())
	default:
		p.failToken("is not the start of a value")
	}
}

// spellings are the words of other languages for the literals of JSON.
var spellings = map[string]string{"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false",
	"off": "false", "null": "null", "none": "null", "nil": "null"}

// failWord is called for a word that starts at an offset and is no value.
func (p *parser) failWord(start int, word string) {
	if literal, ok := spellings[strings.ToLower(word)]; ok {
		p.fail(start, start+len(word), "%s is not JSON; write %s", word, literal)
		return
	}
	p.fail(start, start+len(word), "%q is not a value; text is written in double quotes", clip(word))
}

// failKey is called where a key must start and does not.
func (p *parser) failKey() {
	switch {
	case p.comment():
		p.fail(p.pos, p.pos+2, noComments)
	case p.pos == len(p.src):
		p.fail(p.pos, p.pos, "the file ends inside an object; close it with '}'")
	case p.quote() > 0:
		p.fail(p.pos, p.pos+p.quote(), "JSON takes only straight double quotes around a key")
	case p.word() != "":
		p.fail(p.pos, p.pos+len(p.word()), "a key is written in double quotes: \"%s\"", clip(p.word()))
	default:
		p.failToken("stands where a key in double quotes should")
	}
}

// failColon is called after a key that no colon follows.
func (p *parser) failColon(key value) {
	if p.comment() {
		p.fail(p.pos, p.pos+2, noComments)
		return
	}
	p.fail(key.end, key.end, "a colon is missing after the key %q", clip(key.text))
}

// failComma is called after a part of v that neither a comma nor the end of v
// follows.
func (p *parser) failComma(v *value, closer byte) {
	kind := map[byte]string{'}': "object", ']': "array"}[closer]
	switch c := p.next(); {
	case p.comment():
		p.fail(p.pos, p.pos+2, noComments)
	case p.pos == len(p.src):
		p.fail(v.start, v.start+1, "this %s is never closed; end it with %q", kind, closer)
	case c == '}' || c == ']':
		line, _ := lineCol([]byte(p.src), v.start)
		p.fail(p.pos, p.pos+1, "%q cannot close the %s that starts on line %d; use %q", c, kind, line, closer)
	case c == ':' || c == ';' || c == '=':
		p.failToken(fmt.Sprintf("stands where a comma or %q should", closer))
	default:
		p.fail(v.lastEnd(), v.lastEnd(), "a comma or %q is missing here", closer)
	}
}

// lastEnd is the end of the last part of v.
func (v *value) lastEnd() int {
	if n := len(v.members); n > 0 {
		return v.members[n-1].val.end
	}
	return v.items[len(v.items)-1].end
}

func (p *parser) failToken(what string) {
	if p.comment() {
		p.fail(p.pos, p.pos+2, noComments)
		return
	}
	r, n := utf8.DecodeRuneInString(p.src[p.pos:])
	p.fail(p.pos, p.pos+n, "%q %s", r, what)
}

// comment says whether a comment of Go, C or JavaScript starts here.
func (p *parser) comment() bool {
	rest := p.src[p.pos:]
	return strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*")
}

// quote is the length of a quotation mark that JSON does not take, or 0.
func (p *parser) quote() int {
	for _, q := range []string{"'", "`", "“", "”", "„", "‘", "’", "«", "»"} {
		if strings.HasPrefix(p.src[p.pos:], q) {
			return len(q)
		}
	}
	return 0
}
