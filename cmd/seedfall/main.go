// Command seedfall runs Go programs in a simulation that owns clock, randomness,
// scheduling, disk and network, breaks things from a seed, and replays a failure
// byte for byte.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	lsp "github.com/seedfall/seedfall/lsp/command"
)

// env is what a verb works with.
type env struct {
	stdout, stderr io.Writer
	// stop is closed at the first interrupt, to end after the running seeds.
	stop <-chan struct{}
}

// verb is one command.
type verb struct {
	name, about string
	run         func(context.Context, env, []string) error
}

// verbs is filled in by init, since help lists it.
var verbs []verb

func init() {
	verbs = []verb{
		{"run", "run many seeds of a config, or one", runVerb},
		{"replay", "run one seed again and print what happened", replayVerb},
		{"shrink", "make the schedule of a failing seed smaller", shrinkVerb},
		{"verify", "tell whether a schedule still fails", verifyVerb},
		{"inspect", "tell how one seed came to its failure", inspectVerb},
		{"view", "show one run as a timeline in a browser", viewVerb},
		{"cause", "tell which faults matter, when, and why", causeVerb},
		{"faults", "list and edit the faults of a schedule", faultsVerb},
		{"corpus", "keep known failures beside the config: add, ls, check, prune, rm", corpusVerb},
		{"lsp", "serve an editor in the Language Server Protocol", lspVerb},
		{"model", "models that judge histories: ls, test; -h tells how to write one", modelVerb},
		{"test", "the same as run", runVerb},
		{"help", "explain a topic: exit-codes", helpVerb},
		{"version", "print the version", versionVerb},
		{lsp.Worker, "", workerVerb},
	}
}

func main() {
	stop, interrupted := interrupts(stopping(os.Args[1:]))
	code := dispatch(context.Background(), env{os.Stdout, os.Stderr, stop}, os.Args[1:])
	if interrupted() && (code == exitOK || code == exitBuild) { // a go command dies of the same Ctrl-C
		code = exitInterrupted
	}
	os.Exit(code)
}

// dispatch runs a verb and gives the exit code.
func dispatch(ctx context.Context, e env, args []string) int {
	if len(args) == 0 {
		usage(e.stdout)
		return exitUsage
	}
	switch args[0] {
	case "-h", "-help", "--help":
		usage(e.stdout)
		return exitOK
	}
	for _, v := range verbs {
		if v.name == args[0] {
			return guarded(e, args, func() error { return v.run(ctx, e, args[1:]) })
		}
	}
	return report(e, &usageError{fmt.Sprintf("%q is no command%s", args[0], suggestion(args[0])), "seedfall help"})
}

func usage(w io.Writer) {
	fmt.Fprint(w, "seedfall runs Go programs in a deterministic simulation and finds what crashes and partitions break.\n\n")
	for _, v := range verbs {
		if v.about == "" {
			continue // not for people
		}
		fmt.Fprintf(w, "  seedfall %-8s %s\n", v.name, v.about)
	}
	fmt.Fprint(w, "\nseedfall COMMAND -h shows the flags of a command.\n")
}

// suggestion names the verb that a mistyped one may have meant.
func suggestion(word string) string {
	best, at := "", 3
	for _, v := range verbs {
		if d := distance(word, v.name); d < at {
			best, at = v.name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is the Levenshtein distance between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next := min(diagonal+cost, row[j]+1, row[j+1]+1)
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

// quote makes a word safe to paste into a shell.
func quote(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\n\"'\\$`*?[]{}()<>|&;#~!") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
