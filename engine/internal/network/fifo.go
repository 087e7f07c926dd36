package network

import "slices"

// fifo is a queue whose operations take constant time on average and which
// keeps its memory while it is used. The zero fifo is empty.
type fifo[T any] struct {
	items []T // from head on
	head  int
}

// all returns what is queued, oldest first. It is valid until the next push.
func (q *fifo[T]) all() []T { return q.items[q.head:] }

func (q *fifo[T]) empty() bool { return q.head == len(q.items) }

func (q *fifo[T]) push(x T) {
	if q.head > 0 && len(q.items) == cap(q.items) && q.head*2 >= len(q.items) {
		kept := copy(q.items, q.all())
		clear(q.items[kept:])
		q.items, q.head = q.items[:kept], 0
	}
	q.items = append(q.items, x)
}

// pop removes the oldest; the queue must not be empty.
func (q *fifo[T]) pop() T {
	var zero T
	x := q.items[q.head]
	q.items[q.head] = zero
	if q.head++; q.empty() {
		q.items, q.head = q.items[:0], 0
	}
	return x
}

// cut keeps the oldest k.
func (q *fifo[T]) cut(k int) {
	clear(q.items[q.head+k:])
	q.items = q.items[:q.head+k]
}

func (q *fifo[T]) clone() fifo[T] { return fifo[T]{items: slices.Clone(q.all())} }
