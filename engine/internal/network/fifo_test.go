package network

import "testing"

// What has left a queue must not be kept alive by it.
func TestAQueueForgetsWhatLeftIt(t *testing.T) {
	var q fifo[*int]
	x := new(int)
	inUse := func(want int) {
		t.Helper()
		got := 0
		for _, p := range q.items[:cap(q.items)] {
			if p != nil {
				got++
			}
		}
		if got != want || len(q.all()) != want {
			t.Errorf("%d kept, %d queued, want %d", got, len(q.all()), want)
		}
	}
	for range 8 {
		q.push(x)
	}
	for range 5 {
		q.pop()
	}
	inUse(3)
	places := cap(q.items)
	q.push(x)
	inUse(4)
	if cap(q.items) != places {
		t.Errorf("%d places for 4, were %d", cap(q.items), places)
	}
	q.cut(1)
	inUse(1)
	q.pop()
	inUse(0)
}
