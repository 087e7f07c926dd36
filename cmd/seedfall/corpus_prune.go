package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/corpus"
	"github.com/seedfall/seedfall/engine/verdict"
)

const corpusPruneAbout = `Verifies each known failure, as seedfall verify does, until a run of it fails. One that
passes has this noted in its file, and is removed when it has passed -after times in
a row; one that fails loses the note. The exit code is 7 if one is undecided, which is
no pass and leaves the note as it is, else 8 if one is stale.`

// pruneFlags are prune's own flags.
type pruneFlags struct {
	*flags
	after int
}

func corpusPrune(ctx context.Context, e env, args []string) error {
	f := pruneFlags{flags: newFlags(e, "corpus prune", "[-c FILE] [flags]", corpusPruneAbout).only("c", "format", "j")}
	f.IntVar(&f.after, "after", defaultAfter, "remove what has passed `N` verifications in a row")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.after < 1 {
		return &usageError{fmt.Sprintf("-after %d: an entry passes at least once before it is removed", f.after), "seedfall corpus prune -h"}
	}
	s, err := f.begin(ctx, e, nil)
	if err != nil {
		return err
	}
	defer s.close()
	files, err := storeOf(s.program.Config).Files()
	if err != nil {
		return err
	}
	if len(files) == 0 {
		f.noneKnown(e, s.program)
	}
	code := exitOK
	for _, file := range files {
		s.progress.say("verifying " + shorter(file.Path()))
		pruned, err := f.prune(ctx, e, s.program, file)
		s.progress.clear()
		if err != nil {
			return err
		}
		f.report(e, pruned)
		switch pruned.Did {
		case pruneStale:
			code = worse(code, exitStale)
		case pruneOpen:
			code = worse(code, exitStopped)
		}
	}
	return exit(code)
}

// prune verifies one entry and does what follows from it.
func (f pruneFlags) prune(ctx context.Context, e env, program *engine.Program, file corpus.File) (pruneEnd, error) {
	end := pruneEnd{Type: "prune_end", Schema: jsonSchema, File: shorter(file.Path()), After: f.after}
	if file.Problem != nil {
		end.Did, end.Problem = pruneStale, problemText(file.Problem)
		return end, nil
	}
	entry := file.Entry
	end.Fingerprint, end.Known, end.Title, end.Passes = entry.Fingerprint, entry.Schedule.Fails, entry.Failure.Title(), entry.Passes()
	v, err := f.verify(ctx, e, program, entry)
	if errors.Is(err, engine.ErrOtherConfig) {
		end.Did, end.Problem = pruneStale, err.Error()
		return end, nil
	}
	if err != nil {
		return end, err
	}
	end.Ran = v.ran
	store := storeOf(program.Config)
	switch {
	case v.failure != nil:
		end.Did, end.Failure, end.Passes = pruneFails, v.failure, 0
		if v.failure.Fingerprint() != entry.Fingerprint {
			end.Did = pruneDiffers
		}
		if entry.Passes() > 0 {
			err = store.Note(entry, 0, "")
		}
	case v.open != nil:
		end.Did, end.Undecided = pruneOpen, openedHistories(v.open)
		end.Problem = openText(v.open)
	case entry.Passes()+1 >= f.after:
		end.Did, end.Passes = pruneRemoved, entry.Passes()+1
		err = store.Remove(entry)
	default:
		end.Did, end.Passes = prunePasses, entry.Passes()+1
		err = store.Note(entry, end.Passes, program.ID)
	}
	if errors.Is(err, corpus.ErrChanged) {
		end.Did, err = pruneLeft, nil
	}
	return end, err
}

// verified is what verifying an entry came to: how many runs, how the last one
// failed, nil if none did, and the first that is undecided, nil if none is.
type verified struct {
	ran     int
	failure *verdict.Failure
	open    *engine.Result
}

// verify verifies an entry until a run fails. An interrupt ends it at once.
func (f pruneFlags) verify(ctx context.Context, e env, program *engine.Program, entry *corpus.Entry) (verified, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case <-e.stop:
		return verified{}, context.Canceled
	default:
	}
	go func() {
		select {
		case <-e.stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	var v verified
	_, err := program.Verify(ctx, program.Resolve(entry.Schedule), engine.VerifyOptions{Jobs: f.jobs, Each: func(r *engine.Result) {
		if v.failure != nil {
			return
		}
		v.ran++
		if v.failure = r.Failure; v.failure != nil {
			cancel()
		} else if !r.Passed() && v.open == nil {
			v.open = r
		}
	}})
	if v.failure != nil {
		return v, nil
	}
	return v, err
}

// What prune did with an entry.
const (
	pruneRemoved = "removed"
	prunePasses  = "passes"    // noted, and kept for now
	pruneFails   = "fails"     // kept
	pruneDiffers = "differs"   // fails in another way, kept
	pruneOpen    = "undecided" // kept
	pruneStale   = "stale"     // kept
	pruneLeft    = "left"      // changed by another process meanwhile
)

// pruneEnd is the line of one entry. The fields of the failure are those of the
// run that failed.
type pruneEnd struct {
	Type        string `json:"type"`
	Schema      int    `json:"schema"`
	Fingerprint string `json:"fingerprint,omitempty"` // none if the file is no entry
	File        string `json:"file"`
	Did         string `json:"did"`
	Known       string `json:"known,omitempty"` // signature
	Title       string `json:"title,omitempty"`
	Passes      int    `json:"passes"` // in a row, this one included
	After       int    `json:"after"`
	Ran         int    `json:"ran"`
	*verdict.Failure
	Problem string `json:"problem,omitempty"` // why it is stale or undecided

	Undecided []openedHistory `json:"undecided,omitempty"`
}

// report prints what was done with an entry.
func (f pruneFlags) report(e env, end pruneEnd) {
	if f.json(e) {
		enc := &jsonReporter{json.NewEncoder(e.stdout), true}
		enc.put(end)
		return
	}
	switch end.Did {
	case pruneRemoved:
		fmt.Fprintf(e.stdout, "%s removed: %s; passed %s in a row, now %s\n", end.Fingerprint, end.Title, plural(end.Passes, "verification"), plural(end.Ran, "run"))
	case prunePasses:
		fmt.Fprintf(e.stdout, "%s passes, %d of %d in a row: %s; %s\n", end.Fingerprint, end.Passes, end.After, end.Title, plural(end.Ran, "run"))
	case pruneFails:
		fmt.Fprintf(e.stdout, "%s still fails: %s; in run %d\n", end.Fingerprint, end.Title, end.Ran)
	case pruneDiffers:
		fmt.Fprintf(e.stdout, "%s fails in another way: %s; in run %d; it was %s\n", end.Fingerprint, end.Failure.Title(), end.Ran, end.Title)
	case pruneLeft:
		fmt.Fprintf(e.stdout, "%s left alone: another process has changed it meanwhile\n", end.Fingerprint)
	case pruneOpen:
		fmt.Fprintf(e.stderr, "warning: known failure %s is undecided, and kept: %s\n", end.Fingerprint, end.Problem)
	case pruneStale:
		fmt.Fprintf(e.stderr, "warning: a known failure is stale, and kept: %s\n", listOf(end.Problem, end.place()))
	}
}

// place is the file of an entry, unless the problem names it.
func (p pruneEnd) place() string {
	if p.Fingerprint == "" {
		return ""
	}
	return p.File
}
