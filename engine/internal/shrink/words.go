package shrink

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// describe says what a step has made smaller.
func describe(from, to state) string {
	var did []string
	add := func(format string, args ...any) { did = append(did, fmt.Sprintf(format, args...)) }
	if gone := removed(from.variant, to.variant); gone != "" {
		add("%s", gone)
	}
	for _, name := range to.s.Plain {
		if !slices.Contains(from.s.Plain, name) {
			add("%s", plainly(name))
		}
	}
	if from.s.Ops != to.s.Ops {
		add("sim.Budget capped at %d of %d operations", to.s.Ops, from.out.Ops)
	}
	if from.s.Duration != to.s.Duration {
		add("duration %s%s", to.s.Duration.Rounded(), instead(from.s.Duration != 0, from.s.Duration.Rounded()))
	}
	if len(from.ids) == len(to.ids) { // else what is left strikes other operations
		did = append(did, simpler(from.variant, to.variant)...)
	}
	return strings.Join(did, ", ")
}

func instead(of bool, value string) string {
	if !of {
		return ""
	}
	return " instead of " + value
}

// removed says which faults are gone: by their families if what is gone is all
// of them, "" for none.
func removed(from, to variant) string {
	if len(from.ids) == len(to.ids) {
		return ""
	}
	before, now := counts(from), counts(to)
	var families []string
	for _, k := range schedule.Kinds {
		if before[k.Family] > 0 && now[k.Family] == 0 && !slices.Contains(families, "no "+k.Family) {
			families = append(families, "no "+k.Family)
		} else if before[k.Family] != now[k.Family] && now[k.Family] > 0 {
			return fmt.Sprintf("removed %d of %d faults", len(from.ids)-len(to.ids), len(from.ids))
		}
	}
	if len(to.ids) == 0 {
		return "no faults at all"
	}
	return strings.Join(families, ", ")
}

func counts(v variant) map[string]int {
	n := map[string]int{}
	for i := range v.s.Faults {
		n[familyOf(&v.s.Faults[i])]++
	}
	return n
}

// simplest says what is simple about a plain stream.
var simplest = map[string]string{
	schedule.Latency: "latency at its least",
	schedule.Ties:    "ties in the order of the config",
	schedule.Random:  "the randomness of seed 0",
	schedule.Tearing: "crashes tear nothing",
}

func plainly(stream string) string {
	if words, ok := simplest[stream]; ok {
		return words
	}
	return stream + " plain"
}

// simpler says for the faults of to what changed, at most for three.
func simpler(from, to variant) (did []string) {
	more := 0
	for i, id := range to.ids {
		old, f := from.fault(id), &to.s.Faults[i]
		if old == nil {
			continue
		}
		changes := differences(old, f)
		switch {
		case len(changes) > 0 && len(did) == 3:
			more++
		case len(changes) > 0:
			did = append(did, title(old)+" "+strings.Join(changes, " and "))
		}
	}
	if more > 0 {
		did = append(did, fmt.Sprintf("%d more simplified", more))
	}
	return did
}

// title names a fault: "crash of server".
func title(f *schedule.Fault) string {
	switch {
	case f.Node != "":
		return f.Kind + " of " + f.Node
	case len(f.Cut) > 0:
		return f.Kind + " of " + strings.Join(f.Cut, ",")
	}
	return f.Kind
}

func differences(old, f *schedule.Fault) (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if f.Planned() && f.At != old.At {
		add("at %s instead of %s", vtime.Duration(f.At).Rounded(), vtime.Duration(old.At).Rounded())
	}
	if f.Span() != old.Span() {
		add("for %s instead of %s", f.Span().Rounded(), old.Span().Rounded())
	}
	if f.Grace != old.Grace {
		add("with a grace of %s instead of %s", f.Grace.Rounded(), old.Grace.Rounded())
	}
	if f.Corrupt != old.Corrupt {
		add("without a flipped bit")
	}
	if f.Point != old.Point {
		add("%s its operation", f.Point)
	}
	if !slices.Equal(f.Cut, old.Cut) {
		add("of %s alone", strings.Join(f.Cut, ","))
	}
	if f.Page != old.Page || f.PageTo != old.PageTo {
		add("on page %d", f.Page)
	}
	if f.Bit != old.Bit {
		add("in bit %d", f.Bit)
	}
	return all
}
