package engine

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// causeWriter prints a cause for a person.
type causeWriter struct {
	*bufio.Writer
	*Cause
	file func(string) string
}

// WriteText writes a cause for a person to read. file turns the name of a source file,
// as a binary knows it, into what is shown.
func (c *Cause) WriteText(to io.Writer, file func(string) string) error {
	w := &causeWriter{bufio.NewWriter(to), c, file}
	w.head()
	w.needs()
	w.windows()
	if c.Inevitable != nil {
		w.inevitable()
	}
	if len(c.Seeds) > 0 {
		w.seeds()
	}
	if c.Nearest != nil {
		w.nearest()
	}
	fmt.Fprintf(w, "\n%s, %d of them from a checkpoint of the failing one\n", plural(c.Runs, "run"), c.Forked)
	if !c.Complete {
		fmt.Fprintln(w, "the search was ended early; what is missing above was not looked at")
	}
	return w.Flush()
}

func (w *causeWriter) head() {
	f := w.Failure
	fmt.Fprintf(w, "seed %d fails at %s: %s\n  %s\n", w.Schedule.Seed, f.At.Seconds(), f.Title(), f.Words())
	if f.Site != nil {
		fmt.Fprintf(w, "  at %s:%d\n", w.file(f.Site.File), f.Site.Line)
	}
	if n := len(w.Unfired); n > 0 {
		fmt.Fprintf(w, "  (left out, since they do not happen in this run: %s)\n", plural(n, "fault"))
	}
	if w.Lengthened > 0 {
		fmt.Fprintf(w, "  (looked at over %v, as the config says, where it fails in the same way; the schedule ends at %v)\n", w.Horizon, w.Lengthened)
	}
}

// needs tells what happens without each fault.
func (w *causeWriter) needs() {
	if len(w.Faults) == 0 {
		fmt.Fprintln(w, "\nThere are no faults: it fails by itself.")
		return
	}
	fmt.Fprint(w, "\nWhich faults does it need?\n")
	for i := range w.Faults {
		f := &w.Faults[i]
		fmt.Fprintf(w, "  %d  %s\n", i+1, bare(&f.Fault).Words())
		if f.Without != nil {
			fmt.Fprintf(w, "     without it %s\n", ending(f.Without))
		}
	}
}

// bare is a fault without its anchor, which the place that it strikes tells.
func bare(f *schedule.Fault) *schedule.Fault {
	g := *f
	g.Anchor = nil
	return &g
}

// ending says how a run ends.
func ending(e *Ending) string {
	switch e.How {
	case FailsSo:
		return "the run fails in the same way"
	case FailsElse:
		return "the run fails in another way: " + e.Title
	case FaultMissing:
		return "the fault does not happen"
	case FaultInTheWay:
		return fmt.Sprintf("fault %d strikes there", e.Lacks[0])
	}
	how := "the run passes"
	if e.How == RunUndecided {
		how = "the run is undecided: a history has no verdict"
	}
	if len(e.Lacks) > 0 {
		how += fmt.Sprintf(", but %s not happen then either", theFaults(e.Lacks))
	}
	return how
}

// theFaults names faults by their numbers, with the verb that they need.
func theFaults(numbers []int) string {
	if len(numbers) == 1 {
		return fmt.Sprintf("fault %d does", numbers[0])
	}
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprint(n)
	}
	return "faults " + strings.Join(words, ", ") + " do"
}

// inevitable tells from when on the failure was settled.
func (w *causeWriter) inevitable() {
	n := w.Inevitable
	fmt.Fprint(w, "\nWhen is it inevitable? (the run goes on with other latencies, ties and crash losses)\n")
	switch {
	case n.Start:
		fmt.Fprintf(w, "  from the start of the run on: %d of %d branches fail\n", n.Branches, n.Branches)
		return
	case n.End:
		fmt.Fprintf(w, "  not before it shows: %d of %d branches fail right before the failure\n", n.Before, n.Branches)
		return
	}
	fmt.Fprintf(w, "  inevitable from %s on: %d of %d branches fail; just before, %d of %d\n", micros(n.At), n.Branches, n.Branches, n.Before, n.Branches)
	for i := range n.Events {
		w.event("    ", &n.Events[i])
	}
	if lead := w.Failure.At.Sub(n.At); lead > 0 {
		fmt.Fprintf(w, "  it shows %s later\n", lead.Rounded())
	}
}

// event prints an event with its place in the source.
func (w *causeWriter) event(indent string, e *EventLine) {
	text, near := e.Text, ""
	if at := e.Site; at != nil {
		in := w.file(at.File)
		if named := " at " + at.File + ":"; strings.Contains(text, named) {
			text = strings.Replace(text, named, " at "+in+":", 1)
		} else {
			near = fmt.Sprintf(" (near %s:%d)", in, at.Line)
		}
	}
	if e.Node != "" {
		text = e.Node + "  " + text
	}
	fmt.Fprintf(w, "%s%s  %s%s\n", indent, micros(e.At), text, near)
}

