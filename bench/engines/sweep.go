package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/bench/internal/standin"
	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/verdict"
)

// bench runs subjects. root is the folder of this command's source.
type bench struct {
	root string
	jobs int
}

// prepare builds the server of a subject. Close the program after use.
func (b bench) prepare(ctx context.Context, s subject) (*engine.Program, error) {
	c, err := config.Load(filepath.Join(b.root, s.engine, s.config+".json"))
	if err != nil {
		return nil, err
	}
	return engine.Prepare(ctx, c, engine.PrepareOptions{Workers: b.jobs})
}

// standIn makes the copies of modules that an engine is built with.
func (b bench) standIn(ctx context.Context, name string) error {
	m, err := standin.Read(ctx, filepath.Join(b.root, name), "go.mod")
	if err != nil {
		return err
	}
	return m.Copy(ctx)
}

// sweep gives the lines of the table for a subject over some seeds.
func (b bench) sweep(ctx context.Context, s subject, seeds engine.Seeds) ([]line, error) {
	program, err := b.prepare(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	defer program.Close() //nolint:errcheck // nothing runs any more
	sum, err := program.Sweep(ctx, seeds, engine.SweepOptions{Jobs: b.jobs, Stop: ctx.Done()})
	if err == nil && !sum.Complete() {
		err = context.Canceled
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	return lines(s, sum), nil
}

// lines has one line for each way to fail, by its first seed; one without a
// message if there is none.
func lines(s subject, sum *engine.Summary) (all []line) {
	for _, g := range sum.Failures {
		all = append(all, line{s, len(g.Seeds), sum.Ran, g.Seeds[0], message(g.First.Failure)})
	}
	if all == nil {
		return []line{{subject: s, seeds: sum.Ran}}
	}
	slices.SortFunc(all, func(a, b line) int { return int(a.first) - int(b.first) })
	return all
}

// few is how many seeds the short form runs where nothing fails.
const few = 3

// again runs for the lines of a subject only what is quickly run: the first seed
// of each way to fail, or the first few of one that never does. It gives the
// ways in which they do otherwise than the lines say.
func (b bench) again(ctx context.Context, s subject, want []line) (problems []string, err error) {
	program, err := b.prepare(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	defer program.Close() //nolint:errcheck // nothing runs any more
	for _, l := range want {
		seeds := engine.Seeds{First: l.first, Last: l.first}
		if l.failing == 0 {
			seeds = engine.Seeds{First: 1, Last: min(few, l.seeds)}
		}
		sum, err := program.Sweep(ctx, seeds, engine.SweepOptions{Jobs: b.jobs, Stop: ctx.Done()})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s, err)
		}
		for _, got := range lines(s, sum) {
			if got.message != l.message {
				problems = append(problems, fmt.Sprintf("%s, seeds %d-%d: %q, and README.md says %q", s, seeds.First, seeds.Last, got.message, l.message))
			}
		}
	}
	return problems, nil
}

// message says how a run failed, in a cell of a table.
func message(f *verdict.Failure) string {
	what := f.Message
	if f.Property != "" {
		what = f.Property + ": " + f.Message
	}
	if class := string(f.Class) + ": "; f.Class != verdict.Always && !strings.HasPrefix(what, class) {
		what = class + what
	}
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(what)
}

// folder is where this command's source lies: the working directory, or
// bench/engines in it.
func folder() (string, error) {
	for _, dir := range []string{"bench/engines", "."} {
		if _, err := os.Stat(filepath.Join(dir, "buntdb", "default.json")); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("run it in the root of seedfall's repository: go run ./bench/engines")
}
