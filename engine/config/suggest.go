package config

import "strings"

// Bounds that keep strange input cheap. No key is longer, and of more names than
// that a guess is worth little.
const (
	longestWord = 64
	mostNames   = 256
)

// Nearest returns the name that word most likely means, or the empty string:
// the one that the fewest typing slips turn into word, case and separators
// aside. Of equals the first wins. A third of a name may be wrong, and at most
// three letters.
func Nearest(word string, names []string) string {
	word = plain(word)
	best, least := "", 4
	for _, name := range names[:min(len(names), mostNames)] {
		n := plain(name)
		if d := slips(word, n); d < least && d <= (len(n)+1)/3 {
			best, least = name, d
		}
	}
	return best
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")

// plain drops what people spell differently: case and separators.
func plain(s string) string { return separators.Replace(strings.ToLower(s)) }

// slips counts the letters to add, drop, replace or swap with their neighbour
// that make a out of b. Words that are too long have too many.
func slips(a, b string) int {
	if max(len(a), len(b)) > longestWord {
		return longestWord
	}
	var rows [3][longestWord + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
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
	return rows[len(a)%3][len(b)]
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
