package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/seedfall/seedfall/sim"
)

func init() {
	for name, f := range map[string]func(){
		"assert": func() { sim.Assert(1+1 == 3, "one and one is %d", 2) },
		"fail":   func() { sim.Fail("on purpose: %v", errors.New("reason")) },
		"always": func() {
			sim.Always(true, "order holds")
			sim.Always(false, "order holds", "got", 7, "want", "eight nine")
		},
		"unreachable": func() { sim.Unreachable("nobody comes here") },
		"eventually": func() {
			sim.Eventually(func() bool { return false }, 3*time.Second, "it settles")
			time.Sleep(time.Minute)
		},
		"eventually-ok": eventuallyOK,
		"eventually-hang": func() {
			sim.Eventually(func() bool { select {} }, 2*time.Second, "it answers")
			time.Sleep(time.Minute)
		},
		"exit":  func() { os.Exit(3) },
		"ok":    func() {},
		"sleep": func() { time.Sleep(10 * time.Hour) },
		"panic": func() { panic(fmt.Errorf("broken: %d", 42)) },
		"panic-in-goroutine": func() {
			go func() { panic("elsewhere") }()
			time.Sleep(time.Second)
		},
		"deadlock":     func() { select {} },
		"blocked":      func() { l, err := sim.Listen("tcp", ":1"); must(err); _, err = l.Accept(); must(err) },
		"loop-no-call": callFree,
		"spin":         spin,
		"allocate":     allocate,
		"sometimes":    func() { sim.Sometimes(len(os.Args) > 5, "many arguments"); sim.Reachable("came by") },
		"sigterm": func() {
			c := make(chan os.Signal, 1)
			signal.Notify(c, syscall.SIGTERM)
			<-c
		},
	} {
		modes[name] = func([]string) { f() }
	}
}

func eventuallyOK() {
	start := time.Now()
	sim.Eventually(func() bool { return time.Since(start) > time.Second }, 2*time.Second, "it settles")
	time.Sleep(3 * time.Second)
}

//go:noinline
func more(n int) int { return n + len(fmt.Sprint(n)) }

func spin() {
	n := 0
	for {
		n = more(n)
	}
}

var keep [][]byte

func allocate() {
	for {
		b := make([]byte, 1<<20)
		for i := range b {
			b[i] = byte(i)
		}
		keep = append(keep, b)
	}
}

func callFree() {
	for x := 1; x != 0; x |= 1 {
	}
}

func init() {
	// graceful syncs what it holds when it is told to end, and tells at its next
	// start what it finds.
	modes["graceful"] = func([]string) {
		was, _ := os.ReadFile("/state")
		fmt.Printf("found %q\n", was)
		f, err := os.Create("/state")
		must(err)
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		fmt.Fprint(f, "unsaved")
		fmt.Println("told to end by:", <-c)
		_, err = f.WriteAt([]byte("saved at the end"), 0)
		must(err)
		os.Exit(7)
	}
	// stubborn never ends by itself.
	modes["stubborn"] = func([]string) {
		was, _ := os.ReadFile("/state")
		fmt.Printf("found %q\n", was)
		must(os.WriteFile("/state", []byte("in the page cache"), 0o644))
		signal.Ignore(syscall.SIGTERM)
		select {
		case <-time.After(time.Hour):
		}
	}
}
