package model

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/internal/abi"
)

// run lets the program go on until it waits for a question. If it does anything
// else, the session has failed.
func (s *Session) run() error {
	for slices, parks := 0, 0; ; {
		switch y := s.inst.Run(); y {
		case guest.Asks:
			return nil
		case guest.SliceEnd:
			if slices++; slices == maxSlices {
				s.inst.End()
				return s.fail(spins("does not come to an answer: it makes more calls and turns of loops than a model may need", s.inst.Stack()))
			}
		case guest.Waits:
			at := s.proc.WakeAt()
			if parks++; parks == maxParks || at == vtime.Never {
				return s.fail(spins("waits for something that does not come: a model has nothing to wait for", nil))
			}
			s.proc.Clock.Advance(at)
		default:
			return s.fail(s.ended(y))
		}
	}
}

func spins(problem string, stack []string) error {
	e := &check.ModelError{Problem: problem}
	if len(stack) > 0 {
		e.Detail = "it was in " + strings.Join(stack, ", called by ")
	}
	return e
}

// ended says why a program ended instead of asking for the next question.
func (s *Session) ended(y guest.Yield) error {
	words := s.proc.LastWords()
	switch {
	case s.outside.called:
		return &check.ModelError{Problem: "calls package sim, which it cannot: it is asked outside of the run"}
	case y == guest.Stuck:
		return spins(fmt.Sprintf("does not come to an answer within %v", watchdog), s.inst.Stack())
	case y == guest.Trapped:
		return spins("does what WebAssembly forbids: "+s.inst.Trap(), s.inst.Stack())
	case s.inst.MemoryDenied() && len(words) > 0:
		return &check.ModelError{Problem: fmt.Sprintf("needs more than its memory limit of %d MB", MaxMemory>>20), Detail: frames(words)}
	case y == guest.Exited && len(words) > 0:
		said := sentence(words)
		if unfit, ok := strings.CutPrefix(said, "panic: "+abi.ModelUnfit); ok {
			return &UnfitError{unfit}
		}
		return &check.ModelError{Problem: "ends with " + said, Detail: frames(words)}
	case y == guest.Exited && s.inst.ExitCode() == 0:
		return &check.ModelError{Problem: "ends without an answer: its main function has to call model.Main, and nothing may exit"}
	}
	return &check.ModelError{Problem: fmt.Sprintf("exits with code %d: its main function has to call model.Main, and nothing may exit", s.inst.ExitCode())}
}

// sentence is what the runtime says before it prints stacks.
func sentence(words []string) string {
	var kept []string
	for _, w := range words {
		if w == "" || strings.HasPrefix(w, "[signal ") || strings.HasPrefix(w, "goroutine ") {
			break
		}
		kept = append(kept, strings.TrimSpace(w))
	}
	return strings.Join(kept, " ")
}

// frames are the user's functions on the stack of the first goroutine, or all words
// if they cannot be read.
func frames(words []string) string {
	all, err := story.ParseDump(strings.Join(words, "\n"))
	if err != nil || len(all) == 0 {
		return strings.Join(words, "\n")
	}
	var lines []string
	for _, f := range story.Reduce(all[:1])[0].Frames {
		lines = append(lines, fmt.Sprintf("%s %s:%d", f.Function, f.File, f.Line))
	}
	return strings.Join(lines, "\n")
}
