package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
)

const faultsAbout = `Lists the faults of a schedule, or those that a seed takes, with their numbers. With
-shift, -remove, -keep or -add it writes a new schedule, which replay takes with
-faults: to test what you think is the cause.`

// faultsFlags are faults' own flags.
type faultsFlags struct {
	*flags
	edit   schedule.Edit
	output string
}

func faultsVerb(ctx context.Context, e env, args []string) error {
	f := faultsFlags{flags: newFlags(e, "faults", "-faults FILE | [-c FILE] -seed N [flags]", faultsAbout)}
	texts := func(to *[]string) func(string) error {
		return func(s string) error { *to = append(*to, s); return nil }
	}
	f.Func("shift", "move a fault: `NUMBER=BY`, such as 1=-1000 operations or 2=+5ms; may be repeated", texts(&f.edit.Shift))
	f.Func("add", "add a `FAULT`, a JSON object as in a schedule file; may be repeated", texts(&f.edit.Add))
	f.Func("remove", "take out the faults with these `NUMBERS`, such as 2,3", numbers(&f.edit.Remove))
	f.Func("keep", "take out all faults but those with these `NUMBERS`", numbers(&f.edit.Keep))
	f.StringVar(&f.output, "o", "", "write the new schedule to `FILE` (default: the name of the old one with .edited in it)")
	if err := f.parse(args); err != nil {
		return err
	}
	s, name, err := f.read(ctx, e)
	if err != nil {
		return err
	}
	if f.edit.Empty() {
		if f.output != "" {
			return &usageError{"-o is for a changed schedule, and nothing changes it", "seedfall faults -h"}
		}
		f.list(e, s)
		return nil
	}
	changed, err := f.edit.Apply(s)
	if err != nil {
		return &usageError{strings.ReplaceAll(err.Error(), "\n", "\n          "), "seedfall faults -h"}
	}
	path := f.output
	if path == "" {
		path = strings.TrimSuffix(strings.TrimSuffix(name, ".json"), ".faults") + ".edited.faults.json"
	}
	if err := schedule.Write(path, changed); err != nil {
		return err
	}
	f.list(e, changed)
	fmt.Fprintf(e.stderr, "written to %s\n", path)
	return nil
}

// numbers reads "2,3" into to.
func numbers(to *[]int) func(string) error {
	return func(s string) error {
		for _, word := range strings.Split(s, ",") {
			n, err := strconv.Atoi(word)
			if err != nil {
				return errors.New("write numbers such as 2,3")
			}
			*to = append(*to, n)
		}
		return nil
	}
}

// read gives the schedule, and the name of the file that it has or would have.
func (f faultsFlags) read(ctx context.Context, e env) (*schedule.Schedule, string, error) {
	if f.faults != "" {
		s, _, err := schedule.Read(f.faults)
		if err != nil {
			return nil, "", &codeError{exitStale, err}
		}
		return s, f.faults, nil
	}
	if f.seed == "" {
		return nil, "", &usageError{"faults needs a schedule or a seed", "seedfall faults -seed 1"}
	}
	s, err := f.begin(ctx, e, nil)
	if err != nil {
		return nil, "", err
	}
	defer s.close()
	r, err := runOnce(ctx, s.program, s.in, false)
	if err != nil {
		return nil, "", err
	}
	return r.Schedule, shorter(engine.SchedulePath(s.program.Config, s.in.Seed)), nil
}

// list prints the faults with their numbers.
func (f faultsFlags) list(e env, s *schedule.Schedule) {
	if f.json(e) {
		for i := range s.Faults {
			line, err := json.Marshal(&s.Faults[i])
			if err != nil {
				panic(err) // plain data
			}
			fmt.Fprintf(e.stdout, "%s\n", line)
		}
		return
	}
	head := fmt.Sprintf("seed %d, %s", s.Seed, plural(len(s.Faults), "fault"))
	if s.Duration > 0 {
		head += fmt.Sprintf(", %v", s.Duration)
	}
	if s.Ops > 0 {
		head += fmt.Sprintf(", %d workload ops", s.Ops)
	}
	if len(s.Plain) > 0 {
		head += ", plain " + strings.Join(s.Plain, ", ")
	}
	fmt.Fprintln(e.stdout, head)
	for i := range s.Faults {
		fmt.Fprintf(e.stdout, "%4d  %s\n", i+1, s.Faults[i].Words())
	}
}
