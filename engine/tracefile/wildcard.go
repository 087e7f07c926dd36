package tracefile

import "strings"

// wildcard gives the test whether a name is one that a pattern stands for: itself,
// or with any text in place of each *.
func wildcard(pattern string) func(name string) bool {
	parts := strings.Split(pattern, "*")
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 {
		return func(name string) bool { return name == pattern }
	}
	return func(name string) bool {
		if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
			return false
		}
		name = name[len(first) : len(name)-len(last)]
		for _, part := range parts[1 : len(parts)-1] {
			_, behind, found := strings.Cut(name, part)
			if !found {
				return false
			}
			name = behind
		}
		return true
	}
}
