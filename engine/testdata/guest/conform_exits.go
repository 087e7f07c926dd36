//go:build conform

package main

import (
	"errors"
	"fmt"
	"log"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"
	"time"
)

// conform-panics: panics that are recovered. conform-exit: ways to end, one a
// process; what it prints and its exit code are the account. conform-exits lists
// them.

func init() {
	modes["conform-panics"] = conformPanics
	modes["conform-exit"] = func(args []string) { exits[args[0]]() }
	modes["conform-exits"] = func([]string) {
		for _, name := range slices.Sorted(maps.Keys(exits)) {
			fmt.Println(name)
		}
	}
}

// brokenError is an error whose text cannot be had.
type brokenError struct{ code int }

func (e *brokenError) Error() string { return fmt.Sprintf("broken with code %d", e.code) }

type point struct{ x, y int }

type label string

func conformPanics([]string) {
	var m map[string]int
	var p *point
	var list []int
	var any1, any2 any = []int{1}, []int{1}
	zero, minus, big := len(list), -1, 10
	panics("panic with a text", func() { panic("text") })
	panics("panic with an error", func() { panic(errors.New("error")) })
	panics("panic with an error of our own", func() { panic(&brokenError{7}) })
	panics("panic with a number", func() { panic(42) })
	panics("panic with nil", func() { panic(nil) }) //nolint:govet // what it does is the point
	panics("write to a nil map", func() { m["a"] = 1 })
	say("read a nil map", m["a"], len(m))
	panics("read through a nil pointer", func() { say("", p.x) })
	panics("write through a nil pointer", func() { p.y = 1 })
	panics("call through a nil function", func() { var f func(); f() })
	panics("call of a nil interface", func() { var e error; _ = e.Error() })
	panics("index out of range", func() { say("", list[big]) })
	panics("index below range", func() { say("", list[minus]) })
	panics("slice out of range", func() { say("", list[:big]) })
	panics("slice backwards", func() { b, a := big, 1; say("", make([]int, 20)[b:a]) })
	panics("index of a text out of range", func() { say("", "abc"[big]) })
	panics("slice to an array that is too long", func() { _ = [3]int(list) })
	panics("divide by zero", func() { say("", 1/zero) })
	panics("shift by less than nothing", func() { say("", 1<<minus) })
	panics("make a slice of negative length", func() { _ = make([]int, minus) })
	panics("make a slice of huge length", func() { _ = make([]int64, 1<<62+zero) })
	panics("make a channel of huge length", func() { _ = make(chan int64, 1<<62+zero) })
	panics("a type assertion that fails", func() { _ = any(1).(string) })
	panics("a type assertion on nothing", func() { _ = any(nil).(string) })
	panics("a type assertion to an interface", func() { _ = any(1).(error) })
	panics("compare what cannot be compared", func() { say("", any1 == any2) })
	panics("hash what cannot be hashed", func() { _ = map[any]int{any1: 1} })
	say("deferred calls run in reverse", deferred())
	say("a recovered panic returns", recovered())
	say("a panic in a deferred call replaces the first", replaced())
	var wrapped error = fmt.Errorf("outer: %w", &brokenError{3})
	_, is := errors.AsType[*brokenError](wrapped)
	say("a wrapped error is found", is, wrapped.Error(), errors.Join(wrapped, os.ErrClosed).Error())
	func() {
		defer func() {
			recover()
			_, isRuntime := any(recover()).(runtime.Error)
			say("a second recover", isRuntime)
		}()
		panic("once")
	}()
	say("a stack has our functions", len(debug.Stack()) > 100)
	_, file, line, ok := runtime.Caller(0)
	say("the caller's place", len(file) > 0, line > 0, ok)
}

func deferred() (log []int) {
	for i := range 3 {
		defer func() { log = append(log, i) }()
	}
	return nil
}

func recovered() (s string) {
	defer func() { s = fmt.Sprint("recovered ", recover()) }()
	panic("p")
}

func replaced() (s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	defer func() { panic("second") }()
	panic("first")
}

var exits = map[string]func(){
	"return":        func() { fmt.Println("done") },
	"code 0":        func() { os.Exit(0) },
	"code 1":        func() { os.Exit(1) },
	"code 7":        func() { defer fmt.Println("not reached"); os.Exit(7) },
	"code 255":      func() { os.Exit(255) },
	"log.Fatal":     func() { log.SetFlags(0); log.Fatal("fatal: ", 1) },
	"log.Panic":     func() { log.SetFlags(0); log.Panicf("panic %d", 1) },
	"panic text":    func() { fmt.Print("unfinished line"); panic("text") },
	"panic error":   func() { panic(errors.New("some error")) },
	"panic our own": func() { panic(&brokenError{7}) },
	"panic number":  func() { panic(42.5) },
	"panic label":   func() { panic(label("named text")) },
	"panic struct":  func() { panic(point{1, 2}) },
	"panic lines":   func() { panic("one\ntwo") },
	"panic again":   func() { defer func() { panic("second") }(); panic("first") },
	"panic recovered and again": func() {
		defer func() { panic(fmt.Sprint("again ", recover())) }()
		panic("first")
	},
	"nil pointer":              func() { var p *point; p.x = 1 },
	"nil map":                  func() { var m map[int]int; m[1] = 1 },
	"index":                    func() { var l []int; l[len(os.Args)] = 1 },
	"goroutine":                func() { go func() { panic("in a goroutine") }(); time.Sleep(time.Hour) },
	"Goexit":                   func() { go func() { time.Sleep(time.Millisecond); os.Exit(4) }(); runtime.Goexit() },
	"Goexit alone":             runtime.Goexit,
	"deadlock":                 func() { <-make(chan int) },
	"deadlock lock":            func() { var m sync.Mutex; m.Lock(); m.Lock() },
	"deadlock wait":            func() { var w sync.WaitGroup; w.Add(1); w.Wait() },
	"main returns":             func() { go func() { select {} }(); go time.Sleep(time.Hour) },
	"stack":                    func() { debug.SetMaxStack(1 << 20); overflow(1) },
	"unlock":                   func() { new(sync.Mutex).Unlock() },
	"map changed while walked": func() { m := map[int]int{}; changeMap(m) },
	"memory":                   func() { hoard(192 << 20) },
	"kill":                     func() { kill(syscall.SIGTERM) },
	"kill hard":                func() { kill(syscall.SIGKILL) },
	"kill with nothing":        func() { fmt.Println(syscall.Kill(os.Getpid(), 0)) },
	"kill and handle": func() {
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		sure(syscall.Kill(os.Getpid(), syscall.SIGTERM))
		fmt.Println(<-c)
	},
}

//go:noinline
func overflow(n int) int { return overflow(n+1) + n }

// changeMap adds to and deletes from a map while it walks it.
func changeMap(m map[int]int) {
	defer func() { fmt.Println("recovered", recover()) }()
	for k := range 10 {
		m[k] = k
	}
	for k := range m {
		delete(m, k)
		m[k+100] = 1
		if len(m) > 5 {
			break
		}
	}
}

// hoard keeps memory, in parts that are all written.
func hoard(total int) {
	var all [][]byte
	for n := 0; n < total; n += 1 << 20 {
		b := make([]byte, 1<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		all = append(all, b)
	}
	fmt.Println("kept", len(all), "MiB")
	runtime.KeepAlive(all)
}

func kill(s syscall.Signal) {
	err := syscall.Kill(os.Getpid(), s)
	time.Sleep(time.Minute)
	fmt.Println("still alive:", err)
}
