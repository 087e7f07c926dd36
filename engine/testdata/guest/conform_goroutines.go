//go:build conform

package main

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// conform-goroutines: channels, select, package sync and the scheduler.

func init() {
	modes["conform-goroutines"] = conformGoroutines
	modes["conform-spin"] = conformSpin
}

func conformGoroutines([]string) {
	say("goroutines at the start", runtime.NumGoroutine())
	channels()
	selects()
	mutexes()
	groups()
	conditions()
	onces()
	pools()
	endings()
	crowds()
	siblings()
	for i := 0; i < 1000 && runtime.NumGoroutine() > 1; i++ {
		time.Sleep(time.Millisecond) // for those that were told to end
	}
	say("goroutines at the end", runtime.NumGoroutine())
}

func channels() {
	c := make(chan int, 2)
	c <- 1
	c <- 2
	say("a buffered channel", len(c), cap(c), <-c, <-c)
	c <- 3
	close(c)
	v, ok := <-c
	w, open := <-c
	say("a closed channel", v, ok, w, open)
	panics("send on a closed channel", func() { c <- 1 })
	panics("close a closed channel", func() { close(c) })
	var none chan int
	panics("close no channel", func() { close(none) })
	pipe := make(chan int)
	go func() {
		defer close(pipe)
		for i := range 100 {
			pipe <- i
		}
	}()
	sum, last := 0, -1
	ordered := true
	for v := range pipe {
		ordered = ordered && v == last+1
		last, sum = v, sum+v
	}
	say("values come in order", ordered, sum)
	// A prime sieve is a chain of goroutines.
	next := make(chan int)
	stop := make(chan bool)
	go func() {
		for i := 2; ; i++ {
			select {
			case next <- i:
			case <-stop:
				return
			}
		}
	}()
	var primes []int
	for range 20 {
		p := <-next
		primes = append(primes, p)
		in, out := next, make(chan int)
		go func() {
			for {
				select {
				case v := <-in:
					if v%p != 0 {
						select {
						case out <- v:
						case <-stop:
							return
						}
					}
				case <-stop:
					return
				}
			}
		}()
		next = out
	}
	close(stop)
	say("a chain of goroutines", primes)
}

func selects() {
	c, d := make(chan int, 1), make(chan int, 1)
	select {
	case <-c:
		say("nothing is ready", "received")
	default:
		say("nothing is ready", "default")
	}
	c <- 1
	select {
	case v := <-c:
		say("one is ready", v)
	case <-d:
		say("one is ready", "the other")
	}
	var counts [2]int
	for range 1000 {
		c <- 1
		d <- 1
		select {
		case <-c:
			counts[0]++
			<-d
		case <-d:
			counts[1]++
			<-c
		}
	}
	say("of two that are ready each is chosen", counts[0] > 300, counts[1] > 300)
	var none chan int
	select {
	case <-none:
	case none <- 1:
	case <-time.After(time.Millisecond):
		say("a nil channel is never ready")
	}
	closed := make(chan int)
	close(closed)
	select {
	case v, ok := <-closed:
		say("a closed channel is ready", v, ok)
	default:
		say("a closed channel is ready", "no")
	}
	panics("select a send on a closed channel", func() {
		select {
		case closed <- 1:
		default:
		}
	})
}

func mutexes() {
	var m sync.Mutex
	m.Lock()
	say("try a locked mutex", m.TryLock())
	m.Unlock()
	say("try a free mutex", m.TryLock())
	m.Unlock()
	n := 0
	var w sync.WaitGroup
	for range 20 {
		w.Go(func() {
			for range 100 {
				m.Lock()
				v := n
				runtime.Gosched()
				n = v + 1
				m.Unlock()
			}
		})
	}
	w.Wait()
	say("a mutex keeps others out", n)
	var rw sync.RWMutex
	rw.RLock()
	rw.RLock()
	say("many read, none writes", rw.TryRLock(), rw.TryLock())
	rw.RUnlock()
	rw.RUnlock()
	rw.RUnlock()
	say("one writes, none reads", rw.TryLock(), rw.TryRLock())
	rw.Unlock()
	rw.RLock()
	var order []string
	wrote := make(chan bool)
	go func() {
		rw.Lock()
		order = append(order, "write")
		rw.Unlock()
		close(wrote)
	}()
	for rw.TryRLock() { // until the writer waits
		rw.RUnlock()
		time.Sleep(time.Millisecond)
	}
	order = append(order, "read")
	rw.RUnlock()
	<-wrote
	say("a waiting writer keeps new readers out", order)
}

