package config

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A form is the JSON type of a value.
type form uint8

const (
	formNull form = iota
	formBool
	formNumber
	formString
	formArray
	formObject
)

// value is a JSON value with its place in the text. In broken JSON the values
// that were open at the break end at the end of the text and keep what they
// held by then.
type value struct {
	form       form
	start, end int      // byte offsets; end is just past the value
	text       string   // the decoded string, or the literal of a number or bool
	damaged    bool     // the string held bytes or escapes that are no character
	items      []value  // of an array
	members    []member // of an object, in the order of the text, duplicates kept
}

type member struct {
	key value // a string
	val value // formNull with start == end when the text breaks before it
}

// get returns the last member called key, as every JSON decoder does.
func (v *value) get(key string) *member {
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].key.text == key {
			return &v.members[i]
		}
	}
	return nil
}

// syntaxError is the first place where a text stops being JSON.
type syntaxError struct {
	start, end int
	message    string
}

// maxDepth is how deep encoding/json lets arrays and objects nest.
const maxDepth = 10000

// parser reads exactly the texts that encoding/json reads, to the same values.
type parser struct {
	src   string
	pos   int
	depth int
	err   *syntaxError
}

// parseJSON reads src. On an error the value holds what came before it.
func parseJSON(src string) (value, *syntaxError) {
	p := parser{src: src}
	if message := foreign(src); message != "" {
		return value{}, &syntaxError{0, 0, message}
	}
	p.space()
	v := p.value("the config")
	if p.err == nil {
		p.space()
		if p.pos < len(src) {
			p.failToken("stands after the end of the config; remove it, or the brace that closes too early")
		}
	}
	return v, p.err
}

// foreign names the encoding of a text that is not plain UTF-8 by its first
// bytes.
func foreign(src string) string {
	switch {
	case strings.HasPrefix(src, "\xef\xbb\xbf"):
		return "the file starts with a byte order mark; save it as UTF-8 without one"
	case strings.HasPrefix(src, "\xff\xfe"), strings.HasPrefix(src, "\xfe\xff"):
		return "the file is UTF-16; save it as UTF-8"
	case strings.TrimLeft(src, whitespace) == "":
		return "the file is empty; a config needs at least \"nodes\""
	}
	return ""
}

const whitespace = " \t\r\n"

func (p *parser) space() {
	for p.pos < len(p.src) && strings.IndexByte(whitespace, p.src[p.pos]) >= 0 {
		p.pos++
	}
}

// next is the byte at the position, 0 at the end of the text. A NUL in the text
// is no token either, so the two need no telling apart.
func (p *parser) next() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

// fail records the first error; the caller returns.
func (p *parser) fail(start, end int, format string, args ...any) {
	if p.err == nil {
		p.err = &syntaxError{start, end, fmt.Sprintf(format, args...)}
	}
}

// value reads one value. what names it in an error.
func (p *parser) value(what string) value {
	start := p.pos
	switch c := p.next(); {
	case c == '{':
		return p.container(formObject, '}', p.member)
	case c == '[':
		return p.container(formArray, ']', p.item)
	case c == '"':
		return p.string()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	word := p.word()
	for _, lit := range literals {
		if word == lit.word {
			p.pos += len(lit.word)
			return value{form: lit.form, start: start, end: p.pos, text: lit.word}
		}
	}
	p.failValue(what)
	return value{start: start, end: start}
}

var literals = []struct {
	word string
	form form
}{{"true", formBool}, {"false", formBool}, {"null", formNull}}

// container reads an array or object whose parts part reads.
func (p *parser) container(f form, closer byte, part func(*value)) value {
	v := value{form: f, start: p.pos}
	if p.depth++; p.depth > maxDepth {
		p.fail(p.pos, p.pos+1, "arrays and objects nest deeper than %d", maxDepth)
	}
	p.pos++
	for first := true; p.err == nil; first = false {
		if p.space(); first && p.next() == closer {
			break
		}
		part(&v)
		if p.space(); p.err != nil || !p.comma(&v, closer) {
			break
		}
	}
	p.depth--
	if p.err != nil {
		v.end = len(p.src)
		return v
	}
	p.pos++
	v.end = p.pos
	return v
}

// comma steps over the comma between two parts and says whether there was one.
// Otherwise the closer is next, or an error is recorded.
func (p *parser) comma(v *value, closer byte) bool {
	if p.next() == closer {
		return false
	}
	if p.next() != ',' {
		p.failComma(v, closer)
		return false
	}
	comma := p.pos
	p.pos++
	p.space()
	if c := p.next(); c == '}' || c == ']' {
		p.fail(comma, comma+1, "JSON takes no comma before %q; remove it", c)
	}
	return p.err == nil
}

func (p *parser) item(v *value) {
	v.items = append(v.items, p.value("a value"))
}

func (p *parser) member(v *value) {
	if p.next() != '"' {
		p.failKey()
		return
	}
	m := member{key: p.string()}
	m.val = value{start: p.pos, end: p.pos}
	if p.space(); p.err == nil && p.next() != ':' {
		p.failColon(m.key)
	}
	if p.err == nil {
		p.pos++
		p.space()
		m.val = p.value(fmt.Sprintf("the value of %q", clip(m.key.text)))
	}
	v.members = append(v.members, m)
}

func (p *parser) number() value {
	start := p.pos
	if p.next() == '-' {
		p.pos++
	}
	zero := p.next() == '0'
	whole := p.digits()
	good := whole > 0
	if zero && whole > 1 {
		p.fail(start, p.pos, "a number takes no zeros in front")
	}
	if p.next() == '.' {
		p.pos++
		good = p.digits() > 0 && good
	}
	if c := p.next(); c == 'e' || c == 'E' {
		if p.pos++; p.next() == '+' || p.next() == '-' {
			p.pos++
		}
		good = p.digits() > 0 && good
	}
	if word := p.word(); word != "" {
		p.failWord(start, p.src[start:p.pos+len(word)])
	}
	if !good {
		p.fail(start, p.pos, "%q is not a number that JSON takes", clip(p.src[start:p.pos]))
	}
	return value{form: formNumber, start: start, end: p.pos, text: p.src[start:p.pos]}
}

func (p *parser) digits() (n int) {
	for c := p.next(); c >= '0' && c <= '9'; c = p.next() {
		p.pos++
		n++
	}
	return n
}

// word is the run of letters, digits and underscores at the position.
func (p *parser) word() string {
	end := p.pos
	for end < len(p.src) && isWord(p.src[end]) {
		end++
	}
	return p.src[p.pos:end]
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf
}

// clip shortens s for an error message.
func clip(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	r := []rune(s)
	return string(r[:most-1]) + "…"
}

// lineCol gives the line and the column in characters of an offset, from 1.
func lineCol(src []byte, offset int) (line, col int) {
	before := src[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte{'\n'}) + 1, utf8.RuneCount(before[start:]) + 1
}
