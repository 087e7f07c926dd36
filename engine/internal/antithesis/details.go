package antithesis

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is how long a text may grow, in bytes, before it is cut: as long as a
// line of output.
const maxText = 64 << 10

// describe renders the details of an assertion or event: an object as key=value
// pairs, sorted by key, anything else as it is. It is "" for no details.
func describe(details json.RawMessage) string {
	if null(details) {
		return ""
	}
	o, err := object(details)
	if err != nil {
		return word(details)
	}
	var b strings.Builder
	for i, key := range slices.Sorted(maps.Keys(o)) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(plain(key))
		b.WriteByte('=')
		b.WriteString(word(o[key]))
	}
	return b.String()
}

// word is a value on one line: text without its quotes where that leaves no
// doubt, numbers as they are written, objects and lists as JSON.
func word(value json.RawMessage) string {
	var s string
	if value[0] == '"' && json.Unmarshal(value, &s) == nil {
		return plain(s)
	}
	var b bytes.Buffer
	if err := json.Compact(&b, value); err != nil {
		panic("antithesis: a value that was read is no JSON: " + err.Error())
	}
	return b.String()
}

// plain is a text, quoted if it would not stand out as one word.
func plain(s string) string {
	odd := func(r rune) bool {
		return r == '"' || r == '=' || unicode.IsSpace(r) || !strconv.IsGraphic(r)
	}
	if s == "" || strings.ContainsFunc(s, odd) {
		return strconv.Quote(s)
	}
	return s
}

// cut shortens a text that is too long.
func cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	n := maxText
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