// micros is an instant to the microsecond, rounded down.
func micros(t vtime.Instant) string { return digits(t, vtime.Microsecond, 6) }

// digits is an instant in seconds with a number of digits, of which the last
// counts units.
func digits(t vtime.Instant, unit vtime.Duration, n int) string {
	return fmt.Sprintf("%d.%0*ds", int64(t)/int64(vtime.Second), n, int64(t)%int64(vtime.Second)/int64(unit))
}

// toldApart shows two instants with as many digits as it takes to tell them apart.
func toldApart(a, b vtime.Instant) (string, string) {
	if micros(a) != micros(b) {
		return micros(a), micros(b)
	}
	return digits(a, vtime.Nanosecond, 9), digits(b, vtime.Nanosecond, 9)
}

// seeds tells how other seeds end.
func (w *causeWriter) seeds() {
	fmt.Fprint(w, "\nIs it the seed?\n")
	for _, n := range w.Seeds {
		if n.Drawn {
			fmt.Fprintf(w, "  %d of %d when they also decide %s%s\n", n.Same, n.Ran, decides(w.Schedule.Plain), others(&n))
			continue
		}
		fmt.Fprintf(w, "  %d of %d other seeds fail in the same way under the same faults%s%s\n", n.Same, n.Ran, w.left(), others(&n))
	}
	last := w.Seeds[len(w.Seeds)-1]
	fmt.Fprintf(w, "  %s\n", blame(last.Same, last.Ran))
}

// left says what is left for a seed to decide, where the schedule makes streams
// of draws plain.
func (w *causeWriter) left() string {
	if len(w.Schedule.Plain) == 0 {
		return ""
	}
	var left []string
	for _, s := range schedule.Streams {
		if !slices.Contains(w.Schedule.Plain, s.Name) {
			left = append(left, s.Name)
		}
	}
	if len(left) == 0 {
		return ", and decide nothing else"
	}
	return "; they decide " + decides(left)
}

// drawn says what each stream of draws decides.
var drawn = map[string]string{
	schedule.Latency: "latencies",
	schedule.Ties:    "ties",
	schedule.Random:  "the nodes' randomness",
	schedule.Tearing: "what crashes leave on disks",
}

// decides says what streams of draws decide.
func decides(streams []string) string {
	words := make([]string, len(streams))
	for i, s := range streams {
		words[i] = drawn[s]
	}
	return strings.Join(words, ", ")
}

func others(n *SeedCount) string {
	var s string
	if n.Other > 0 {
		s += fmt.Sprintf("; %d in another way", n.Other)
	}
	if n.Undecided > 0 {
		s += fmt.Sprintf("; %d undecided", n.Undecided)
	}
	if n.Missing > 0 {
		s += fmt.Sprintf("; in %d a fault does not happen", n.Missing)
	}
	return s
}

// blame says what a number of failing seeds means.
func blame(same, ran int) string {
	switch {
	case same*10 >= ran*9:
		return "the faults are the cause, not the seed"
	case same == 0:
		return "it takes more than these faults: what this seed draws besides matters"
	}
	return "the faults matter, and so does what the seed draws besides"
}

// nearest tells where the nearest passing run parts from the failing one.
func (w *causeWriter) nearest() {
	n := w.Nearest
	fmt.Fprintf(w, "\nThe nearest passing run: %s\n", w.change())
	if len(n.Lacks) > 0 {
		fmt.Fprintf(w, "  (%s not happen then)\n", theFaults(n.Lacks))
	}
	d := n.Divergence
	if d == nil {
		fmt.Fprintln(w, "  its trace is the same")
		return
	}
	fmt.Fprintf(w, "  the two have %s in common, then part:\n", plural(d.Common, "event"))
	w.lines("    ", d.Before)
	w.lines("  - ", append([]string{d.A}, n.AfterA...))
	w.lines("  + ", append([]string{d.B}, n.AfterB...))
	fmt.Fprintln(w, "  (- the failing run, + the passing one)")
}

func (w *causeWriter) lines(mark string, lines []string) {
	for _, l := range lines {
		if l != "" {
			fmt.Fprintf(w, "%s%s\n", mark, l)
		}
	}
}

// change says what is different in the nearest passing run.
func (w *causeWriter) change() string {
	n := w.Nearest
	was := &w.Faults[n.Fault-1].Fault
	is := n.Changed
	switch {
	case is == nil:
		return fmt.Sprintf("without fault %d", n.Fault)
	case is.Op != was.Op:
		return fmt.Sprintf("fault %d %s operation %d instead of %d", n.Fault, is.PointWords(), is.Op, was.Op)
	case is.Op > 0:
		return fmt.Sprintf("fault %d %s operation %d instead of %s it", n.Fault, is.PointWords(), is.Op, was.PointWords())
	}
	return fmt.Sprintf("fault %d at %s instead of %s", n.Fault, micros(is.At), micros(was.At))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
