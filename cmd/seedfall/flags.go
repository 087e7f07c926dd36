package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
)

// flags are those that several verbs share.
type flags struct {
	*flag.FlagSet
	config string
	seed   string
	seeds  string
	faults string
	format string
	jobs   int
}

// newFlags makes the flags of a verb. line is its usage, about what it does.
func newFlags(e env, name, line, about string) *flags {
	f := &flags{FlagSet: flag.NewFlagSet(name, flag.ContinueOnError)}
	f.SetOutput(io.Discard)
	f.Usage = func() {
		fmt.Fprintf(e.stdout, "usage: seedfall %s %s\n\n%s\n\n", name, line, about)
		f.SetOutput(e.stdout)
		f.PrintDefaults()
		f.SetOutput(io.Discard)
	}
	f.StringVar(&f.config, "c", "", "config `FILE` (default: seedfall.json here or in a folder above)")
	f.StringVar(&f.seed, "seed", "", "run the one seed `N`")
	f.StringVar(&f.faults, "faults", "", "take the faults of the schedule `FILE` instead of drawing them")
	f.StringVar(&f.format, "format", "auto", "`FORMAT` of the results: auto, human or json")
	f.IntVar(&f.jobs, "j", runtime.NumCPU(), "run `N` seeds at once, or compile on N goroutines")
	return f
}

// parse reads the flags; what is wrong is a usageError that names the flag.
func (f *flags) parse(args []string) error {
	operands, err := f.operands(args)
	if err == nil {
		err = f.surplus(operands)
	}
	return err
}

// surplus refuses what a verb takes no operands for.
func (f *flags) surplus(operands []string) error {
	if len(operands) == 0 {
		return nil
	}
	return &usageError{fmt.Sprintf("%q is not expected here; %s takes flags only", operands[0], f.Name()), "seedfall " + f.Name() + " -h"}
}

// operands is parse for a verb that takes more than flags: it gives what is no flag,
// wherever it stands.
func (f *flags) operands(args []string) (operands []string, err error) {
	next := "seedfall " + f.Name() + " -h"
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, &usageError{strings.TrimPrefix(err.Error(), "flag "), next}
		}
		if args = f.Args(); len(args) == 0 {
			break
		}
		operands, args = append(operands, args[0]), args[1:]
	}
	switch {
	case f.jobs < 1:
		return nil, &usageError{fmt.Sprintf("-j %d: at least 1 job is needed", f.jobs), next}
	case !slices.Contains([]string{"auto", "human", "json"}, f.format):
		return nil, &usageError{fmt.Sprintf("-format %q is no format; use auto, human or json", f.format), next}
	}
	return operands, nil
}

// load reads the config that -c names, or the nearest.
func (f *flags) load() (*config.Config, error) {
	path := f.config
	if path == "" {
		dir, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		if path, err = config.Find(dir); err != nil {
			return nil, err
		}
		path = shorten(dir, path)
	}
	f.config = path
	c, err := config.Load(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &codeError{exitNothing, fmt.Errorf("%s: there is no such config; name another with -c", path)}
	}
	return c, err
}

// prepare builds what a config names.
func (f *flags) prepare(ctx context.Context, e env, c *config.Config, p *progress) (*engine.Program, error) {
	program, err := engine.Prepare(ctx, c, engine.PrepareOptions{Workers: f.jobs, Progress: p.say})
	p.clear()
	if err != nil {
		return nil, err
	}
	for _, w := range program.Warnings {
		fmt.Fprintln(e.stderr, "warning:", w)
	}
	return program, nil
}

// seedRange reads -seed and -seeds; without either it gives def.
func (f *flags) seedRange(def engine.Seeds) (engine.Seeds, error) {
	bad := func(name, value string) error {
		return &usageError{fmt.Sprintf("-%s %q: write a range such as 1-500, or one seed", name, value), "seedfall " + f.Name() + " -h"}
	}
	switch {
	case f.seed != "" && f.seeds != "":
		return def, &usageError{"-seed and -seeds exclude each other", "seedfall " + f.Name() + " -seed " + quote(f.seed)}
	case f.seed != "":
		n, err := strconv.ParseUint(f.seed, 10, 64)
		if err != nil {
			return def, bad("seed", f.seed)
		}
		return engine.Seeds{First: n, Last: n}, nil
	case f.seeds == "":
		return def, nil
	}
	first, last, ok := strings.Cut(f.seeds, "-")
	if !ok {
		last = first
	}
	a, err1 := strconv.ParseUint(first, 10, 64)
	b, err2 := strconv.ParseUint(last, 10, 64)
	if err1 != nil || err2 != nil {
		return def, bad("seeds", f.seeds)
	}
	if b < a {
		return def, &codeError{exitNothing, fmt.Errorf("-seeds %s: the range is empty; nothing to run", f.seeds)}
	}
	return engine.Seeds{First: a, Last: b}, nil
}
