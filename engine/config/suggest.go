package config

import "strings"

// nearest returns the name that word most likely means, or the empty string:
// the same but for case, hyphens and underscores, or else the one that the
// fewest typing slips turn into word. Of equals the first wins.
func nearest(word string, names []string) string {
	const longest = 64 // no key or name is longer; keeps strange input cheap
	if len(word) > longest {
		return ""
	}
	best, least := "", len(word)/3+2
	for _, name := range names {
		if name == word {
			continue
		}
		if d := slips(plain(word), plain(name)); d < least && d <= len(name)/3+1 {
			best, least = name, d
		}
	}
	return best
}

// plain drops what people spell differently: case and separators.
func plain(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
}

// slips counts the letters to add, drop, replace or swap with their neighbour
// that make a out of b.
func slips(a, b string) int {
	var before, above []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row = above, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			differ := 1
			if a[i-1] == b[j-1] {
				differ = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+differ)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

// nearestName turns s into a host name, or gives the empty string.
func nearestName(s string) string {
	s = strings.NewReplacer("_", "-", ".", "-", " ", "-").Replace(strings.ToLower(s))
	if hostName.MatchString(s) && s != "localhost" {
		return s
	}
	return ""
}

// nearestPackage turns s into a package, or gives the empty string.
func nearestPackage(s string) string {
	s = strings.TrimSuffix(strings.ReplaceAll(s, `\`, "/"), "/...")
	if refusePackage(s) != "" || !packageName.MatchString(s) {
		return ""
	}
	return s
}

// The guesses below may be wrong in ways that the pattern of their kind shows.

// nearestDuration understands spaces and the words that people write for units.
func nearestDuration(s string) string {
	s = strings.ToLower(strings.ReplaceAll(s, " ", ""))
	number := s[:len(s)-len(strings.TrimLeft(s, "0123456789."))]
	unit, ok := map[string]string{"sec": "s", "second": "s", "min": "m", "minute": "m", "hr": "h", "hour": "h",
		"msec": "ms", "millisecond": "ms", "usec": "us", "microsecond": "us", "nanosecond": "ns"}[strings.TrimSuffix(s[len(number):], "s")]
	if ok {
		return number + unit
	}
	return s
}

// nearestSize understands spaces, other spellings of a unit, and decimal units,
// which become the binary ones of the same letter.
func nearestSize(s string) string {
	s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	number := strings.TrimRight(s, "KMGTIB")
	for _, u := range sizeUnits {
		if strings.HasPrefix(s[len(number):], u.name[:1]) {
			return number + u.name
		}
	}
	return ""
}

// nearestChance understands spaces and whole percentages.
func nearestChance(s string) string {
	s = strings.ReplaceAll(s, " ", "")
	if percent, ok := strings.CutSuffix(s, "%"); ok {
		return percent + "/100"
	}
	return s
}
