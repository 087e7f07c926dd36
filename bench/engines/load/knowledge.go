package load

import (
	"maps"
	"slices"
	"strings"
)

// Knowledge is what the only writer of some keys knows about them. The zero
// Knowledge is that of keys that were never written.
type Knowledge struct {
	durable State    // what was acknowledged, or found after a crash
	open    []Change // asked for and not answered; none is under way otherwise
	ever    map[string][]string
}

// Ask notes changes that are asked for. The changes before have an outcome.
func (k *Knowledge) Ask(changes []Change) {
	k.open = changes
	if k.ever == nil {
		k.ever = map[string][]string{}
	}
	for _, c := range changes {
		if !c.Gone {
			k.ever[c.Key] = append(k.ever[c.Key], c.Value)
		}
	}
}

// Acknowledged notes that what was asked for is durable.
func (k *Knowledge) Acknowledged() {
	k.durable = k.after()
	k.open = nil
}

// after is the state with the open changes made.
func (k *Knowledge) after() State {
	s := State{}
	maps.Copy(s, k.durable)
	s.Apply(k.open)
	return s
}

// Verdict is what is wrong with a state that was found.
type Verdict int

// What a state that was found may be.
const (
	Kept     Verdict = iota // all that was acknowledged, and nothing of what is open
	Made                    // the same, with all that is open
	Lost                    // a key lacks what was acknowledged: it holds nothing, or what it held before
	Resurged                // a key that was taken away holds what it held before
	Strange                 // a key holds what was never written to it
	Halved                  // a part of the open changes is made, and a part not
)

// Found compares a state with what may be there. If it is as it may be, the open
// changes have their outcome: a crash has decided it. Otherwise key is the
// first, in the order of names, that shows what is wrong.
func (k *Knowledge) Found(got State) (v Verdict, key string) {
	before, after := k.durable, k.after()
	keys := slices.Sorted(maps.Keys(union(before, after, got)))
	var unmade, made string // the first keys that show the one and the other
	for _, key := range keys {
		switch isOld, isNew := same(got, before, key), same(got, after, key); {
		case !isOld && !isNew:
			return k.wrong(got, key), key
		case !isNew && unmade == "":
			unmade = key
		case !isOld && made == "":
			made = key
		}
	}
	switch {
	case unmade != "" && made != "":
		return Halved, unmade
	case made != "":
		k.durable, v = after, Made
	}
	k.open = nil
	return v, ""
}

// wrong says what is wrong with a key that holds neither of what it may hold.
func (k *Knowledge) wrong(got State, key string) Verdict {
	value, there := got[key]
	switch _, expected := k.durable[key]; {
	case there && !slices.Contains(k.ever[key], value):
		return Strange
	case !expected:
		return Resurged
	}
	return Lost
}

// Describe gives the numbers of the values that a key holds in got and should
// hold, those before the first colon; 0 for no value.
func (k *Knowledge) Describe(got State, key string) (holds, should string) {
	return number(got, key), number(k.durable, key)
}

func number(s State, key string) string {
	value, there := s[key]
	switch n, _, whole := strings.Cut(value, ":"); {
	case !there:
		return "0"
	case !whole:
		return "no value of ours"
	default:
		return n
	}
}

func union(states ...State) State {
	all := State{}
	for _, s := range states {
		maps.Copy(all, s)
	}
	return all
}

// same says that a key holds the same in both.
func same(a, b State, key string) bool {
	one, there := a[key]
	other, expected := b[key]
	return there == expected && one == other
}
