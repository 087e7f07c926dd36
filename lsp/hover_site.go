package lsp

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/work"
)

// meanings say what a site of each kind is there for.
var meanings = map[property.Kind]string{
	property.Assert:              "must be true at every call",
	property.Always:              "must be true at every call, and be reached in a sweep",
	property.AlwaysOrUnreachable: "must be true at every call, and need not be reached",
	property.Sometimes:           "must be true at least once in a sweep",
	property.Reachable:           "must be reached at least once in a sweep",
	property.Unreachable:         "must never be reached",
	property.Eventually:          "must become true within its deadline, and be reached in a sweep",
	property.Fail:                "ends the run wherever it is reached",
	property.Invoke:              "records a call, which a model judges after the run",
	property.Txn:                 "records a transaction, which is judged after the run",
}

// maxSteps is how many steps of a story a hover shows.
const maxSteps = 6

// hoverSite tells of the site at an offset, and gives its place.
func (s *server) hoverSite(t *page, d *document, offset int) (from, to int) {
	site := siteAt(d.scanned(), offset)
	if site == nil || site.Kind == 0 {
		return 0, 0
	}
	head := []string{t.bold(site.Kind.String())}
	if site.Constant && site.Name != "" {
		head = append(head, " ", t.code(site.Name))
	}
	if site.Package == scan.SDKPackage {
		head = append(head, " of the Antithesis SDK")
	}
	if site.Through != "" {
		head = append(head, " through ", t.code(site.Through))
	}
	head = append(head, ": ", meanings[site.Kind])
	t.paragraph(head...)
	if site.Passed {
		t.paragraph("the ", fromCallers)
	}
	if !counted(site) {
		return site.From, site.To
	}
	all, ran := s.of(d.path), 0
	for _, c := range all {
		if c.results.progress != nil {
			ran++
			at := slotOf(site, c.path, c.files[d.path])
			s.hoverTally(t, c, &at)
		}
	}
	switch more := len(all) - 1; {
	case len(all) == 0 || ran > 0:
	case more == 0:
		t.paragraph(t.code(s.name(all[0])), ": not run yet")
	default:
		t.paragraph(t.code(s.name(all[0])), " and ", plural(more, "other config"), ": not run yet")
	}
	return site.From, site.To
}

// hoverTally tells what the runs of a scenario that was run say about a site.
func (s *server) hoverTally(t *page, c *scenario, at *slot) {
	r := &c.results
	text := summary(r.progress)
	if !records(at.Kind) { // which are not counted
		sum, _ := r.tally(at.Kind, at.Name, at.File, at.Line)
		text = tallied(&sum) + " in " + plural(int(r.progress.Ran), "seed")
	}
	if n := r.progress.Undecided; n > 0 && !records(at.Kind) {
		text += fmt.Sprintf(", %d undecided", n)
	}
	text += badge(r.snapshot, r.outdated)
	t.paragraph(t.code(s.name(c)), ": ", t.plain(text))
	if f := s.failingAt(c, at); f != nil {
		s.hoverFailure(t, f)
	}
}

// tallied is what happened at a site.
func tallied(t *work.SiteTally) string {
	switch {
	case t.True+t.False == 0:
		return "never reached"
	case t.Kind == property.Reachable || t.Kind == property.Unreachable || t.Kind == property.Fail:
		return "reached " + times(t.True+t.False)
	case t.False == 0:
		return fmt.Sprintf("true %s, never false", times(t.True))
	}
	text := fmt.Sprintf("true %s, false %s", times(t.True), times(t.False))
	if t.True == 0 {
		text = "never true, false " + times(t.False)
	}
	if t.Kind != property.Sometimes && t.Failed != 0 {
		text += fmt.Sprintf(" (first in seed %d)", t.Failed)
	}
	return text
}

// times says how often something has happened, which is from 1.
func times(n uint64) string {
	if n == 1 {
		return "once"
	}
	return grouped(n) + " times"
}

// hoverFailure tells how a site came to fail.
func (s *server) hoverFailure(t *page, f *failing) {
	v := f.Failure.Failure
	t.paragraph(t.bold("fails"), " in ", t.plain(seedsText(f.seeds)), ": ", t.plain(f.Title), ": ", t.plain(v.Message))
	if f.shrunk != nil {
		t.paragraph("shrunk to ", plural(f.shrunk.Faults, "fault"))
	}
	if f.Story == nil {
		return
	}
	t.list()
	steps := f.Story.Steps
	if over := len(steps) - maxSteps; over > 0 {
		t.item(t.plain(fmt.Sprintf("%s before", plural(over, "step"))))
		steps = steps[over:]
	}
	for _, step := range steps {
		line := step.Text
		if step.Node != "" {
			line = step.Node + " " + line
		}
		t.item(t.code(step.At.Seconds()), " ", t.plain(line))
	}
}
