package lsp

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
	"go.lsp.dev/uri"
)

// Tests is the answer of the request seedfall/tests: all scenarios, by id.
type Tests struct {
	Scenarios []ScenarioTest `json:"scenarios"`
}

// TestState is how a scenario or a property is.
type TestState string

// The states.
const (
	TestUnknown TestState = "unknown" // not run yet, or never true in too few seeds to tell
	TestRunning TestState = "running" // a job of it goes on; of scenarios only
	TestPassed  TestState = "passed"
	TestFailed  TestState = "failed"
	// TestUnreached is a property that no seed reached, or made true.
	TestUnreached TestState = "unreached"
	TestError     TestState = "error" // it could not be run; of scenarios only
)

// ScenarioTest is a config with its properties.
type ScenarioTest struct {
	// ID is the path of the config, and Label what a person calls it.
	ID    string    `json:"id"`
	Label string    `json:"label"`
	URI   uri.URI   `json:"uri"`
	State TestState `json:"state"`
	// Outdated says that files have changed since.
	Outdated bool `json:"outdated"`
	// Message says how the last sweep ended, or why there was none; "" before it.
	Message    string         `json:"message"`
	Properties []PropertyTest `json:"properties"`
	// Part says that these are not all; nil in a whole scenario.
	Part *TestPart `json:"part,omitempty"`
}

// PropertyTest is a property of a scenario, or a way to fail that no property
// stands for, such as a crash.
type PropertyTest struct {
	// ID is unique in its scenario and the same from run to run.
	ID    string    `json:"id"`
	Label string    `json:"label"`
	Kind  string    `json:"kind"`
	State TestState `json:"state"`
	// Outdated says that files have changed since.
	Outdated bool `json:"outdated"`
	// URI and Line, from 0, are where it stands; URI is "" if it stands nowhere.
	URI  uri.URI `json:"uri"`
	Line int     `json:"line"`
	// Failures are the ways in which it fails.
	Failures []TestFailure `json:"failures"`
}

// TestFailure is a way to fail.
type TestFailure struct {
	Fingerprint string `json:"fingerprint"`
	Message     string `json:"message"`
	// Seeds are the first of those that fail so.
	Seeds []Decimal `json:"seeds"`
}

// maxSeedsTold bounds the seeds of a failure in the tree.
const maxSeedsTold = 20

// tests is the tree as it is now.
func (s *server) tests() []ScenarioTest {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []ScenarioTest{}
	for _, c := range s.scenarios {
		s.age(c)
		all = append(all, s.test(c))
	}
	return all
}

// test is a scenario in the tree. mu is held.
func (s *server) test(c *scenario) ScenarioTest {
	r := &c.results
	t := ScenarioTest{ID: c.path, Label: s.name(c), URI: uri.File(c.path), State: TestUnknown, Outdated: r.outdated && r.progress != nil,
		Properties: s.properties(c)}
	switch {
	case r.job != nil:
		t.State = TestRunning
	case r.problem != "":
		t.State, t.Message = TestError, r.problem
	case len(r.failures) > 0:
		t.State = TestFailed
	case r.progress != nil:
		t.State = TestPassed
	}
	if t.Message == "" && r.progress != nil && t.State != TestRunning { // a number that changes all the time is no state
		t.Message = summary(r.progress)
		if isUnsaved(r.snapshot) {
			t.Message += badge(r.snapshot, false)
		}
	}
	return t
}

// properties are those that were counted, by kind and name, and the ways to fail
// that are of none of them.
func (s *server) properties(c *scenario) []PropertyTest {
	r := &c.results
	all := []PropertyTest{}
	handing := s.handing(c)
	at := func(id string) *PropertyTest {
		i := slices.IndexFunc(all, func(p PropertyTest) bool { return p.ID == id })
		if i < 0 {
			return nil
		}
		return &all[i]
	}
	add := func(kind property.Kind, name, file string, line int, state TestState) {
		id := fmt.Sprintf("%v %s", kind, name)
		if name == "" {
			id = fmt.Sprintf("%v %s:%d", kind, file, line)
		}
		p := PropertyTest{ID: id, Label: cmp.Or(name, fmt.Sprintf("%v at %s:%d", kind, filepath.Base(file), line)), Kind: kind.String(), State: state,
			Outdated: r.outdated, Failures: []TestFailure{}}
		if there := c.sources[file]; there != "" {
			p.URI, p.Line = uri.File(there), max(0, line-1)
			if caller := handing(kind, name, there); caller != nil {
				p.URI, p.Line = caller.file.uri, caller.site.Line-1
			}
		}
		if have := at(id); have == nil {
			all = append(all, p)
		}
	}
	for _, m := range r.unreached {
		add(m.Kind, m.Name, m.File, m.Line, TestUnreached)
	}
	if r.progress != nil {
		for _, t := range r.progress.Tally {
			state := TestPassed
			if t.Kind == property.Sometimes && t.True == 0 { // too few seeds yet to call it unreached
				state = TestUnknown
			}
			add(t.Kind, t.Name, t.File, t.Line, state)
		}
	}
	for _, f := range r.failures {
		v := f.Failure.Failure
		kind := kindOf(string(v.Class))
		id := strings.TrimSpace(string(v.Class) + " " + v.Property)
		if kind != 0 && v.Property == "" && v.Site != nil {
			id = fmt.Sprintf("%v %s:%d", kind, v.Site.File, v.Site.Line)
		}
		p := at(id)
		if p == nil {
			n := PropertyTest{ID: id, Label: f.Title, Kind: string(v.Class), Failures: []TestFailure{}}
			if v.Site != nil && c.sources[v.Site.File] != "" {
				n.URI, n.Line = uri.File(c.sources[v.Site.File]), max(0, v.Site.Line-1)
			}
			all = append(all, n)
			p = &all[len(all)-1]
		}
		p.State, p.Outdated = TestFailed, f.outdated
		p.Failures = append(p.Failures, TestFailure{f.Fingerprint, v.Message, decimals(f.seeds[:min(len(f.seeds), maxSeedsTold)])})
	}
	slices.SortFunc(all, func(a, b PropertyTest) int { return cmp.Compare(a.ID, b.ID) })
	return all
}
