package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
)

// answered is a query with how many events it chooses and the first bytes of the
// SHA-256 of their numbers, or what is wrong with it: as in queries.txt of package
// tracefile.
type answered struct {
	Query  string `json:"query"`
	Answer string `json:"answer"`
}

// manyQueries is how many queries are made up about a run.
const manyQueries = 150

// madeUp answers queries that nobody has written: good ones, and some with a letter
// or a word too many or too few.
func madeUp(f *tracefile.File, events []trace.Event) (all []answered, err error) {
	m := &maker{state: uint64(len(events)), terms: termsOf(f, events)}
	for range manyQueries {
		query := m.query(4)
		if m.draw(4) == 0 {
			query = m.spoil(query)
		}
		a, err := answerTo(f, query)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", query, err)
		}
		all = append(all, answered{query, a})
	}
	return all, nil
}

func answerTo(f *tracefile.File, query string) (string, error) {
	filter, err := f.Filter(context.Background(), query)
	var wrong *tracefile.QueryError
	if errors.As(err, &wrong) {
		return err.Error(), nil
	}
	if err != nil {
		return "", err
	}
	found, err := f.Search(context.Background(), filter, 0, math.MaxInt)
	if err != nil {
		return "", err
	}
	var numbers strings.Builder
	for i := range found {
		fmt.Fprintf(&numbers, "%d\n", found[i].ID)
	}
	sum := sha256.Sum256([]byte(numbers.String()))
	return fmt.Sprintf("%d events, %x", len(found), sum[:4]), nil
}

// termsOf are terms that have something to do with a run.
func termsOf(f *tracefile.File, events []trace.Event) []string {
	all := []string{"kind:disk", "kind:net.*", "kind:*.s*", "kind:life,faults", "kind:failed", "kind:op,check", "size>64", "size<=1k", "size=0,2",
		"time:..1s", "time:2s..", "e", "boot", `"ed "`, "/a.*e/", "/^server/", "site:*.go", "property:*a*", "time:20ms..3s,10s.."}
	for _, name := range f.Nodes {
		all = append(all, "node:"+name, "node:"+name[:1]+"*", "node:"+name+"#1", "between:"+name+",*")
	}
	for n := 1; n < len(events); n += len(events)/5 + 1 {
		e := &events[n]
		all = append(all, fmt.Sprintf("cause:#%d", e.ID), fmt.Sprintf("effect:%d", e.ID), "kind:"+e.Kind.Name(), "time:.."+e.At.String())
	}
	return all
}

// maker makes up queries.
type maker struct {
	state uint64
	terms []string
}

// draw is a number below n, by the function splitmix64.
func (m *maker) draw(n int) int {
	m.state += 0x9e3779b97f4a7c15
	z := m.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

func (m *maker) one(of ...string) string { return of[m.draw(len(of))] }

// query makes one that is at most so deep.
func (m *maker) query(depth int) string {
	if depth == 0 {
		return m.one(m.terms...)
	}
	part := func() string { return m.query(m.draw(depth)) }
	switch m.draw(6) {
	case 0:
		return m.one("-", "not ", "- ") + part()
	case 1:
		return "(" + part() + m.one("", " ") + ")"
	case 2:
		return part() + m.one(" -> ", " ->\t") + part()
	case 3:
		return m.one("before", "after", "before ") + "(" + part() + ")" + m.one("", " within 0", " within 100us", " within 7.5ms", "within 2s")
	}
	return part() + m.one(" ", " and ", " or ", "  ") + part()
}

// spoil puts something into a query, or takes something out.
func (m *maker) spoil(query string) string {
	letters := []rune(query)
	at := m.draw(len(letters))
	head, tail := string(letters[:at]), string(letters[at:])
	if m.draw(3) == 0 {
		return head + string(letters[at+1:])
	}
	return head + m.one("(", ")", `"`, ",", ":", "/", "-", "->", " or ", " and ", " not ", " within 5ms ", "*", "#", "size>", "node:", "λ", "\u00a0", "\\", "😀", "->(") + tail
}
