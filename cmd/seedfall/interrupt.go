package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// interrupts watches for Ctrl-C: the first closes stop, so that the running
// seeds end and a summary is printed; the second ends the process at once.
func interrupts() (stop <-chan struct{}, happened func() bool) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	first := make(chan struct{})
	var seen atomic.Bool
	go func() {
		<-signals
		seen.Store(true)
		close(first)
		os.Stderr.WriteString("\nstopping after the running seeds; interrupt again to stop at once\n")
		<-signals
		os.Exit(exitInterrupted)
	}()
	return first, seen.Load
}
