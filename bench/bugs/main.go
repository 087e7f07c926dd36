// Command bugs runs real bugs of Go libraries: each at an affected version and
// at a fixed one, over the same seeds, and prints a table of what was found.
//
//	go run ./bench/bugs [-seeds 1-100] [-only P01,P15] [-short]
//
// It exits with 1 if a row is not as README.md says: the affected version found
// by the expected property, the fixed one silent.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine"
)

// options are the command's flags.
type options struct {
	seeds engine.Seeds
	short bool // each bug's own few seeds instead
	aims  bool // compare ways to choose crash points instead
	only  []string
	jobs  int
}

func main() {
	o, err := parse(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bugs:", err)
		os.Exit(2)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	good, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bugs:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

func parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("bugs", flag.ContinueOnError)
	seeds := f.String("seeds", "1-100", "run the seeds of a `RANGE`")
	only := f.String("only", "", "run only these bugs, an id or several such as P01,P15")
	f.BoolVar(&o.short, "short", false, "run only a few seeds of each bug")
	f.BoolVar(&o.aims, "aims", false, "compare ways to choose crash points instead")
	f.IntVar(&o.jobs, "j", runtime.NumCPU(), "run so many seeds at once")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag; see -h", f.Arg(0))
	}
	if _, err := fmt.Sscanf(*seeds+"\n", "%d-%d\n", &o.seeds.First, &o.seeds.Last); err != nil || o.seeds.Count() == 0 {
		return o, fmt.Errorf("-seeds %q is no range such as 1-100", *seeds)
	}
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	for _, id := range o.only {
		if o.aims && slices.ContainsFunc(aimedBugs, func(a aimed) bool { return a.id == id }) {
			continue
		}
		if !slices.ContainsFunc(bugs, func(b bug) bool { return b.id == id }) {
			return o, fmt.Errorf("-only: there is no bug %q here; see README.md", id)
		}
	}
	return o, nil
}

// run prints the table and says whether every row is as expected.
func run(ctx context.Context, o options) (good bool, err error) {
	root, err := folder()
	if err != nil {
		return false, err
	}
	if o.aims {
		return true, compareAims(ctx, os.Stdout, root, o)
	}
	var rows []row
	for _, b := range bugs {
		if o.only != nil && !slices.Contains(o.only, b.id) {
			continue
		}
		b.shrink = !o.short
		seeds := o.seeds
		if o.short {
			seeds = engine.Seeds{First: 1, Last: b.short}
		}
		fmt.Fprintf(os.Stderr, "%s %s, seeds %d-%d\n", b.id, b.project, seeds.First, seeds.Last)
		r, err := b.run(ctx, root, seeds, o.jobs)
		if err != nil {
			write(os.Stdout, rows) // what took minutes is not lost
			return false, fmt.Errorf("%s: %w", b.id, err)
		}
		rows = append(rows, r)
	}
	return write(os.Stdout, rows), nil
}

// folder is where this command's source lies: the working directory, or
// bench/bugs in it.
func folder() (string, error) {
	for _, dir := range []string{"bench/bugs", "."} {
		if _, err := os.Stat(filepath.Join(dir, "p15", "seedfall.json")); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("run it in the root of seedfall's repository: go run ./bench/bugs")
}
