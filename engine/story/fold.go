package story

import (
	"regexp"
	"slices"
	"strings"
)

// Reduce leaves of a program's goroutines what its author wrote: goroutines of
// the runtime itself are left out, and frames of the standard library and of
// package sim are folded into the frame that calls them. Of a goroutine that has
// no other frames the outermost one stays.
func Reduce(all []Goroutine) []Goroutine {
	var kept []Goroutine
	for _, g := range all {
		if !g.system() {
			g.Frames = fold(g.Frames)
			kept = append(kept, g)
		}
	}
	return kept
}

// system says that the runtime began the goroutine for its own purposes.
func (g *Goroutine) system() bool {
	if g.CreatedBy != nil {
		return packageOf(g.CreatedBy.Function) == "runtime"
	}
	for _, f := range g.Frames {
		if packageOf(f.Function) != "runtime" || f.Function == "runtime.main" {
			return false
		}
	}
	return g.ID != 1
}

// fold keeps the frames that users wrote; those of wrappers only if there are no
// others.
func fold(frames []Frame) []Frame {
	kept := folded(frames, func(f string) bool { return wrapper.MatchString(f) })
	if len(kept) == 0 {
		kept = folded(frames, func(string) bool { return false })
	}
	if len(kept) == 0 {
		kept = outermost(frames)
	}
	return kept
}

// folded folds frames into those that call them, and leaves some out.
func folded(frames []Frame, out func(function string) bool) (kept []Frame) {
	in, elided := "", 0
	for _, f := range frames {
		switch {
		case !folds(f.Function) && !out(f.Function):
			f.In, in = in, ""
			f.Elided, elided = f.Elided+elided, 0
			kept = append(kept, f)
			continue
		case packageOf(f.Function) == "runtime":
			in = "" // the state says what it waits for
		case folds(f.Function):
			in = f.Function
		}
		if len(kept) > 0 {
			kept[len(kept)-1].Elided += f.Elided
		} else {
			elided += f.Elided
		}
	}
	return kept
}

// wrapper matches the functions that the compiler puts around the call of a go or
// defer statement.
var wrapper = regexp.MustCompile(`\.(gowrap|deferwrap)[0-9]+$`)

// outermost is the last frame that is not the runtime's, or just the last.
func outermost(frames []Frame) []Frame {
	for i := len(frames) - 1; i >= 0; i-- {
		if packageOf(frames[i].Function) != "runtime" {
			return frames[i : i+1 : i+1]
		}
	}
	return frames[max(0, len(frames)-1):]
}

// packageOf is the import path in front of a function's name.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + name
}

// own are the packages of this project that a guest runs between the user's code
// and the standard library.
var own = []string{"github.com/seedfall/seedfall/sim", "github.com/seedfall/seedfall/sim/model", "github.com/seedfall/seedfall/internal/abi"}

// standard are the first elements of the import paths of the standard library.
// An import path of another module may begin with one of them only if the module
// has no domain in its name.
var standard = strings.Fields(`archive arena bufio bytes cmp compress container context crypto database debug
	embed encoding errors expvar flag fmt go hash html image index internal io iter log maps math mime net os path
	plugin reflect regexp runtime simd slices sort strconv strings structs sync syscall testing text time unicode
	unique unsafe uuid vendor weak`)

// folds says whether a function is one that users did not write.
func folds(function string) bool {
	path := packageOf(function)
	first, _, _ := strings.Cut(path, "/")
	if path == function { // panic has no package
		return true
	}
	return slices.Contains(own, path) || slices.Contains(standard, first)
}
