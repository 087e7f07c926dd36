// Package command is what the commands seedfall-lsp and "seedfall lsp" have in
// common.
package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/seedfall/seedfall/lsp"
	"github.com/seedfall/seedfall/lsp/internal/process"
	"github.com/seedfall/seedfall/lsp/worker"
)

// Worker is the argument that makes a command a worker. Only a server uses it.
const Worker = "worker"

// garbage is how much of it there may be beside what is in use, in percent: each key
// that is typed leaves a parsed file behind, and a server holds little else.
const garbage = 400

// Serve serves an editor on standard input and output, and gives the code to exit
// with. name is what the user has called it by; self runs this program again, up
// to the word Worker.
func Serve(ctx context.Context, name string, args, self []string, version string) int {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(os.Stderr)
	f.Usage = func() {
		fmt.Fprintf(os.Stderr, "Usage: %s [flags]\n\nServes an editor on standard input and output, in the Language Server Protocol.\ndocs/editors.md tells how editors start it.\n\n", name)
		f.PrintDefaults()
	}
	logfile := f.String("logfile", "", "write the log to `FILE`, not to standard error")
	f.Bool("stdio", true, "serve on standard input and output; there is no other way")
	trace := f.Bool("rpc.trace", false, "log each message to and from the editor")
	var p profiles
	f.StringVar(&p.debug, "debug", "", "serve the profiles of the running server at `ADDRESS`, such as localhost:6060")
	f.StringVar(&p.cpu, "profile.cpu", "", "write a profile of processor time to `FILE` at the end")
	f.StringVar(&p.memory, "profile.mem", "", "write a profile of the memory in use to `FILE` at the end")
	show := f.Bool("version", false, "print the version and exit")
	if err := f.Parse(args); err != nil {
		return 2
	}
	if f.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "%s: %q is not expected here\ntry: %s -h\n", name, f.Arg(0), name)
		return 2
	}
	if *show {
		fmt.Println(name, version)
		return 0
	}
	var log io.Writer = os.Stderr
	if *logfile != "" {
		file, err := os.OpenFile(*logfile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: -logfile: %v\n", name, err)
			return 2
		}
		defer file.Close()
		log = file
	}
	addr, end, err := p.begin()
	defer func() {
		if err := end(); err != nil {
			fmt.Fprintf(log, "profiles: %v\n", err)
		}
	}()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return 2
	}
	if addr != "" {
		fmt.Fprintf(log, "profiles are at http://%s/debug/pprof/\n", addr)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	return lsp.Serve(ctx, os.Stdin, os.Stdout, lsp.Options{Worker: append(self, Worker), Version: version, Log: log, Trace: *trace})
}

// Work does the jobs of a server until it ends, and gives the code to exit with.
func Work(ctx context.Context) int {
	err := worker.Run(ctx, os.Stdin, os.Stdout, func(reason error) {
		if reason != nil {
			fmt.Fprintf(os.Stderr, "%v\n", reason)
			os.Exit(1) // the server sees to what the worker has started
		}
		process.End(1)
	})
	if err != nil {
		fmt.Fprintf(os.Stderr, "seedfall worker: %v\n", err)
		return 1
	}
	return 0
}
