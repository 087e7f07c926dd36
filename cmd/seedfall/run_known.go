package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/corpus"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
)

// knownFirst replays the known failures before the seeds, and gives the exit code
// that they alone would have.
func (f runFlags) knownFirst(ctx context.Context, e env, program *engine.Program, p *progress) (code int, err error) {
	if f.noKnown {
		return exitOK, nil
	}
	count, err := f.recall(ctx, e, program, p, f.check, func(r *engine.Result) { f.recordFailure(e, program, r) })
	return count.code(), err
}

// recall replays the corpus of a program's config and reports what became of each
// entry. failed hears of those that fail in another way.
func (f *flags) recall(ctx context.Context, e env, program *engine.Program, p *progress, check bool, failed func(*engine.Result)) (*knownCount, error) {
	count := &knownCount{}
	files, err := storeOf(program.Config).Files()
	if err != nil || len(files) == 0 {
		return count, err
	}
	p.say("replaying known failures")
	defer p.clear()
	out := newKnownReporter(e, f, program, count)
	var known []*schedule.Schedule
	var entries []int // which of the files they are
	for i, file := range files {
		if file.Entry != nil {
			known, entries = append(known, file.Entry.Schedule), append(entries, i)
		}
	}
	told := 0
	unreadable := func(until int) {
		for ; told < until; told++ {
			if p := files[told].Problem; p != nil {
				out.unreadable(p)
			}
		}
	}
	ran, err := program.Recall(ctx, known, engine.RecallOptions{Jobs: f.jobs, Check: check, Stop: e.stop, Each: func(r engine.Recalled) {
		p.clear()
		unreadable(entries[r.Index])
		told = entries[r.Index] + 1
		out.entry(files[entries[r.Index]].Entry, r)
		if r.State == engine.FailsOther {
			failed(r.Result)
		}
	}})
	p.clear()
	unreadable(len(files))
	count.skipped = len(known) - ran
	if err == nil {
		out.end()
	}
	return count, err
}

// knownCount is how many known failures came to what.
type knownCount struct {
	fails, differs, passes, stale, undecided int
	skipped                                  int // not replayed, since the user interrupted
	nondeterministic                         bool
}

// add counts one.
func (c *knownCount) add(r engine.Recalled) {
	switch r.State {
	case engine.StillFails:
		c.fails++
	case engine.FailsOther:
		c.differs++
		c.nondeterministic = c.nondeterministic || r.Result.Failure.Class == verdict.Nondeterminism
	case engine.PassesNow:
		c.passes++
	case engine.LeftOpen:
		c.undecided++
	case engine.Stale:
		c.stale++
	}
}

// total is how many there are.
func (c *knownCount) total() int {
	return c.fails + c.differs + c.passes + c.undecided + c.stale + c.skipped
}

// code is the exit code of run: a known failure that fails in another way is a
// new failure.
func (c *knownCount) code() int {
	if c.differs > 0 {
		return worse(exitFailed, c.checkCode())
	}
	return c.checkCode()
}

// checkCode is the exit code of corpus check.
func (c *knownCount) checkCode() int {
	code := exitOK
	for _, may := range []struct {
		applies bool
		code    int
	}{{c.nondeterministic, exitNondeterministic}, {c.fails > 0, exitFailed}, {c.skipped > 0, exitInterrupted}, {c.differs > 0, exitNotReproduced}, {c.undecided > 0, exitStopped}, {c.stale > 0, exitStale}} {
		if may.applies {
			code = worse(code, may.code)
		}
	}
	return code
}

// recordFailure adds what a run has found to the corpus, if -record asks for it,
// and says so. It is not the run's fault if that cannot be done.
func (f runFlags) recordFailure(e env, program *engine.Program, r *engine.Result) {
	if !f.record || r.Failure == nil {
		return
	}
	if r.Failure.Class == verdict.Nondeterminism {
		fmt.Fprintf(e.stderr, "warning: seed %d is not recorded: no schedule brings back two runs that differ\n", r.Seed)
		return
	}
	entry, did, err := storeOf(program.Config).Add(r.Schedule, false)
	if err != nil {
		var problem *corpus.Problem
		text := err.Error()
		if errors.As(err, &problem) {
			text = problemText(problem)
		}
		fmt.Fprintf(e.stderr, "warning: the failure of seed %d is not recorded: %s\n", r.Seed, text)
		return
	}
	fmt.Fprintln(e.stderr, addedText(entry, did))
}

// addedText says what adding came to.
func addedText(entry *corpus.Entry, did corpus.Added) string {
	path := shorter(entry.Path)
	switch did {
	case corpus.Created:
		return "recorded as " + path
	case corpus.Replaced:
		return "recorded as " + path + ", in place of what was there"
	}
	return fmt.Sprintf("%s has this failure already, with %s", path, plural(len(entry.Schedule.Faults), "fault"))
}
