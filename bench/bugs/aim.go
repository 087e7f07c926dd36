package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/schedule"
)

// aimed is a bug that crashes at disk operations show, under nothing but those.
type aimed struct {
	id, dir string
	// chance is that of crash_on_io: some crashes before the bug shows.
	chance string
}

// aimedBugs are the rows of the second table.
var aimedBugs = []aimed{
	{"kvlog", "../../examples/kvlog", "1/100"},
	{"P01", "", "1/100"},
	{"P02", "", "1/100"},
	{"P03", "", "1/200"},
	{"P05", "", "1/100"},
	{"P06", "", "1/20"},
}

// found is what a sweep under one aim came to. Crashes are those of all seeds; a
// seed ends with its first failure.
type found struct{ failed, seeds, crashes int }

// perBug is how many crashes it took to find the bug once; all of them if it was
// not found.
func (f found) perBug() int { return f.crashes / max(1, f.failed) }

func (f found) String() string {
	return fmt.Sprintf("%d of %d, %d crashes each", f.failed, f.seeds, f.perBug())
}

// compareAims prints, for each bug, in how many seeds crashes that are aimed find
// it, and crashes that are not, and after how many crashes.
func compareAims(ctx context.Context, w io.Writer, root string, o options) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "id\tuniform\tbugs")
	for _, a := range aimedBugs {
		if o.only != nil && !slices.Contains(o.only, a.id) {
			continue
		}
		uniform, err := a.find(ctx, root, config.AimUniform, o)
		if err != nil {
			return fmt.Errorf("%s: %w", a.id, err)
		}
		bugs, err := a.find(ctx, root, config.AimBugs, o)
		if err != nil {
			return fmt.Errorf("%s: %w", a.id, err)
		}
		fmt.Fprintf(t, "%s\t%v\t%v\n", a.id, uniform, bugs)
	}
	return t.Flush()
}

// find sweeps the affected program of a bug.
func (a aimed) find(ctx context.Context, root string, aim config.Aim, o options) (f found, err error) {
	b := bug{affected: variant{a.dir, "../../go.mod"}}
	if i := slices.IndexFunc(bugs, func(b bug) bool { return b.id == a.id }); i >= 0 {
		b = bugs[i]
	}
	b.change = func(c *config.Config) { c.Faults = config.Faults{CrashOnIO: a.crashes(c, aim)} }
	b.each = func(r *engine.Result) {
		for _, f1 := range r.Schedule.Faults {
			if f1.Kind == schedule.CrashIO {
				f.crashes++
			}
		}
	}
	s, _, err := b.sweep(ctx, root, b.affected, o.seeds, o.jobs)
	if err != nil {
		return f, err
	}
	f.failed, f.seeds = int(s.sweep.Failed), int(s.sweep.Ran)
	return f, nil
}

// crashes is crash_on_io with an aim, for the nodes of a config.
func (a aimed) crashes(c *config.Config, aim config.Aim) *config.CrashOnIO {
	on, problems := config.Parse("aim.json", fmt.Appendf(nil, `{"duration": "1m", "nodes": [{"name": "n", "package": "./n"}],
		"faults": {"crash_on_io": {"chance": %q, "aim": %q}}}`, a.chance, aim))
	if len(problems) > 0 {
		panic(problems[0])
	}
	on.Faults.CrashOnIO.Nodes = c.NodeNames()
	return on.Faults.CrashOnIO
}
