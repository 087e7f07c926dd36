package engine

import "github.com/seedfall/seedfall/engine/vtime"

// Window is where a fault may strike for the failure to stay: the stretch around
// the place where it does. Not every value in it was tried, but all that were
// fail in the same way. Another window may lie elsewhere.
type Window struct {
	Of      WindowOf `json:"of"`
	Earlier Edge     `json:"earlier"`
	Later   Edge     `json:"later"`
}

// WindowOf is what a window is measured in.
type WindowOf string

// The kinds of windows.
const (
	OfInstants   WindowOf = "instants"
	OfOperations WindowOf = "operations"
	// OfAlike counts only operations that do the same as the fault's own.
	OfAlike WindowOf = "alike"
)

// Edge is one end of a window.
type Edge struct {
	// Last is the last place, going outwards, with which the run fails in the
	// same way.
	Last Place `json:"last"`
	// First is the first with which it does not; nil if Last is as far as a fault
	// can go.
	First *Place `json:"first,omitempty"`
	// Ending is how the run with First ends; nil without First.
	Ending *Ending `json:"ending,omitempty"`
	// Tried is how many places were tried on this side, First included.
	Tried int `json:"tried"`
	// Between are the first events, in the run without the fault, between First
	// and Last: at most three. Around are the nearest before and after, where
	// there are none between. Both are for instants only.
	Between []EventLine `json:"between,omitempty"`
	Around  []EventLine `json:"around,omitempty"`
}

// Place is an instant, or an operation of the fault's node.
type Place struct {
	// At is the instant; for an operation that of it in the run without the
	// fault, 0 if it is not made there.
	At vtime.Instant `json:"at"`
	// Op is the number of the operation; 0 for an instant.
	Op uint64 `json:"op,omitempty"`
	// Do and Path are what the operation does, such as "sync", and to which file.
	// Do is "" for an operation that leaves no event, such as a read.
	Do   string `json:"do,omitempty"`
	Path string `json:"path,omitempty"`
	// In is the function that makes it; "" if that is not known.
	In string `json:"in,omitempty"`
}

// holds says whether an operation lies in the window.
func (w *Window) holds(op uint64) bool { return w.Earlier.Last.Op <= op && op <= w.Later.Last.Op }

// walk goes from a value that fails towards a bound.
type walk struct {
	from, bound int64
	// stride is the length of the first step; each one is twice the last.
	stride int64
	// grain is how close the two sides of the edge have to be.
	grain int64
}

// foundEdge is what a walk came to.
type foundEdge struct {
	last, first int64 // first means nothing if open is set
	ending      Ending
	open        bool // the bound fails too
	tried       int
}

// edge steps outwards until a value does not fail in the same way, and then
// halves the gap. Of non-failing values in the gap it finds one whose neighbour
// towards the start, a grain away, fails.
func (w walk) edge(ask func(int64) (Ending, error)) (foundEdge, error) {
	f := foundEdge{last: w.from, open: true}
	try := func(v int64) error {
		e, err := ask(v)
		if f.tried++; e.How == FailsSo {
			f.last = v
		} else {
			f.first, f.ending, f.open = v, e, false
		}
		return err
	}
	for step := w.stride; f.open && f.last != w.bound; step *= 2 {
		if err := try(w.towards(f.last, step)); err != nil {
			return f, err
		}
	}
	for !f.open && distance(f.last, f.first) > w.grain {
		if err := try(f.last + (f.first-f.last)/2); err != nil {
			return f, err
		}
	}
	return f, nil
}

// towards is the value at a distance from v, not beyond the bound.
func (w walk) towards(v, step int64) int64 {
	if step >= distance(v, w.bound) {
		return w.bound
	}
	if w.bound < v {
		return v - step
	}
	return v + step
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

func (f *foundEdge) edge(place func(int64) Place) Edge {
	e := Edge{Last: place(f.last), Tried: f.tried}
	if !f.open {
		first := place(f.first)
		e.First, e.Ending = &first, &f.ending
	}
	return e
}
