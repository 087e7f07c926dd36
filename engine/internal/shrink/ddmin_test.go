package shrink

import "slices"

// ddmin is the textbook algorithm (Zeller and Hildebrandt, 2002): parts, then
// complements, then finer parts. A list that was asked before is not counted.
func ddmin(all []int, fails func([]int) bool) (left []int, runs int) {
	known := map[string]bool{}
	ask := func(list []int) bool {
		b := make([]byte, 0, 2*len(list))
		for _, i := range list {
			b = append(b, byte(i>>8), byte(i))
		}
		key := string(b)
		if _, ok := known[key]; !ok {
			known[key] = fails(list)
			runs++
		}
		return known[key]
	}
	left = all
	for n := 2; len(left) >= 1; {
		n = min(n, len(left))
		parts := split(left, n)
		if i := slices.IndexFunc(parts, ask); i >= 0 {
			if len(parts) == 1 {
				break // one fault is left, and is needed
			}
			left, n = parts[i], 2
			continue
		}
		i := slices.IndexFunc(parts, func(p []int) bool { return n > 2 && ask(minus(left, p)) })
		switch {
		case i >= 0:
			left, n = minus(left, parts[i]), max(n-1, 2)
		case n < len(left):
			n *= 2
		default:
			return left, runs
		}
	}
	return left, runs
}

// split cuts a list into n parts of equal length, as near as that goes.
func split(list []int, n int) (parts [][]int) {
	for i := range n {
		parts = append(parts, list[len(list)*i/n:len(list)*(i+1)/n])
	}
	return parts
}

// minus is a list without one of its parts.
func minus(list, part []int) []int {
	i := slices.Index(list, part[0]) // a part is a stretch of its list
	return slices.Concat(list[:i], list[i+len(part):])
}
