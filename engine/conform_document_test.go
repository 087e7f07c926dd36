package engine_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// The document for users has a section for each listed difference, and no other.
func TestConformEveryDifferenceIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/differences.md")
	if err != nil {
		t.Fatal(err)
	}
	var sections, titles []string
	for line := range strings.Lines(string(text)) {
		if title, ok := strings.CutPrefix(line, "### "); ok {
			sections = append(sections, strings.TrimSpace(title))
		}
	}
	for _, d := range differences {
		titles = append(titles, d.title)
	}
	for _, s := range sections {
		if !slices.Contains(titles, s) {
			t.Errorf("docs/differences.md has a section %q, which is not listed as a difference", s)
		}
	}
	for _, title := range titles {
		if !slices.Contains(sections, title) {
			t.Errorf("docs/differences.md has no section %q", title)
		}
	}
}
