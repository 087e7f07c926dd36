package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/seedfall/seedfall/bench/internal/standin"
	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/property"
)

// row is what became of a bug.
type row struct {
	bug             bug
	affected, fixed outcome
	took            time.Duration // of both sweeps, without what building takes
}

// outcome is what a sweep of one version came to.
type outcome struct {
	version string
	sweep   *engine.Summary
	reached bool // the property was evaluated and true in some seed
	// shrunk is the schedule of the first seed that fails as expected, made
	// smaller; nil if it was not tried.
	shrunk *engine.Shrunk
}

// run sweeps both versions over the same seeds.
func (b bug) run(ctx context.Context, root string, seeds engine.Seeds, jobs int) (r row, err error) {
	r.bug = b
	var one, other time.Duration
	if r.affected, one, err = b.sweep(ctx, root, b.affected, seeds, jobs); err != nil {
		return r, fmt.Errorf("the affected version: %w", err)
	}
	if r.fixed, other, err = b.sweep(ctx, root, b.fixed, seeds, jobs); err != nil {
		return r, fmt.Errorf("the fixed version: %w", err)
	}
	r.took = one + other
	return r, nil
}

func (b bug) sweep(ctx context.Context, root string, v variant, seeds engine.Seeds, jobs int) (o outcome, took time.Duration, err error) {
	dir := filepath.Join(root, v.dir)
	mod, err := standin.Read(ctx, dir, v.modfile)
	if err != nil {
		return o, 0, err
	}
	o.version = mod.Version(b.module)
	if err := mod.Copy(ctx); err != nil {
		return o, 0, err
	}
	c, err := config.Load(filepath.Join(dir, config.FileName))
	if err != nil {
		return o, 0, err
	}
	if b.change != nil {
		b.change(c)
	}
	flags := strings.TrimSpace(os.Getenv("GOFLAGS") + " -modfile=" + v.modfile)
	program, err := engine.Prepare(ctx, c, engine.PrepareOptions{Env: []string{"GOFLAGS=" + flags}, Workers: jobs})
	if err != nil {
		return o, 0, err
	}
	defer program.Close() //nolint:errcheck // nothing runs any more
	start := time.Now()
	o.sweep, err = program.Sweep(ctx, seeds, engine.SweepOptions{Jobs: jobs, Stop: ctx.Done(), Each: b.each})
	if err == nil && !o.sweep.Complete() {
		err = fmt.Errorf("interrupted")
	}
	if err != nil {
		return o, 0, err
	}
	for _, k := range o.sweep.Tally.Keys() {
		if k.Name == b.property && k.Kind != property.Unreachable && o.sweep.Tally[k].True > 0 {
			o.reached = true
		}
	}
	took = time.Since(start)
	if b.shrink {
		o.shrunk, err = b.smallest(ctx, program, o.sweep, jobs)
	}
	return o, took, err
}

// smallest shrinks the first seed that fails as expected; nil if there is none.
func (b bug) smallest(ctx context.Context, program *engine.Program, s *engine.Summary, jobs int) (*engine.Shrunk, error) {
	for _, g := range s.Failures {
		if f := g.First.Failure; f.Class == b.class && f.Property == b.property {
			return program.Shrink(ctx, g.First, engine.ShrinkOptions{Jobs: jobs})
		}
	}
	return nil, nil
}

// problems are the ways in which a row is not as expected.
func (r row) problems() (all []string) {
	if r.affected.sweep.Failed == 0 {
		all = append(all, r.affected.version+" does not fail")
	}
	for _, g := range r.affected.sweep.Failures {
		if f := g.First.Failure; f.Class != r.bug.class || f.Property != r.bug.property {
			all = append(all, fmt.Sprintf("%s fails in another way in %d seeds, the first %d: %s", r.affected.version, len(g.Seeds), g.Seeds[0], f.Signature()))
		}
	}
	for _, g := range r.fixed.sweep.Failures {
		all = append(all, fmt.Sprintf("%s fails in %d seeds, the first %d: %s", r.fixed.version, len(g.Seeds), g.Seeds[0], g.First.Failure.Signature()))
	}
	if !r.fixed.reached {
		all = append(all, fmt.Sprintf("%s never reaches %q, so its silence says nothing", r.fixed.version, r.bug.property))
	}
	return all
}

// found gives how many seeds failed as expected, and the first of them; 0 for
// none.
func (r row) found() (seeds int, first uint64) {
	for _, g := range r.affected.sweep.Failures {
		if f := g.First.Failure; f.Class != r.bug.class || f.Property != r.bug.property {
			continue
		}
		seeds += len(g.Seeds)
		if first == 0 || g.Seeds[0] < first {
			first = g.Seeds[0]
		}
	}
	return seeds, first
}

// write prints rows as a table, what is wrong with them behind it, and says
// whether nothing is.
func write(w io.Writer, rows []row) (good bool) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "id\tproject\taffected\tfailing\tfirst\tclass\tproperty\tfixed\tfailing\tshrunk\thost time")
	for _, r := range rows {
		seeds, first := r.found()
		fmt.Fprintf(t, "%s\t%s\t%s\t%d of %d\t%d\t%s\t%s\t%s\t%d of %d\t%s\t%s\n", r.bug.id, r.bug.project,
			short(r.affected.version), seeds, r.affected.sweep.Ran, first, r.bug.class, r.bug.property,
			short(r.fixed.version), r.fixed.sweep.Failed, r.fixed.sweep.Ran, size(r.affected.shrunk), r.took.Round(time.Second/10))
	}
	t.Flush() //nolint:errcheck // as Fprintln's
	good = true
	for _, r := range rows {
		for _, problem := range r.problems() {
			fmt.Fprintf(w, "%s: %s\n", r.bug.id, problem)
			good = false
		}
	}
	return good
}

// size says how far a schedule was shrunk.
func size(s *engine.Shrunk) string {
	if s == nil {
		return "-"
	}
	return fmt.Sprintf("%d of %d faults, %v of %v, in %d runs", s.To.Faults, s.From.Faults, s.To.Duration.Rounded(), s.From.Duration, s.Runs)
}

// short cuts the time and the commit off a version made from a commit.
func short(version string) string {
	if parts := strings.Split(version, "-"); len(parts) == 3 {
		return parts[0] + "-" + parts[2][:min(7, len(parts[2]))]
	}
	return version
}
