package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/confidence"
)

// maxEntries is how many entries the parts of a summary share, so that all of it
// fits on one screen.
const maxEntries = 8

// sweep prints what a sweep came to: first what it says nothing about.
func (h *humanReporter) sweep(s swept) {
	if s.properties {
		h.table(s)
	}
	most := maxEntries / max(1, count(len(s.Unreached)+len(s.Unrecorded) > 0, len(s.Open) > 0, len(s.Failures) > 0))
	h.unreached(s, most)
	h.undecided(s, max(1, most/2))
	h.failures(s, most)
	h.evidence(s)
	ran := plural(int(s.Ran), "seed")
	if !s.Complete() {
		ran = fmt.Sprintf("%d of %d seeds", s.Ran, s.Seeds)
	}
	open := ""
	if s.Undecided > 0 {
		open = fmt.Sprintf(", %d undecided", s.Undecided)
	}
	fmt.Fprintf(h.w, "%s, %d failed%s; %s of virtual time, %d events\n", ran, s.Failed, open, s.Virtual.Rounded(), s.Events)
}

// count says how many are true.
func count(all ...bool) (n int) {
	for _, one := range all {
		if one {
			n++
		}
	}
	return n
}

// unreached prints what no seed reached, made true or recorded.
func (h *humanReporter) unreached(s swept, most int) {
	var lines []string
	for _, m := range s.Unreached {
		what := "was never reached"
		if m.NeverTrue {
			what = "was never true"
		}
		lines = append(lines, fmt.Sprintf("%s %q %s (%s:%d)", m.Kind, m.Name, what, h.files.file(m.File), m.Line))
	}
	for _, name := range s.Unrecorded {
		lines = append(lines, fmt.Sprintf("%s was never recorded, though %s lists it", historyText(name, ""), h.config))
	}
	for i, l := range lines {
		if i == most {
			fmt.Fprintf(h.w, "… and %d more; -properties shows all\n", len(lines)-i)
			break
		}
		fmt.Fprintln(h.w, l)
	}
	if len(lines) > 0 && s.allowed {
		fmt.Fprintln(h.w, "  (allowed by -allow-unreached)")
	}
}

// historyText names a history and what judges it, if that is known.
func historyText(name, by string) string {
	text := "the history without a name"
	if name != "" {
		text = fmt.Sprintf("history %q", name)
	}
	if by != "" {
		text += ", judged as " + by
	}
	return text
}

// undecided prints why seeds are undecided, and how to see one of them.
func (h *humanReporter) undecided(s swept, most int) {
	if s.Undecided == 0 {
		return
	}
	fmt.Fprintf(h.w, "%d of %s undecided: no failure, and no pass either\n", s.Undecided, plural(int(s.Ran), "seed"))
	for i, o := range s.Open {
		if i == most {
			fmt.Fprintf(h.w, "  … and %d more histories; -properties shows all\n", len(s.Open)-i)
			break
		}
		word := "seeds"
		if len(o.Seeds) == 1 {
			word = "seed"
		}
		fmt.Fprintf(h.w, "  %s: %s %s\n", historyText(o.History, o.By), word, list(o.Seeds))
		h.wrapped("    ", o.Why)
	}
	fmt.Fprintf(h.w, "  reproduce: %s -seed %d\n", h.command("replay"), s.Open[0].Seeds[0])
}

// rare is a rate that a bug may have got that is only rarer than before: a check
// of a fix rules it out even for a bug that showed in most seeds.
const rare = 0.05

// failures prints each way to fail: how often, and for which seeds.
func (h *humanReporter) failures(s swept, most int) {
	if s.Ran < 2 || s.Failed == 0 {
		return
	}
	rarest := 1.0
	for i, g := range s.Failures {
		n := uint64(len(g.Seeds))
		low, high := confidence.Wilson(n, s.Ran)
		rarest = min(rarest, low)
		if i > most {
			continue
		}
		if i == most {
			fmt.Fprintf(h.w, "… and %d more ways to fail\n", len(s.Failures)-i)
			continue
		}
		fmt.Fprintln(h.w, cut(heading(s.Failures, i)))
		h.wrapped("  ", fmt.Sprintf("%d of %d seeds, %s to %s at 95%%: %s", n, s.Ran, confidence.Percent(low), confidence.Percent(high), list(g.Seeds)))
	}
	needed := confidence.Needed(min(rarest, rare), confidence.At95)
	if s.seeds.Last > math.MaxUint64-needed {
		return
	}
	fmt.Fprintf(h.w, "to check a fix at 95%%, %d new seeds have to pass: %s -seeds %d-%d\n", needed, h.command("run"), s.seeds.Last+1, s.seeds.Last+needed)
}

// heading names a way to fail; with its message, if another has the same title.
func heading(all []engine.Group, i int) string {
	f := all[i].First.Failure
	for j := range all {
		if j != i && all[j].First.Failure.Title() == f.Title() {
			return f.Title() + ": " + f.Message
		}
	}
	return f.Title()
}

// cut shortens a line to the width of a terminal.
func cut(line string) string {
	if r := []rune(line); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return line
}

// proves says whether the passes of a sweep bound the rate of failures: one seed
// alone is a look at a run.
func (s swept) proves() bool { return s.Clean() && s.Ran > 1 }

// evidence says what the passes of a clean sweep come to.
func (h *humanReporter) evidence(s swept) {
	if !s.proves() {
		return
	}
	bound := confidence.Above(confidence.Bound(s.Passed(), confidence.At95))
	h.wrapped("", fmt.Sprintf("%d seeds passed, 0 undecided. If a random seed of this config failed with probability above %s, this sweep would have caught it (95%%). "+
		"That bounds the failure rate under this simulator's distribution, not in production.", s.Passed(), bound))
	h.wrapped("", learning(s))
}

// learning says whether more seeds would show anything new.
func learning(s swept) string {
	all, once := s.Behaviours()
	rate := confidence.OneIn(confidence.Discovery(uint64(once), s.Ran)) + " new seeds"
	if rate == "1 in 1 new seeds" {
		rate = "every new seed"
	}
	switch {
	case all == 0:
		return "No check was made and no history recorded, so only panics, exits, deadlocks and the like would have shown: add checks (package sim)."
	case once > 0:
		return fmt.Sprintf("%s seen (a check's result after a kind of fault), %d in one seed only: about %s still shows something new. More seeds are worth it.", plural(all, "behaviour"), once, rate)
	}
	return fmt.Sprintf("%s seen (a check's result after a kind of fault), none in one seed only: perhaps %s would show something new. More seeds of this config are unlikely to help; change the workload or the faults.",
		plural(all, "behaviour"), rate)
}

// width is how long a line of prose gets.
const width = 80

// wrapped prints prose, each line behind an indent.
func (h *humanReporter) wrapped(indent, text string) {
	line := indent
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > width && line != indent {
			fmt.Fprintln(h.w, line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(h.w, line)
}
