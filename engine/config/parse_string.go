package config

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// string reads the string that starts at the position. Bytes that are not UTF-8
// and halves of a surrogate pair become U+FFFD, and the value is marked.
func (p *parser) string() value {
	v := value{form: formString, start: p.pos}
	p.pos++
	var text strings.Builder
	for p.err == nil && p.next() != '"' {
		p.character(&v, &text)
	}
	if p.err != nil {
		v.end = p.pos
		v.text = text.String()
		return v
	}
	p.pos++
	v.end = p.pos
	v.text = text.String()
	return v
}

// character reads one character or escape of the string v into text.
func (p *parser) character(v *value, text *strings.Builder) {
	c := p.next()
	switch {
	case p.pos == len(p.src) || c == '\n' || c == '\r':
		p.fail(v.start, p.pos, "this string is not closed on its line; end it with a double quote")
	case c < ' ':
		p.fail(p.pos, p.pos+1, "a string cannot hold the control character %U; write \\u%04x", c, c)
	case c == '\\':
		p.escape(v, text)
	default:
		r, n := utf8.DecodeRuneInString(p.src[p.pos:])
		v.damaged = v.damaged || r == utf8.RuneError && n == 1
		text.WriteRune(r)
		p.pos += n
	}
}

const escapes, escaped = `"\/bfnrt`, "\"\\/\b\f\n\r\t"

func (p *parser) escape(v *value, text *strings.Builder) {
	start := p.pos
	p.pos++
	if i := strings.IndexByte(escapes, p.next()); i >= 0 {
		text.WriteByte(escaped[i])
		p.pos++
		return
	}
	r, ok := p.hex4(p.pos)
	if !ok {
		_, n := utf8.DecodeRuneInString(p.src[p.pos:])
		p.fail(start, p.pos+n, "%q is no escape that JSON knows; a backslash itself is written \\\\", p.src[start:p.pos+n])
		return
	}
	p.pos += 5
	if utf16.IsSurrogate(r) {
		r = p.surrogate(r)
		v.damaged = v.damaged || r == utf8.RuneError
	}
	text.WriteRune(r)
}

// surrogate joins the half r with the escape at the position, if that is the
// other half. Otherwise the escape is left alone.
func (p *parser) surrogate(r rune) rune {
	if p.next() != '\\' {
		return utf8.RuneError
	}
	low, _ := p.hex4(p.pos + 1)
	r = utf16.DecodeRune(r, low)
	if r != utf8.RuneError {
		p.pos += 6
	}
	return r
}

// hex4 reads "u" and four hexadecimal digits at an offset.
func (p *parser) hex4(at int) (r rune, ok bool) {
	if at+5 > len(p.src) || p.src[at] != 'u' {
		return 0, false
	}
	for _, c := range []byte(p.src[at+1 : at+5]) {
		d := strings.IndexByte("0123456789abcdefABCDEF", c)
		if d < 0 {
			return 0, false
		}
		if d > 15 {
			d -= 6
		}
		r = r<<4 | rune(d)
	}
	return r, true
}
