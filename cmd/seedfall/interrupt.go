package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// interrupts watches for Ctrl-C: the first closes stop, so that the running
// seeds end and a summary is printed; the second ends the process at once. note is
// said at the first.
func interrupts(note string) (stop <-chan struct{}, happened func() bool) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	first := make(chan struct{})
	var seen atomic.Bool
	go func() {
		<-signals
		seen.Store(true)
		close(first)
		os.Stderr.WriteString("\n" + note + "; interrupt again to stop at once\n")
		<-signals
		os.Exit(exitInterrupted)
	}()
	return first, seen.Load
}

// stopping says what an interrupt does to a command.
func stopping(args []string) string {
	if len(args) > 0 && args[0] == "view" {
		return "the timeline is not served any more"
	}
	return "stopping after the running seeds"
}
