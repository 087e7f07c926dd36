package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/seedfall/seedfall/engine"
)

// internalError reports a mistake of our own: one line and a file with
// everything that we need to find it.
func internalError(e env, value any, stack string, args []string) int {
	text := fmt.Sprintf("seedfall %s\n%v\n\ncommand: seedfall %s\n\n%s", version(), value, strings.Join(args, " "), stack)
	f, err := os.CreateTemp("", "seedfall-error-*.txt")
	if err == nil {
		_, err = f.WriteString(text)
		if e := f.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		fmt.Fprintf(e.stderr, "seedfall: internal error: %v\n%s", value, text)
		return exitInternal
	}
	fmt.Fprintf(e.stderr, "seedfall: internal error: %v\nthis is a mistake in seedfall; please report it with the file %s\n", value, f.Name())
	return exitInternal
}

// guarded runs a command and turns a panic into an internal error.
func guarded(e env, args []string, command func() error) (code int) {
	defer func() {
		if v := recover(); v != nil {
			code = internalError(e, v, string(debug.Stack()), args)
		}
	}()
	err := command()
	var internal *engine.InternalError
	if errors.As(err, &internal) {
		return internalError(e, internal, internal.Stack, args)
	}
	return report(e, err)
}
