//go:build conform

package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"
)

// conform-time: sleeping, timers, tickers, contexts, and what clocks show. The
// account holds no measured times, so that a slow machine prints the same.

func init() { modes["conform-time"] = conformTime }

// never is longer than any check takes.
const never = time.Hour

func conformTime([]string) {
	sleeps()
	timers()
	callbacks()
	tickers()
	deadlineContexts()
	cancelledContexts()
	clocks()
}

// atLeast says whether f takes d or longer.
func atLeast(d time.Duration, f func()) bool {
	start := time.Now()
	f()
	return time.Since(start) >= d
}

func sleeps() {
	say("sleep takes its time", atLeast(20*time.Millisecond, func() { time.Sleep(20 * time.Millisecond) }))
	time.Sleep(0)
	time.Sleep(-time.Hour)
	say("sleeping for no time returns")
	done := make(chan int)
	for i := range 3 {
		go func() {
			time.Sleep(time.Duration(3-i) * 100 * time.Millisecond)
			done <- i
		}()
	}
	say("sleepers wake by their time", <-done, <-done, <-done)
	start := time.Now()
	var all []chan bool
	for range 100 {
		c := make(chan bool)
		all = append(all, c)
		go func() {
			time.Sleep(10 * time.Millisecond)
			close(c)
		}()
	}
	for _, c := range all {
		<-c
	}
	say("a hundred sleep at once", time.Since(start) >= 10*time.Millisecond, time.Since(start) < 10*time.Second)
}

func timers() {
	t := time.NewTimer(time.Millisecond)
	at := <-t.C
	say("a timer fires", !at.IsZero())
	say("stop a timer that fired", t.Stop())
	say("reset a timer that fired", t.Reset(never))
	say("reset a timer that runs", t.Reset(time.Millisecond))
	<-t.C
	t.Reset(never)
	say("stop a timer that runs", t.Stop())
	say("stop it again", t.Stop())
	t = time.NewTimer(time.Millisecond)
	time.Sleep(50 * time.Millisecond)
	say("a channel of a timer has no room to show", len(t.C), cap(t.C))
	say("stop a timer whose time has come", t.Stop())
	select {
	case <-t.C:
		say("a stopped timer", "fired")
	default:
		say("a stopped timer", "silent")
	}
	t.Reset(time.Millisecond)
	time.Sleep(50 * time.Millisecond)
	say("reset a timer whose time has come", t.Reset(never))
	select {
	case <-t.C:
		say("a timer that was reset", "fired")
	default:
		say("a timer that was reset", "silent")
	}
	t = time.NewTimer(-time.Hour)
	<-t.C
	t = time.NewTimer(0)
	<-t.C
	say("timers of no time fire")
	select {
	case <-time.After(time.Millisecond):
		say("the shorter of two", "first")
	case <-time.After(never):
		say("the shorter of two", "second")
	}
	panics("stop a zero timer", func() { new(time.Timer).Stop() })
}

func callbacks() {
	done := make(chan string, 10)
	t := time.AfterFunc(time.Millisecond, func() { done <- "called" })
	say("a function is called", <-done, t.C == nil)
	say("stop it afterwards", t.Stop())
	say("set it again", t.Reset(time.Millisecond), <-done)
	t = time.AfterFunc(never, func() { done <- "called" })
	say("stop it before", t.Stop(), t.Stop())
	say("start it again", t.Reset(time.Millisecond), <-done)
	for i, d := range []time.Duration{300, 100, 200} {
		time.AfterFunc(d*time.Millisecond, func() { done <- string(rune('a' + i)) })
	}
	say("functions are called by their time", <-done+<-done+<-done)
}

