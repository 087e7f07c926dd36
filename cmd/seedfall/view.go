package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/internal/lanechart"
	"github.com/seedfall/seedfall/internal/viewer"
)

const viewAbout = `Shows one run as a timeline in a browser: a trace file, or a run of a seed or a
schedule, which is made and recorded first, to .seedfall/traces. The page is served on
127.0.0.1 until Ctrl-C, under the address that is printed; nobody without that address
can read it. With a config (-c, or a run that is made) the page can also make the run
again with other faults, find a run that passes, and look at goroutines. -o writes one
page instead that has the run in it and needs neither server nor network, to attach to
a bug report. It holds all that the trace does, whatever the program printed included.
-print draws the lanes of the run in characters instead, with its story below them.`

// viewFlags are view's own flags.
type viewFlags struct {
	*flags
	trace string // the file that is shown; "" until a run that is made is recorded
	page  string
	event uint64
	open  bool
	print bool
	width int
}

func viewVerb(ctx context.Context, e env, args []string) error {
	f := viewFlags{flags: newFlags(e, "view", "FILE.sftrace | -seed N | -faults FILE [flags]", viewAbout)}
	f.StringVar(&f.page, "o", "", "write one page that needs no server to `FILE`")
	f.Uint64Var(&f.event, "event", 0, "show event `N` first (default: the failure)")
	f.BoolVar(&f.print, "print", false, "draw the run in characters, here")
	f.IntVar(&f.width, "width", usualWidth, "of -print: draw in `N` columns")
	f.BoolVar(&f.open, "open", false, "open the page in the browser")
	operands, err := f.operands(args)
	if err != nil {
		return err
	}
	if err := f.check(operands); err != nil {
		return err
	}
	shown, s, err := f.shown(ctx, e)
	if err != nil {
		return err
	}
	defer shown.Close() //nolint:errcheck // it was only read
	if s != nil {
		defer s.close()
	}
	if err := shown.WriteSection(io.Discard, tracefile.HeadSection); err != nil { // what no page can show
		return err
	}
	if f.print {
		return f.draw(ctx, e, shown)
	}
	if f.page != "" {
		return f.writePage(e, shown)
	}
	return f.serve(ctx, e, shown, maker(s, f.jobs))
}

// check says what is wrong with the command line.
func (f *viewFlags) check(operands []string) error {
	const example = "seedfall view -seed 1"
	made := f.seed != "" || f.faults != ""
	switch {
	case len(operands) > 1:
		return &usageError{fmt.Sprintf("view shows one run, not %q and %q", operands[0], operands[1]), "seedfall view " + quote(operands[0])}
	case len(operands) == 0 && !made:
		return &usageError{"view needs a trace file, a seed or a schedule", example}
	case len(operands) == 1 && made:
		return &usageError{fmt.Sprintf("%s is one run, -seed and -faults name another", operands[0]), "seedfall view " + quote(operands[0])}
	case f.page != "" && f.open:
		return &usageError{"-open is for the page that is served; -o writes one that any browser opens", example + " -o page.html"}
	case f.print && (f.page != "" || f.open || f.event != 0):
		return &usageError{"-print draws here and makes no page; -o, -open and -event are about pages", example + " -print"}
	case f.print && f.format == "json":
		return &usageError{"-print is for people; seedfall inspect -format json has the run as data", "seedfall inspect -seed 1 -format json"}
	case !f.print && f.width != usualWidth:
		return &usageError{"-width is for -print; a page is as wide as its window", example + " -print"}
	case f.width < lanechart.MinWidth || f.width > maxWidth:
		return &usageError{fmt.Sprintf("-width %d: from %d to %d columns can be drawn", f.width, lanechart.MinWidth, maxWidth), example + " -print"}
	case filepath.Ext(f.page) == tracefile.Extension:
		return &usageError{fmt.Sprintf("-o %s: what it writes is a page, not a trace", f.page), example + " -o page.html"}
	}
	if len(operands) == 1 {
		f.trace = operands[0]
	}
	return nil
}

// shown opens the run that is asked for. The session has the program that can make
// others; nil if no config is known.
func (f *viewFlags) shown(ctx context.Context, e env) (*tracefile.File, *session, error) {
	if f.trace != "" && f.config == "" {
		shown, err := openTrace(f.trace)
		return shown, nil, err
	}
	var shown *tracefile.File
	if f.trace != "" {
		var err error
		if shown, err = openTrace(f.trace); err != nil {
			return nil, nil, err
		}
	}
	s, err := f.begin(ctx, e, nil)
	if err == nil && shown == nil {
		if shown, err = f.record(ctx, s); err != nil {
			s.close()
		}
	}
	if err != nil {
		if shown != nil {
			shown.Close() //nolint:errcheck // it was only read
		}
		return nil, nil, err
	}
	if shown.Program != "" && shown.Program != s.program.ID {
		fmt.Fprintf(e.stderr, "note: %s was recorded with another program, config or seedfall (%.8s, this is %.8s); runs that the page makes are of this one\n", f.trace, shown.Program, s.program.ID)
	}
	return shown, &s, nil
}

// openTrace opens a trace file.
func openTrace(path string) (*tracefile.File, error) {
	f, err := tracefile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no such trace; seedfall replay -seed N -trace FILE%s records one", path, tracefile.Extension)
	}
	return f, err
}

// viewed is what is printed as JSON.
type viewed struct {
	Type    string `json:"type"`
	Schema  int    `json:"schema"`
	Address string `json:"address,omitempty"` // of the page that is served
	Page    string `json:"page,omitempty"`    // the file that was written
}

func (f *viewFlags) writePage(e env, shown *tracefile.File) error {
	err := writeFile(f.page, func(w io.Writer) error { return viewer.WritePage(w, shown) })
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if f.json(e) {
		return json.NewEncoder(e.stdout).Encode(viewed{Type: "view", Schema: jsonSchema, Page: f.page})
	}
	fmt.Fprintf(e.stderr, "the page is in %s\n", f.page)
	return nil
}
