package main

import (
	"context"
	"fmt"
	"runtime/debug"
)

func helpVerb(_ context.Context, e env, args []string) error {
	switch {
	case len(args) == 0:
		usage(e.stdout)
	case args[0] == "exit-codes":
		for _, c := range exitCodes {
			fmt.Fprintf(e.stdout, "%4d  %s\n", c.code, c.meaning)
		}
	default:
		return &usageError{fmt.Sprintf("there is no help on %q", args[0]), "seedfall help"}
	}
	return nil
}

func versionVerb(_ context.Context, e env, _ []string) error {
	fmt.Fprintln(e.stdout, "seedfall", version())
	return nil
}

// version is the module's version, or "(devel)" in a checkout.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