func groups() {
	var w sync.WaitGroup
	var n atomic.Int64
	for i := range 100 {
		w.Add(1)
		go func() {
			defer w.Done()
			n.Add(int64(i))
		}()
	}
	w.Wait()
	say("a wait group waits for all", n.Load())
	panics("done too often", func() { w.Done() })
	// The pattern of errgroup: the first error cancels the rest.
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	w = sync.WaitGroup{}
	for i := range 10 {
		w.Go(func() {
			if i == 3 {
				cancel(errors.New("third"))
			}
			<-ctx.Done()
		})
	}
	w.Wait()
	say("the first error cancels the rest", context.Cause(ctx))
	limit := make(chan bool, 3)
	var running, most atomic.Int64
	var g sync.WaitGroup
	for range 30 {
		limit <- true
		g.Go(func() {
			defer func() { <-limit }()
			for now := running.Add(1); ; {
				old := most.Load()
				if now <= old || most.CompareAndSwap(old, now) {
					break
				}
			}
			time.Sleep(time.Millisecond)
			running.Add(-1)
		})
	}
	g.Wait()
	say("a limit holds", most.Load() <= 3, running.Load())
}

func conditions() {
	var m sync.Mutex
	c := sync.NewCond(&m)
	ready, woken := 0, make(chan int, 10)
	for i := range 3 {
		go func() {
			m.Lock()
			ready++
			c.Wait()
			m.Unlock()
			woken <- i
		}()
	}
	for waiting := 0; waiting < 3; {
		time.Sleep(time.Millisecond)
		m.Lock()
		waiting = ready
		m.Unlock()
	}
	c.Signal()
	<-woken
	select {
	case <-woken:
		say("a signal wakes", "more than one")
	case <-time.After(20 * time.Millisecond):
		say("a signal wakes", "one")
	}
	c.Broadcast()
	<-woken
	<-woken
	say("a broadcast wakes the rest")
}

func onces() {
	var once sync.Once
	n := 0
	var w sync.WaitGroup
	for range 10 {
		w.Go(func() { once.Do(func() { n++ }) })
	}
	w.Wait()
	say("once", n)
	panics("a once that panics", func() { new(sync.Once).Do(func() { panic("inside") }) })
	value := sync.OnceValue(func() int { n++; return n })
	say("a value made once", value(), value())
	var m sync.Map
	for i := range 10 {
		m.Store(i, i*i)
	}
	v, loaded := m.LoadOrStore(3, 0)
	_, gone := m.LoadAndDelete(4)
	_, ok := m.Load(4)
	var keys []int
	m.Range(func(k, _ any) bool { keys = append(keys, k.(int)); return true })
	slices.Sort(keys)
	say("a sync.Map", v, loaded, gone, ok, keys, m.CompareAndSwap(5, 25, 1))
}

func pools() {
	p := sync.Pool{New: func() any { return "new" }}
	say("an empty pool", p.Get())
	p.Put("used")
	v := p.Get()
	say("a pool gives back or makes anew", v == "used" || v == "new")
}

func endings() {
	done := make(chan bool)
	var log []string
	go func() {
		defer close(done)
		defer func() { log = append(log, "deferred") }()
		func() {
			defer func() { log = append(log, "inner", shown(recover())) }()
			runtime.Goexit()
		}()
		log = append(log, "not reached")
	}()
	<-done
	say("Goexit runs deferred calls", log)
	var value atomic.Value
	value.Store("a")
	panics("an atomic value of another type", func() { value.Store(1) })
	panics("unlock of a condition without a lock", func() { sync.NewCond(nil).Wait() })
}

func crowds() {
	const many = 10000
	start, all := make(chan bool), sync.WaitGroup{}
	var sum atomic.Int64
	for i := range many {
		all.Go(func() {
			<-start
			sum.Add(int64(i))
		})
	}
	say("ten thousand goroutines", runtime.NumGoroutine() >= many)
	close(start)
	all.Wait()
	say("all of them run", sum.Load())
}

// siblings spins without blocking, but with calls.
func siblings() {
	var stop atomic.Bool
	go func() {
		time.Sleep(time.Millisecond)
		stop.Store(true)
	}()
	for spins := 0; !stop.Load(); {
		spins += step(spins)
	}
	say("a goroutine that spins with calls lets a timer fire")
	stop.Store(false)
	go func() { stop.Store(true) }()
	for spins := 0; !stop.Load(); {
		spins += step(spins)
	}
	say("a goroutine that spins with calls lets a sibling run")
	turns := make(chan string, 100)
	var w sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		w.Go(func() {
			for range 5 {
				turns <- name
				runtime.Gosched()
			}
		})
	}
	w.Wait()
	say("Gosched lets both come to an end", len(turns))
}

// step has a stack frame, because it makes a call.
//
//go:noinline
func step(n int) int { return leaf(n) + 1 }

// leaf needs no frame, so that it has no stack check at its entry.
//
//go:noinline
func leaf(n int) int { return n & 1 }

// conformSpin spins with calls of a function that has no stack check.
func conformSpin([]string) {
	var stop atomic.Bool
	go func() {
		time.Sleep(time.Millisecond)
		stop.Store(true)
	}()
	for spins := 0; !stop.Load(); {
		spins += leaf(spins)
	}
	say("a goroutine that spins with calls of a tiny function lets a timer fire")
}
