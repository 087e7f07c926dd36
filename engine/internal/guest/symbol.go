package guest

import (
	"net/url"
	"slices"
	"strings"
)

// readSymbol gives the import path of a function and its name with that path, as
// a person writes them, from the linker's symbol. The path is "" for what belongs
// to no package.
func readSymbol(symbol string) (pkg, name string) {
	s := withoutArguments(symbol)
	head := s
	if n := strings.IndexAny(s, "(["); n >= 0 {
		head = s[:n]
	}
	start := strings.LastIndexByte(head, '/') + 1
	dot := strings.IndexByte(head[start:], '.')
	if dot <= 0 || strings.Contains(head, ":") { // as in type:.eq.T and go:buildid
		return "", s
	}
	pkg, name = s[:start+dot], s[start+dot+1:]
	if plain, err := url.PathUnescape(pkg); err == nil {
		pkg = plain
	}
	return pkg, pkg + "." + name
}

// withoutArguments replaces type arguments by dots, as Go's own stack traces do.
func withoutArguments(s string) string {
	if !strings.Contains(s, "[") {
		return s
	}
	var b strings.Builder
	depth := 0
	for _, c := range []byte(s) {
		switch c {
		case '[':
			if depth == 0 {
				b.WriteString("[...]")
			}
			depth++
		case ']':
			depth--
		default:
			if depth == 0 {
				b.WriteByte(c)
			}
		}
	}
	return b.String()
}

// ours are the packages of seedfall that are part of guests.
var ours = []string{"github.com/seedfall/seedfall/sim", "github.com/seedfall/seedfall/sim/model", "github.com/seedfall/seedfall/internal/abi"}

// library says whether a package is the standard library's or seedfall's own. The
// former's paths begin with a word without a dot; so do those of modules whose
// paths have none, which the program lists.
func (s *stacks) library(pkg string) bool {
	if pkg == "" || slices.Contains(ours, pkg) {
		return true
	}
	first, _, _ := strings.Cut(pkg, "/")
	if pkg == "main" || strings.Contains(first, ".") {
		return false
	}
	return !slices.ContainsFunc(s.modules, func(m string) bool { return pkg == m || strings.HasPrefix(pkg, m+"/") })
}
