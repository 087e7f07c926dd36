package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/vtime"
)

// at is a call with instants that equal the sequence numbers.
func at(client string, first, last uint64) call {
	return call{client: client, node: "n", first: first, last: last, from: vtime.Instant(first), to: vtime.Instant(last)}
}

func (a *axis) String() string {
	var words []string
	for _, s := range a.slots {
		if s.fault {
			words = append(words, fmt.Sprint("fault@", int64(s.at)))
			continue
		}
		words = append(words, fmt.Sprint(s.seq))
	}
	return strings.Join(words, " ")
}

func TestFaultsBeginAfterAndEndBeforeTheCallsOfTheirInstant(t *testing.T) {
	calls := []call{at("a", 1, 4), at("b", 4, 8), at("c", 6, 9)}
	for _, c := range []struct {
		bands []Band
		want  string
	}{
		{nil, "1 4 6 8 9"},
		{[]Band{{From: 4, To: 6}}, "1 4 fault@4 fault@6 6 8 9"},
		{[]Band{{From: 4, To: 4}}, "1 4 fault@4 6 8 9"},
		{[]Band{{From: 2, To: 4}, {From: 4, To: 5}}, "1 fault@2 fault@4 4 fault@4 fault@5 6 8 9"},
		{[]Band{{From: 1, To: 5}, {From: 5, To: vtime.Never}}, "1 fault@1 4 fault@5 fault@5 6 8 9"},
		{[]Band{{From: -9, To: -5}, {From: -4, To: -4}, {From: -3, To: 2}}, "fault@-9 fault@-5 fault@-4 fault@-3 1 fault@2 4 6 8 9"},
		{[]Band{{From: 7, To: 20}, {From: 30, To: 40}}, "1 4 6 fault@7 8 9"},
	} {
		if got := newAxis(calls, c.bands).String(); got != c.want {
			t.Errorf("%v: got %s, want %s", c.bands, got, c.want)
		}
	}
}

func TestACallOfUnknownEndHasNoSlotForIt(t *testing.T) {
	c := at("a", 2, 0)
	c.open = true
	a := newAxis([]call{c, at("b", 1, 3)}, nil)
	if got := a.String(); got != "1 2 3" {
		t.Error(got)
	}
	if from, to := a.ofCall(&c); from != 1 || to != 3 {
		t.Error(from, to)
	}
}

func TestStepsGrowUntilEverythingHasRoom(t *testing.T) {
	a := newAxis([]call{at("a", 1, 2), at("b", 3, 4)}, nil)
	a.spread([]want{{0, 2, 100}, {2, 4, 70}}, false, 0)
	got := []int{}
	for i := range len(a.slots) + 1 {
		got = append(got, a.x(i))
	}
	// From 14: the second step takes 78 more, the margin at the end 34 more.
	if want := "[14 36 114 136 184]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestCallsOfALaneDoNotTouch(t *testing.T) {
	calls := []call{at("c10", 1, 4), at("c10", 4, 6), at("c10", 5, 9), at("c2", 2, 3), at("c2", 5, 7)}
	a := newAxis(calls, nil)
	var got []string
	for _, l := range lanesOf(calls, a) {
		s := l.name
		for _, c := range l.calls {
			s += fmt.Sprintf(" %d-%d", c.first, c.last)
		}
		got = append(got, s)
	}
	if want := "[c2 2-3 5-7 c10 1-4 5-9 c10 4-6]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestManyClientsShareTheLanesOfTheirNode(t *testing.T) {
	var calls []call
	for i := range uint64(maxLanes + 1) {
		calls = append(calls, at(fmt.Sprint("c", i), 10*i, 10*i+15))
	}
	lanes := lanesOf(calls, newAxis(calls, nil))
	if len(lanes) != 2 || lanes[0].name != "13 clients" || lanes[1].name != "12 clients" {
		t.Errorf("%d lanes, the first one of %s", len(lanes), lanes[0].name)
	}
}

func TestNamesAreSortedAsPeopleDo(t *testing.T) {
	names := []string{"", "c", "c0", "c00", "c1", "c2", "c10", "c10a", "c10b", "d"}
	for i := range names {
		for j := range names {
			if got := natural(names[i], names[j]); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("natural(%q, %q) = %d", names[i], names[j], got)
			}
		}
	}
}

func TestLongTextsLoseTheirMiddle(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"order-17", 8, "order-17"},
		{"order-000017", 8, "order…17"},
		{"長長長長", 7, "長長…長"},
		{"e\u0301e\u0301", 2, "e\u0301e\u0301"},
		{"a\u202eb", 8, `a\u202eb`},
		{"a\u202eb", 6, `a\u…eb`},
		{"\xff", 9, `\xff`},
		{"abc", 1, "…"},
	} {
		if got := fit(c.text, c.most); got != c.want {
			t.Errorf("fit(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
	if got := clip("aé長b", 4); got != "a…b" {
		t.Errorf("got %q", got)
	}
}