func tickers() {
	k := time.NewTicker(5 * time.Millisecond)
	a, b := <-k.C, <-k.C
	say("a ticker ticks", b.After(a))
	k.Stop()
	select {
	case <-k.C:
		say("a stopped ticker", "ticks")
	case <-time.After(30 * time.Millisecond):
		say("a stopped ticker", "silent")
	}
	k.Reset(time.Millisecond)
	<-k.C
	say("a ticker that was reset ticks")
	k.Reset(never)
	k = time.NewTicker(time.Millisecond)
	time.Sleep(100 * time.Millisecond)
	late := 0
	for waiting := true; waiting; {
		select {
		case <-k.C:
			late++
			k.Stop()
		default:
			waiting = false
		}
	}
	say("ticks that nobody takes are dropped", late)
	panics("a ticker of no time", func() { time.NewTicker(0) })
	panics("reset a ticker to no time", func() { k.Reset(0) })
	say("Tick of no time is nil", time.Tick(0) == nil)
}

func deadlineContexts() {
	ctx, cancel := context.WithTimeout(context.Background(), never)
	deadline, ok := ctx.Deadline()
	say("a context with a timeout", ctx.Err(), ok, time.Until(deadline) <= never)
	cancel()
	ctx, cancel = context.WithTimeout(context.Background(), 10*time.Millisecond)
	deadline, _ = ctx.Deadline()
	<-ctx.Done()
	say("its time has come", ctx.Err(), context.Cause(ctx), !time.Now().Before(deadline))
	cancel()
	ctx, cancel = context.WithTimeoutCause(context.Background(), time.Millisecond, errors.New("too slow"))
	<-ctx.Done()
	say("a timeout with a cause", ctx.Err(), context.Cause(ctx))
	cancel()
	ctx, cancel = context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	say("a passed deadline", ctx.Err())
	cancel()
	outer, cancelOuter := context.WithTimeout(context.Background(), time.Millisecond)
	inner, cancelInner := context.WithTimeout(outer, never)
	a, _ := outer.Deadline()
	b, _ := inner.Deadline()
	<-inner.Done()
	say("the earlier deadline counts", a.Equal(b), inner.Err())
	cancelInner()
	cancelOuter()
	say("text of a context", ctx.Err().Error(), errors.Is(ctx.Err(), os.ErrDeadlineExceeded))
}

func cancelledContexts() {
	root, cancel := context.WithCancelCause(context.Background())
	var order []int
	done := make(chan bool)
	parent := root
	for i := range 5 {
		var stop context.CancelFunc
		parent, stop = context.WithCancel(parent)
		defer stop()
		context.AfterFunc(parent, func() { done <- true })
		order = append(order, i)
	}
	cancel(errors.New("enough"))
	say("cancelling reaches the last child at once", parent.Err(), context.Cause(parent))
	for range order {
		<-done
	}
	cancel(errors.New("later"))
	say("the first cause stays", context.Cause(root), len(order))
	ctx, cancelOne := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, func() { panic("called") })
	say("a function that was stopped is not called", stop(), stop())
	free := context.WithoutCancel(ctx)
	cancelOne()
	cancelOne()
	say("cancelled", ctx.Err(), free.Err(), free.Done() == nil)
	select {
	case <-ctx.Done():
	case <-time.After(never):
	}
	say("value of a child", context.WithValue(ctx, "k", "v").Value("k").(string)) //nolint:staticcheck // a plain key will do
}

func clocks() {
	var list []time.Time
	for range 1000 {
		list = append(list, time.Now())
	}
	say("the clock never goes back", slices.IsSortedFunc(list, time.Time.Compare))
	a := list[0]
	time.Sleep(20 * time.Millisecond)
	b := time.Now()
	wall, mono := b.Round(0).Sub(a.Round(0)), b.Sub(a)
	say("both clocks go on together", (wall-mono).Abs() < time.Second)
	say("a time with and without the monotonic clock", a.Equal(a.Round(0)), a == a.Round(0))
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	say("the clock shows the first hour of 2025", a.Before(start.Add(time.Hour)))
	say("the local time zone", time.Local.String(), a.Location().String())
	zone, err := time.LoadLocation("Europe/Berlin")
	say("load a time zone", err)
	if err == nil {
		say("it has summer time", time.Date(2025, 7, 1, 12, 0, 0, 0, time.UTC).In(zone).Hour())
	}
	utc, err := time.LoadLocation("UTC")
	say("load UTC", err, utc == time.UTC)
}
