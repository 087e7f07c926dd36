package page

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// markup is text that is HTML already. Only constants become markup, and what a
// writer holds; everything else is a string, and strings are escaped.
type markup string

// writer gathers HTML.
type writer struct {
	strings.Builder
	// figures is how many drawings there are so far, and print the style that fits
	// them to a sheet of paper.
	figures int
	print   strings.Builder
}

// put writes m with an argument in the place of each percent sign: strings are
// escaped, numbers and markup written as they are.
func (w *writer) put(m markup, args ...any) {
	rest := string(m)
	for _, a := range args {
		before, after, ok := strings.Cut(rest, "%")
		if !ok {
			panic(fmt.Sprintf("page: %d arguments are too many for %q", len(args), m))
		}
		w.WriteString(before)
		switch a := a.(type) {
		case string:
			w.WriteString(escape(a))
		case int:
			w.WriteString(strconv.Itoa(a))
		case markup:
			w.WriteString(string(a))
		default:
			panic(fmt.Sprintf("page: %T is no argument of %q", a, m))
		}
		rest = after
	}
	if strings.Contains(rest, "%") {
		panic(fmt.Sprintf("page: %d arguments are too few for %q", len(args), m))
	}
	w.WriteString(rest)
}

var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// escape gives the HTML, as content or inside of a quoted attribute, that shows s.
func escape(s string) string { return entities.Replace(visible(s)) }

// visible spells out what of s cannot be seen or would move the text around it:
// controls, marks of direction, characters of no width, bytes that are no text.
func visible(s string) string {
	plain := true
	for i, r := range s {
		plain = plain && unicode.IsPrint(r) && (r != utf8.RuneError || strings.HasPrefix(s[i:], "\ufffd"))
	}
	if plain {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// gap stands for what was left out.
const gap = "…"

// clip leaves out the middle of a text of more than most bytes.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := most/2, len(s)-most/2
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + gap + s[tail:]
}

// fit gives s as seen in a line of at most most columns. If it is longer its
// middle is left out.
func fit(s string, most int) string {
	s = visible(clip(s, shortText))
	if columns(s) <= most {
		return s
	}
	runes := []rune(s)
	head, tail := 0, len(runes)
	for used := 1; ; {
		// Of three columns two go to the begin.
		first := 2*columns(string(runes[tail:])) >= columns(string(runes[:head]))
		next := runes[tail-1]
		if first {
			next = runes[head]
		}
		if used += width(next); used > most {
			return string(runes[:head]) + gap + string(runes[tail:])
		}
		if first {
			head++
		} else {
			tail--
		}
	}
}

// columns is how wide a line of text is, in letters of a font of equal widths.
func columns(s string) (n int) {
	for _, r := range s {
		n += width(r)
	}
	return n
}

// width is 2 for the wide characters of East Asia and for pictures, 0 for marks
// that stand on others, else 1. Drawings clip what is wider than that.
func width(r rune) int {
	switch {
	case unicode.Is(unicode.Mn, r):
		return 0
	case r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) || r >= 0xff01 && r <= 0xff60 || r >= 0x1f000:
		return 2
	}
	return 1
}
