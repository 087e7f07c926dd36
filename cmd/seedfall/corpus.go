package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/corpus"
)

const corpusAbout = `The corpus of a config is its known failures, one schedule a file, in the folder
testdata/seedfall/CONFIG beside it. Commit it: seedfall run replays it before the seeds.

  seedfall corpus add    run a seed or a schedule, and add its failure
  seedfall corpus ls     list the entries, without running them
  seedfall corpus check  replay all of them, and nothing else
  seedfall corpus prune  verify all of them, and remove what has passed often enough
  seedfall corpus rm     remove entries by their fingerprints

seedfall corpus COMMAND -h shows the flags of a command.
`

// corpusVerbs are the commands under seedfall corpus.
var corpusVerbs = []verb{
	{"add", "", corpusAdd},
	{"ls", "", corpusList},
	{"check", "", corpusCheck},
	{"prune", "", corpusPrune},
	{"rm", "", corpusRemove},
}

func corpusVerb(ctx context.Context, e env, args []string) error {
	return under(ctx, e, args, "corpus", corpusAbout, corpusVerbs)
}

// only leaves a verb the shared flags that it has a use for.
func (f *flags) only(names ...string) *flags {
	all := f.FlagSet
	f.FlagSet = flag.NewFlagSet(all.Name(), flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = all.Usage
	all.VisitAll(func(one *flag.Flag) {
		if slices.Contains(names, one.Name) {
			f.Var(one.Value, one.Name, one.Usage)
		}
	})
	return f
}

// storeOf is the corpus of a config.
func storeOf(c *config.Config) corpus.Store {
	return corpus.Store{Dir: corpus.Folder(c.File()), Lock: filepath.Join(engine.StateDir(c), "corpus.lock")}
}

// problemText is what is wrong with a file of a corpus, with its path as a
// person here would write it.
func problemText(p *corpus.Problem) string {
	short := *p
	short.Path = shorter(p.Path)
	return short.Error()
}

// corpusError gives an error of the corpus its exit code.
func corpusError(err error) error {
	if problem := (*corpus.Problem)(nil); errors.As(err, &problem) {
		return &codeError{exitStale, fmt.Errorf("%s\nseedfall leaves the file alone; repair it, or delete it by hand", problemText(problem))}
	}
	return err
}

// severity are the exit codes, the worst first: of two that apply the worse one
// counts.
var severity = []int{exitInternal, exitNondeterministic, exitFailed, exitBuild, exitUsage, exitInterrupted, exitNotReproduced,
	exitStopped, exitStale, exitNothing, exitOK}

// worse is the worse of two exit codes.
func worse(a, b int) int {
	if slices.Index(severity, a) < slices.Index(severity, b) {
		return a
	}
	return b
}

// listOf joins parts that are not empty with commas.
func listOf(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}
