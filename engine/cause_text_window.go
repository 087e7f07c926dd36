package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/schedule"
)

// windows tells where each fault may strike.
func (w *causeWriter) windows() {
	examined := func(f FaultCause) bool { return len(f.Windows) > 0 }
	if !slices.ContainsFunc(w.Faults, examined) {
		return
	}
	fmt.Fprint(w, "\nHow exactly must they strike? (one moved, the others as they are; the stretch around\nwhere it struck, in which every place that was tried fails)\n")
	if slices.ContainsFunc(w.Faults, func(f FaultCause) bool { return examined(f) && f.Fault.Kind == schedule.Crash }) {
		fmt.Fprintln(w, "(a crash at another instant draws again what it leaves on the disk)")
	}
	for i := range w.Faults {
		f := &w.Faults[i]
		if !examined(*f) {
			continue
		}
		fmt.Fprintf(w, "  %d  %s\n", i+1, w.struck(f))
		for j := range f.Windows {
			w.window(f, &f.Windows[j])
		}
		w.points(f)
	}
}

// struck says what a fault strikes.
func (w *causeWriter) struck(f *FaultCause) string {
	if f.Strikes == nil {
		return fmt.Sprintf("%s at %s", f.Fault.Kind, micros(f.Fault.At))
	}
	return fmt.Sprintf("%s %s %s", f.Fault.Kind, f.Fault.PointWords(), operationText(f.Strikes))
}

// operationText is an operation in words.
func operationText(p *Place) string {
	s := fmt.Sprintf("operation %d", p.Op)
	if does := does(p); does != "" {
		s += ", " + does
	}
	if p.In != "" {
		s += " in " + p.In[strings.LastIndex(p.In, "/")+1:]
	}
	return s
}

// does is what an operation does to which file.
func does(p *Place) string {
	if p.Do == "" {
		return ""
	}
	return p.Do + " of " + p.Path
}

func (w *causeWriter) window(f *FaultCause, win *Window) {
	early, late := &win.Earlier, &win.Later
	switch {
	case win.Of == OfInstants:
		from, before := edgeText(early)
		to, behind := edgeText(late)
		fmt.Fprintf(w, "     fails from %s to %s\n", from, to)
		w.instant("earlier", before, early)
		w.instant("later", behind, late)
		return
	case win.Of == OfAlike:
		fmt.Fprintf(w, "     of operations that are a %s: fails from %d to %d (%d tried)\n", does(f.Strikes), early.Last.Op, late.Last.Op, early.Tried+late.Tried)
	case early.Last.Op == late.Last.Op:
		fmt.Fprintf(w, "     fails at operation %d alone\n", early.Last.Op)
	default:
		fmt.Fprintf(w, "     fails from operation %d to %d (%d tried)\n", early.Last.Op, late.Last.Op, early.Tried+late.Tried)
	}
	w.operation("earlier", early)
	w.operation("later", late)
}

// operation tells the first operation beyond an edge.
func (w *causeWriter) operation(side string, e *Edge) {
	if e.First == nil {
		fmt.Fprintf(w, "       %s: there is none\n", side)
		return
	}
	fmt.Fprintf(w, "       %s: %s: %s\n", side, operationText(e.First), ending(e.Ending))
}

// edgeText shows the last instant that fails, and the first that does not.
func edgeText(e *Edge) (last, first string) {
	if e.First == nil {
		return micros(e.Last.At), ""
	}
	return toldApart(e.Last.At, e.First.At)
}

// instant tells the first instant beyond an edge, and what happens there.
func (w *causeWriter) instant(side, first string, e *Edge) {
	if e.First == nil {
		fmt.Fprintf(w, "       %s: as far as a fault can strike\n", side)
		return
	}
	fmt.Fprintf(w, "       %s: %s: %s (%d tried)\n", side, first, ending(e.Ending), e.Tried)
	lines, where := e.Between, "between the two"
	if len(lines) == 0 {
		lines, where = e.Around, "nearest, before and after"
	}
	for i := range lines {
		if i == 0 {
			fmt.Fprintf(w, "         %s:\n", where)
		}
		w.event("           ", &lines[i])
	}
}

// points tells how a crash at other points of its operation ends, those with the
// same ending together.
func (w *causeWriter) points(f *FaultCause) {
	var order []string
	at := map[string][]string{}
	for i := range f.Points {
		p := &f.Points[i]
		says := ending(&p.Ending)
		if at[says] == nil {
			order = append(order, says)
		}
		at[says] = append(at[says], p.Point)
	}
	for _, says := range order {
		fmt.Fprintf(w, "     at other points of the operation: %s: %s\n", strings.Join(at[says], ", "), says)
	}
}
