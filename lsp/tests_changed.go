package lsp

import (
	"encoding/json"
	"maps"
	"slices"
)

// TestsChanged is the notification seedfall/testsChanged: the scenarios that are new
// or not as they were told last, and the ids of those that are gone. One has at most
// 200 items: scenarios, properties, and ids of what is gone. A scenario that has more
// comes in several, at most four a second, to a client that puts its parts together; to
// one that does not it comes as a whole.
type TestsChanged struct {
	Changed []ScenarioTest `json:"changed"`
	Removed []string       `json:"removed"`
}

// TestPart says that a scenario has only those properties that are not as they were
// told last. A client that gets it says so with testParts in its experimental
// capabilities.
type TestPart struct {
	// Gone are the ids of properties that are not there any more.
	Gone []string `json:"gone"`
	// More says that this is not all: another part follows, and until then the scenario
	// is not whole.
	More bool `json:"more"`
	// Count is how many properties the scenario has.
	Count int `json:"count"`
}

// maxItems bounds a notification about tests.
const maxItems = 200

// toldTest is a scenario as it was told last, as JSON.
type toldTest struct {
	header     string            // without its properties
	properties map[string]string // by id
}

// tellTests tells the client which scenarios are not as it knows them, not too
// often.
func (s *server) tellTests() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.abilities.seedfall || s.testsAsked {
		return
	}
	s.testsAsked = true
	s.later(keyTests, pace, s.sendTests)
}

// sendTests is what tellTests does in a while.
func (s *server) sendTests() {
	s.mu.Lock()
	s.testsAsked = false
	parts := s.abilities.testParts
	s.mu.Unlock()
	s.telling.mu.Lock()
	defer s.telling.mu.Unlock()
	change, more := s.telling.change(s.tests(), parts)
	if len(change.Changed)+len(change.Removed) == 0 {
		return
	}
	if err := s.client.Notify(s.ctx, "seedfall/testsChanged", change); err != nil && s.ctx.Err() == nil {
		s.logf("tests: %v", err)
	}
	if more {
		s.tellTests()
	}
}

// change gives what is not as it was told last, as much as a notification may have, and
// notes that as told. more says that there is more.
func (t *telling) change(now []ScenarioTest, parts bool) (change TestsChanged, more bool) {
	change = TestsChanged{Changed: []ScenarioTest{}, Removed: []string{}}
	room := maxItems
	there := map[string]bool{}
	for _, c := range now {
		there[c.ID] = true
	}
	for _, id := range slices.Sorted(maps.Keys(t.tests)) {
		switch {
		case there[id]:
		case room == 0:
			return change, true
		default:
			room--
			change.Removed = append(change.Removed, id)
			delete(t.tests, id)
		}
	}
	if t.tests == nil {
		t.tests = map[string]toldTest{}
	}
	for _, c := range now {
		d := t.differences(&c)
		switch {
		case !d.any:
		case parts && d.items() > room:
			if room > 1 {
				change.Changed = append(change.Changed, t.part(&d, room-1, true))
			}
			return change, true
		case parts:
			room -= d.items()
			change.Changed = append(change.Changed, t.part(&d, maxItems, false))
		case 1+len(c.Properties) > room && room < maxItems:
			return change, true
		default:
			room = max(0, room-1-len(c.Properties))
			t.part(&d, len(d.now)+len(d.gone), false)
			change.Changed = append(change.Changed, c)
		}
	}
	return change, false
}

// difference is how a scenario is not as it was told last.
type difference struct {
	scenario   *ScenarioTest
	header     string
	any        bool
	properties []PropertyTest
	now        []string // these as JSON
	gone       []string
}

// items is how many a part with all of it has.
func (d *difference) items() int { return 1 + len(d.now) + len(d.gone) }

func (t *telling) differences(c *ScenarioTest) difference {
	header := *c
	header.Properties = nil
	d := difference{scenario: c, header: asText(header)}
	was, known := t.tests[c.ID]
	there := map[string]bool{}
	for _, p := range c.Properties {
		there[p.ID] = true
		if text := asText(p); was.properties[p.ID] != text {
			d.properties, d.now = append(d.properties, p), append(d.now, text)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(was.properties)) {
		if !there[id] {
			d.gone = append(d.gone, id)
		}
	}
	d.any = !known || was.header != d.header || d.items() > 1
	return d
}

// part is the scenario with at most n items of a difference, which are noted as told.
func (t *telling) part(d *difference, n int, more bool) ScenarioTest {
	told := toldTest{d.header, t.tests[d.scenario.ID].properties}
	if told.properties == nil {
		told.properties = map[string]string{}
	}
	t.tests[d.scenario.ID] = told
	gone := d.gone[:min(n, len(d.gone))]
	properties := d.properties[:min(n-len(gone), len(d.properties))]
	for _, id := range gone {
		delete(told.properties, id)
	}
	for i, p := range properties {
		told.properties[p.ID] = d.now[i]
	}
	part := *d.scenario
	part.Properties = append([]PropertyTest{}, properties...)
	part.Part = &TestPart{Gone: append([]string{}, gone...), More: more, Count: len(d.scenario.Properties)}
	return part
}

// asText is a test as JSON.
func asText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(b)
}
