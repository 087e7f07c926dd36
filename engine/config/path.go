package config

import (
	"strconv"
	"strings"
)

// A path names a place in a config as people write it: nodes[2].fs_model. Keys
// that are not plain words stand in brackets as quoted strings:
// nodes[0].env["A.B"]. The empty path is the whole file.

func join(path, key string) string {
	if !plainKey(key) {
		return path + "[" + strconv.Quote(key) + "]"
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

func joinIndex(path string, i int) string {
	return path + "[" + strconv.Itoa(i) + "]"
}

func plainKey(key string) bool {
	for i := range len(key) {
		if c := key[i]; c != '$' && c != '-' && (c >= 0x80 || !isWord(c)) {
			return false
		}
	}
	return key != ""
}

// step is one part of a path: a key, or the index of an item.
type step struct {
	key   string
	index int // -1 for a key
}

// steps takes a path apart. ok is false for text that is no path.
func steps(path string) (out []step, ok bool) {
	for first := true; path != ""; first = false {
		var s step
		switch {
		case path[0] == '[':
			s, path, ok = bracket(path)
		case path[0] == '.' && !first:
			s, path, ok = word(path[1:])
		case first:
			s, path, ok = word(path)
		default:
			return nil, false
		}
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

func word(path string) (s step, rest string, ok bool) {
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	return step{path[:end], -1}, path[end:], plainKey(path[:end])
}

func bracket(path string) (s step, rest string, ok bool) {
	inside := path[1:]
	if quoted, err := strconv.QuotedPrefix(inside); err == nil {
		key, err := strconv.Unquote(quoted)
		rest, ok = strings.CutPrefix(inside[len(quoted):], "]")
		return step{key, -1}, rest, ok && err == nil
	}
	digits, rest, ok := strings.Cut(inside, "]")
	n, err := strconv.ParseUint(digits, 10, 31)
	return step{index: int(n)}, rest, ok && err == nil
}
