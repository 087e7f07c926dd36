//go:build ignore

// Writes regexp.json: what Go's regexp says of many expressions, of which the page's own
// have to say the same. Most are put together at random, always the same ones.
//
//	go run regexp.go > regexp.json
package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// texts are what is looked through.
var texts = []string{
	"", "a", "aaa", "ab", "abab", "b", "ba b", "Ab", "a-b", "a.b", "foo_bar 12", "server#2 write path=/kv.log bytes=705",
	"line\nnext", "\n", " \t", "é", "É日本", "kKK", "sſS", "x]y[z", "\\d", "$^*", "{2}", "aaaaaaaaab", "🂡",
}

// chosen are those that somebody thought of.
var chosen = []string{
	"", "a", "^$", "^a$", "a|b", "(a|b)*", "(a*)*b", "(a+)+$", "a{2}", "a{2,}", "a{1,2}", "^a{2,3}$", "a{,2}", "a{", "a{x}", "a{02}", "{2}", "a{2}{3}",
	"a**", "a+?", "a*?b", "a??", "a?+", "*a", "|", "a|*", "()", "()*", "(?:)", "(?)", "(?i)ab", "(?i:a)b", "(?i)[k]", "(?i)s", "(?i)[^k]", "(?i)\\w", "(?i)\\W",
	"(?i)é", "(?-i)a", "(?i-s)A", "(?-)a", "(?s).", "^.$", "(?m)^next$", "^next", "line$", "(?m)line$", "(?U)a+", "(?P<n>a)", "(?<n>a)", "(?P<n>a)(?P<n>b)",
	"(?P<>a)", "(?=a)", "(?!a)", "(?<=a)", "(?#x)", "\\bb", "\\Bb", "\\b", "\\B", "^\\B$", "\\Aa", "b\\z", "\\Z", "\\d+", "\\D", "\\w\\W", "\\s", "\\S", "[\\d]", "[^\\d]",
	"[\\D\\d]", "[a-z]", "[z-a]", "[a-]", "[-a]", "[]]", "[^]]", "[]", "[a", "[[:alpha:]]", "[[:^alpha:]]", "[[:foo:]]", "[[:alpha:]", "[:alpha:]", "[a\\-z]",
	"[\\]]", "[a-\\d]", "[\\d-z]", "[\\n]", "\\n", "\\t", "\\x41", "\\x{1F0A1}", "\\x{110000}", "\\x4", "\\101", "\\0", "\\1", "\\8", "\\y", "\\_", "\\é", "\\", "a\\",
	"(a", "a)", "((a)", "a(?i)*", "(?i)*", "x**", "a{1001}", "(a{100}){11}", "(a{100}){10}", "(a{1000})*", "a{1000}", "a{3,2}", "日", "[日本]", "[^é]", "🂡", ".{1}", "^.{2}$",
	"\\.", "a.b", "write path=(/\\w+)+\\.log", "bytes=[0-9]{3}$", "server#\\d+ (read|write)", "]", "}", "[[]", "[a[:digit:]]", "^^a$$", "$a", "a^", "(|a)+b", "(a|ab)(c|bcd)?$",
	"\\C", "\\pL", "\\Qa\\E",
}

// pieces make expressions.
var pieces = []string{
	"a", "b", "k", "S", "é", ".", "^", "$", "\\b", "\\B", "\\d", "\\W", "\\s", "[a-c]", "[^a]", "[\\w-]", "[[:upper:]]", "(", ")", "(?:", "(?i)", "(?i:", "(?s)", "(?m)", "|", "*", "+", "?",
	"{2}", "{0,2}", "{1,}", "*?", " ", "/", "=", "\\.", "\\n", "(", ")", ")", "a", "b", "ab",
}

// state of the generator of numbers; always the same.
var state uint32 = 20260101

func below(n int) int {
	state = state*1664525 + 1013904223
	return int(uint64(state) * uint64(n) >> 32)
}

func random() string {
	var b strings.Builder
	for n := 1 + below(9); n > 0; n-- {
		b.WriteString(pieces[below(len(pieces))])
	}
	return b.String()
}

// answer has 1 for each text in which an expression is found, else 0; "" if it is none.
func answer(expression string) string {
	r, err := regexp.Compile(expression)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, text := range texts {
		if r.MatchString(text) {
			b.WriteByte('1')
		} else {
			b.WriteByte('0')
		}
	}
	return b.String()
}

func main() {
	all := chosen
	for valid := 0; valid < 800; {
		one := random()
		if answer(one) != "" {
			valid++
		} else if below(8) > 0 {
			continue
		}
		all = append(all, one)
	}
	fmt.Fprintf(os.Stdout, "{\n  \"texts\": %s,\n  \"answers\": [\n", list(texts))
	for k, one := range all {
		comma := ","
		if k == len(all)-1 {
			comma = ""
		}
		fmt.Fprintf(os.Stdout, "    [%s, %q]%s\n", quoted(one), answer(one), comma)
	}
	fmt.Println("  ]\n}")
}

func list(all []string) string {
	out := make([]string, len(all))
	for k, s := range all {
		out[k] = quoted(s)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// quoted is s in JSON, in ASCII.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c >= 0x10000:
			c -= 0x10000
			fmt.Fprintf(&b, "\\u%04x\\u%04x", 0xd800+c>>10, 0xdc00+c&0x3ff)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, "\\u%04x", c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
