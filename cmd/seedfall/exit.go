package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
)

// The exit codes. They are documented by "seedfall help exit-codes" and do not
// change.
const (
	exitOK               = 0
	exitFailed           = 1
	exitUsage            = 2
	exitBuild            = 3
	exitNothing          = 4
	exitNotReproduced    = 5
	exitNondeterministic = 6
	exitStopped          = 7
	exitStale            = 8
	exitInternal         = 70
	exitInterrupted      = 130
)

var exitCodes = []struct {
	code    int
	meaning string
}{
	{exitOK, "all ran, nothing failed"},
	{exitFailed, "a seed failed, a property was never reached, or a history never recorded"},
	{exitUsage, "a mistake in the command line or in the config"},
	{exitBuild, "a program does not compile"},
	{exitNothing, "nothing to run: no config, or no seeds"},
	{exitNotReproduced, "a schedule no longer reproduces its failure, or fails differently"},
	{exitNondeterministic, "two runs of one seed differ"},
	{exitStopped, "stopped by a budget (of time, runs or a checker's steps), or undecided for\n      another reason, before there was an answer; nothing had failed"},
	{exitStale, "a schedule that this program or version cannot use"},
	{exitInternal, "a mistake in seedfall itself"},
	{exitInterrupted, "interrupted; nothing had failed"},
}

// usageError is a mistake in the command line.
type usageError struct{ problem, next string }

func (e *usageError) Error() string { return e.problem }

// codeError ends the command with a code. Its text, if any, is for the user.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string { return e.err.Error() }
func (e *codeError) Unwrap() error { return e.err }

// exit ends the command with a code and says nothing more.
func exit(code int) error {
	if code == exitOK {
		return nil
	}
	return &codeError{code: code}
}

// report prints an error and gives the exit code that belongs to it.
func report(e env, err error) int {
	var usage *usageError
	var code *codeError
	var bad *config.Error
	var compile *engine.CompileError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.As(err, &code):
		if code.err != nil {
			fmt.Fprintf(e.stderr, "seedfall: %v\n", code.err)
		}
		return code.code
	case errors.As(err, &usage):
		fmt.Fprintf(e.stderr, "seedfall: %s\ntry: %s\n", usage.problem, usage.next)
		return exitUsage
	case errors.As(err, &bad):
		fmt.Fprintln(e.stderr, bad)
		return exitUsage
	case errors.As(err, &compile):
		fmt.Fprintf(e.stderr, "seedfall: %v\n", compile)
		return exitBuild
	case errors.Is(err, config.ErrNotFound):
		fmt.Fprintf(e.stderr, "seedfall: %v\n", err)
		return exitNothing
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	fmt.Fprintf(e.stderr, "seedfall: %v\n", err)
	return exitUsage
}
