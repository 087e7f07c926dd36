package engine

import (
	"context"
	"runtime/debug"
	"sync"
)

// inOrder does n things, jobs of them at once, and tells of each in order, one at
// a time. The first error, in order, ends it: what runs is cancelled, the rest is
// not begun.
func inOrder[T any](ctx context.Context, n, jobs int, do func(context.Context, int) (T, error), tell func(T)) error {
	ctx, cancel := context.WithCancel(ctx)
	type answer struct {
		of  T
		err error
	}
	answers := make([]chan answer, n)
	next := make(chan int, n)
	for i := range n {
		answers[i] = make(chan answer, 1)
		next <- i
	}
	close(next)
	var crew sync.WaitGroup
	defer crew.Wait()
	defer cancel()
	for range max(1, jobs) {
		crew.Go(func() {
			for i := range next {
				a := answer{err: ctx.Err()}
				if a.err == nil {
					a.of, a.err = do(ctx, i)
				}
				answers[i] <- a
			}
		})
	}
	for i := range n {
		a := <-answers[i]
		if a.err != nil {
			return a.err
		}
		tell(a.of)
	}
	return nil
}

// guard turns a panic into an *InternalError of a seed.
func guard(seed uint64, do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &InternalError{seed, v, string(debug.Stack())}
		}
	}()
	return do()
}
