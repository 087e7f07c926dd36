// Command engines runs storage engines on simulated disks that forget, as
// README.md tells, and compares what it finds with the table there.
//
//	go run ./bench/engines [-seeds 200] [-only wal,pebble/default] [-short] [-write]
//
// It prints the lines of the table and exits with 1 if README.md has others;
// with -write it puts them there instead.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"

	"github.com/seedfall/seedfall/engine"
)

// options are the command's flags.
type options struct {
	last     uint64 // seeds from 1; 0 for as many as the table has
	short    bool   // only what bench.again runs
	write    bool
	subjects []subject
	jobs     int
}

func main() {
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "engines:", err)
		os.Exit(2)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	problems, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "engines:", err)
		os.Exit(2)
	}
	for _, p := range problems {
		fmt.Println(p)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

func parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("engines", flag.ContinueOnError)
	f.Uint64Var(&o.last, "seeds", 0, "run the seeds from 1 to `N` (default as many as README.md has)")
	only := f.String("only", "", "run only these engines or ENGINE/CONFIG, one or several such as wal,pebble/default")
	f.BoolVar(&o.short, "short", false, "run only the first seed of each line, or a few where nothing fails")
	f.BoolVar(&o.write, "write", false, "put the lines into README.md")
	f.IntVar(&o.jobs, "j", runtime.NumCPU(), "run so many seeds at once")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag; see -h", f.Arg(0))
	}
	if o.short && (o.write || o.last > 0) {
		return o, errors.New("-short runs what README.md has, without -seeds and -write")
	}
	var unknown string
	if o.subjects, unknown = subjects(parseOnly(*only)); unknown != "" {
		return o, fmt.Errorf("-only: there is no engine or config %q; see README.md", unknown)
	}
	return o, nil
}

// run gives what is not as README.md says.
func run(ctx context.Context, o options) (problems []string, err error) {
	root, err := folder()
	if err != nil {
		return nil, err
	}
	page, err := readReadme(root)
	if err != nil {
		return nil, err
	}
	b := bench{root, o.jobs}
	for i, s := range o.subjects {
		if i == 0 || s.engine != o.subjects[i-1].engine {
			if err := b.standIn(ctx, s.engine); err != nil {
				return problems, err
			}
		}
		found, err := b.compare(ctx, &page, s, o)
		if err != nil {
			return problems, err
		}
		problems = append(problems, found...)
	}
	return problems, nil
}

// compare runs a subject and compares it with the page, or writes the page.
func (b bench) compare(ctx context.Context, page *readme, s subject, o options) (problems []string, err error) {
	want := page.lines(s)
	if o.short {
		fmt.Fprintln(os.Stderr, s)
		return b.again(ctx, s, want)
	}
	got, err := b.sweep(ctx, s, engine.Seeds{First: 1, Last: o.seeds(want)})
	if err != nil {
		return nil, err
	}
	printLines(os.Stdout, got)
	switch {
	case o.write:
		if err := page.put(s, got); err != nil {
			return nil, err
		}
		return nil, page.write() // after each, since they take minutes
	case !slices.Equal(got, want):
		return []string{fmt.Sprintf("%s: README.md has other lines", s)}, nil
	}
	return nil, nil
}

// seeds is how many to run for a subject that has these lines.
func (o options) seeds(lines []line) uint64 {
	switch {
	case o.last > 0:
		return o.last
	case len(lines) > 0:
		return lines[0].seeds
	}
	return 200
}

func printLines(w io.Writer, all []line) {
	for _, l := range all {
		fmt.Fprintln(w, l)
	}
}
