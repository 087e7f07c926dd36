package check

import (
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// The states of lists, queues, sets and logs are lists in canonical form. What
// follows takes them apart without a JSON parser, once in each step.

// push gives a list with one more element at its end.
func push(l, v history.Value) history.Value {
	if l == "[]" {
		return "[" + v + "]"
	}
	return l[:len(l)-1] + "," + v + "]"
}

// pop gives the first element of a list and the others, or null and the list.
func pop(l history.Value) (head, rest history.Value) {
	if l == "[]" {
		return history.Null, l
	}
	n := firstLen(l[1:])
	if 2+n >= len(l) {
		return l[1 : 1+n], "[]"
	}
	return l[1 : 1+n], "[" + l[2+n:]
}

// elements gives the elements of a list.
func elements(l history.Value) (all []history.Value) {
	for at := 1; at < len(l)-1; {
		n := firstLen(l[at:])
		all = append(all, l[at:at+n])
		at += n + 1
	}
	return all
}

// firstLen gives the length of the value at the begin of s, which a comma or a
// closing bracket ends. s is not empty; its last byte is no part of the value.
func firstLen(s history.Value) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case depth == 0 && (c == ',' || c == ']'):
			return i
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
	}
	return len(s) - 1
}

// sorted gives a list with its elements in order, each once.
func sorted(elems []history.Value) []history.Value {
	elems = slices.Clone(elems)
	slices.Sort(elems)
	return slices.Compact(elems)
}
