package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/work"
)

// inParts is what the extension says of itself.
const inParts = `{"experimental": {"seedfall": {"protocol": 1, "testParts": true}}, "window": {"workDoneProgress": true}}`

// testOf is a scenario with properties from a number up to another.
func testOf(id string, from, to int) ScenarioTest {
	c := ScenarioTest{ID: id, State: TestPassed, Properties: []PropertyTest{}}
	for n := from; n < to; n++ {
		c.Properties = append(c.Properties, PropertyTest{ID: fmt.Sprintf("always %03d", n), State: TestPassed, Failures: []TestFailure{}})
	}
	return c
}

// spokenChange is a change as a person would say it.
func spokenChange(c TestsChanged) string {
	var all []string
	for _, id := range c.Removed {
		all = append(all, "-"+id)
	}
	for _, s := range c.Changed {
		text := fmt.Sprintf("%s %d", s.ID, len(s.Properties))
		if s.Part != nil {
			text += fmt.Sprintf("-%d of %d", len(s.Part.Gone), s.Part.Count)
			if s.Part.More {
				text += " more"
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// changes are all that is told, until nothing is left.
func changes(t *testing.T, told *telling, parts bool, now ...ScenarioTest) (all []string) {
	t.Helper()
	for {
		c, more := told.change(now, parts)
		items := len(c.Removed) + len(c.Changed)
		for _, s := range c.Changed {
			items += len(s.Properties)
			if s.Part != nil {
				items += len(s.Part.Gone)
			}
		}
		if parts && items > maxItems {
			t.Errorf("%d items: %s", items, spokenChange(c))
		}
		if items > 0 {
			all = append(all, spokenChange(c))
		}
		if !more {
			return all
		}
	}
}

func TestChangesOfTheTreeComeInPartsWithAtMostTwoHundredItems(t *testing.T) {
	var told telling
	big, small := testOf("big", 0, 500), testOf("small", 0, 3)
	expect(t, "at first", changes(t, &told, true, testOf("a", 0, 0), big, small),
		[]string{"a 0-0 of 0, big 198-0 of 500 more", "big 199-0 of 500 more", "big 103-0 of 500, small 3-0 of 3"})
	expect(t, "without a change", changes(t, &told, true, testOf("a", 0, 0), big, small), nil)
	big.Properties[7].State = TestFailed
	small.State = TestRunning
	expect(t, "a property, and a state", changes(t, &told, true, big, small), []string{"-a, big 1-0 of 500, small 0-0 of 3"})
	other := testOf("big", 490, 700)
	expect(t, "others in their place", changes(t, &told, true, other, small),
		[]string{"big 0-199 of 210 more", "big 0-199 of 210 more", "big 107-92 of 210 more", "big 93-0 of 210"})
	expect(t, "gone", changes(t, &told, true), []string{"-big, -small"})
	expect(t, "back", changes(t, &told, true, small), []string{"small 3-0 of 3"})
}

func TestAClientThatKnowsNoPartsGetsWholeScenarios(t *testing.T) {
	var told telling
	big := testOf("big", 0, 500)
	expect(t, "at first", changes(t, &told, false, testOf("a", 0, 10), big, testOf("c", 0, 100), testOf("d", 0, 98), testOf("e", 0, 0)),
		[]string{"a 10", "big 500", "c 100, d 98", "e 0"})
	big.Properties[7].State = TestFailed
	expect(t, "a property", changes(t, &told, false, testOf("a", 0, 10), big), []string{"-c, -d, -e", "big 500"})
	expect(t, "without a change", changes(t, &told, false, testOf("a", 0, 10), big), nil)
}

// The parts of a scenario that is run, put together, are what the request has.
func TestAScenarioWithManyPropertiesIsToldInParts(t *testing.T) {
	g := newStage(t)
	e := talk(t, project(t), nil, func(s *server) { s.load = loadMain })
	e.initialize(inParts, `{"run": {"trigger": "off", `+quick+`}}`, nil)
	e.quiet()
	p := &work.Progress{Seeds: 10, Ran: 10}
	for n := range 500 {
		p.Tally = append(p.Tally, work.SiteTally{Kind: property.Always, Name: fmt.Sprintf("p%03d", n), File: "m/main.go", Line: n + 1, True: 5})
	}
	id := e.command("run", `{}`)
	w := g.worker()
	w.say(w.expect("sweep 1-10"), prepared(), done(work.Done{Progress: p}))
	e.answer(id)
	together := ScenarioTest{Part: &TestPart{More: true}}
	properties := map[string]PropertyTest{}
	batches, from := 0, 0
	e.wait("all parts", func() bool {
		for ; from < len(e.messages); from++ {
			var c TestsChanged
			if m := e.messages[from]; m.Method != "seedfall/testsChanged" || json.Unmarshal(m.Params, &c) != nil {
				continue
			}
			batches++
			for _, s := range c.Changed {
				together = s
				for _, p := range s.Properties {
					properties[p.ID] = p
				}
			}
		}
		return !together.Part.More && together.Part.Count == 500
	})
	var got Tests
	e.call("seedfall/tests", "{}", &got)
	if want := got.Scenarios[0]; len(want.Properties) != 500 || len(properties) != 500 || want.State != together.State || want.Part != nil {
		t.Fatalf("%d properties were told in parts, %d asked for; states %s and %s", len(properties), len(want.Properties), together.State, want.State)
	}
	for _, p := range got.Scenarios[0].Properties {
		if asText(properties[p.ID]) != asText(p) {
			t.Errorf("told %+v, asked for %+v", properties[p.ID], p)
		}
	}
	if batches < 3 {
		t.Errorf("%d batches", batches)
	}
}
