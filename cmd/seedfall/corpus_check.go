package main

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/engine"
)

const corpusCheckAbout = `Replays the known failures of a config, and no seeds. The exit code is 1 if one still
fails, else 5 if one fails in another way, else 7 if one is undecided, else 8 if one is
stale, else 0.`

func corpusCheck(ctx context.Context, e env, args []string) error {
	f := newFlags(e, "corpus check", "[-c FILE] [flags]", corpusCheckAbout).only("c", "format", "j")
	if err := f.parse(args); err != nil {
		return err
	}
	s, err := f.begin(ctx, e, nil)
	if err != nil {
		return err
	}
	defer s.close()
	count, err := f.recall(ctx, e, s.program, s.progress, false, func(*engine.Result) {})
	if err != nil {
		return err
	}
	if count.total() == 0 {
		f.noneKnown(e, s.program)
	}
	return exit(count.checkCode())
}

// noneKnown says that a corpus is empty.
func (f *flags) noneKnown(e env, program *engine.Program) {
	if f.json(e) {
		newKnownReporter(e, f, program, &knownCount{}).end()
		return
	}
	fmt.Fprintf(e.stdout, "no known failures in %s\n", shorter(storeOf(program.Config).Dir))
}
