package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// line is a line of the table in README.md: one way in which a subject fails.
type line struct {
	subject
	failing int    // seeds that fail so; 0 if none fails at all
	seeds   uint64 // that were run, from 1
	first   uint64 // the lowest seed that fails so
	message string
}

func (l line) String() string {
	first := ""
	if l.failing > 0 {
		first = fmt.Sprint(l.first)
	}
	return fmt.Sprintf("| %s | %s | %d of %d | %s | %s |", l.engine, l.config, l.failing, l.seeds, first, l.message)
}

// parseLine reads a line of the table. ok is false for any other line.
func parseLine(text string) (l line, ok bool) {
	cells := strings.SplitN(strings.TrimSuffix(strings.TrimPrefix(text, "| "), " |"), " | ", 5)
	if len(cells) != 5 {
		return l, false
	}
	l.engine, l.config, l.message = cells[0], cells[1], cells[4]
	if _, err := fmt.Sscanf(cells[2], "%d of %d", &l.failing, &l.seeds); err != nil {
		return l, false
	}
	if l.failing > 0 {
		if _, err := fmt.Sscan(cells[3], &l.first); err != nil {
			return l, false
		}
	}
	return l, true
}

// readme is the page with the table.
type readme struct {
	path string
	text []string // its lines
}

func readReadme(root string) (r readme, err error) {
	r.path = filepath.Join(root, "README.md")
	data, err := os.ReadFile(r.path)
	r.text = strings.Split(string(data), "\n")
	return r, err
}

// lines gives those of a subject, in order.
func (r readme) lines(s subject) (all []line) {
	for _, text := range r.text {
		if l, ok := parseLine(text); ok && l.subject == s {
			all = append(all, l)
		}
	}
	return all
}

// put replaces the lines of a subject. The table keeps the order of subjects.
func (r *readme) put(s subject, all []line) error {
	start := slices.Index(r.text, head) + 2
	if start < 2 {
		return fmt.Errorf("%s has no table: no line %q", r.path, head)
	}
	end := start
	table := slices.Clone(all)
	for ; end < len(r.text) && strings.HasPrefix(r.text[end], "| "); end++ {
		if l, ok := parseLine(r.text[end]); ok && l.subject != s {
			table = append(table, l)
		}
	}
	order, _ := subjects(nil)
	slices.SortStableFunc(table, func(a, b line) int {
		return slices.Index(order, a.subject) - slices.Index(order, b.subject)
	})
	r.text = slices.Replace(r.text, start, end, texts(table)...)
	return nil
}

func texts(all []line) (texts []string) {
	for _, l := range all {
		texts = append(texts, l.String())
	}
	return texts
}

func (r readme) write() error {
	return os.WriteFile(r.path, []byte(strings.Join(r.text, "\n")), 0o644)
}

// head is the first line of the table.
const head = "| engine | config | failing | first | message |"
