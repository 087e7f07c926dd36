package sched

import (
	"testing"

	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

func TestTheEarliestRunsNextAndTiesAreDrawn(t *testing.T) {
	q := NewQueue(4, rng.Seed(1).Stream())
	if q.Earliest() != vtime.Never {
		t.Error("an empty queue has something to run")
	}
	q.Set(2, 30)
	q.Set(0, 50)
	if q.Earliest() != 30 || q.Pick() != 2 {
		t.Errorf("earliest %v, picked %d", q.Earliest(), q.Pick())
	}
	q.Set(0, 30)
	q.Set(3, 30)
	drawn := map[int]int{}
	for range 300 {
		drawn[q.Pick()]++
	}
	if len(drawn) != 3 || drawn[0] < 60 || drawn[2] < 60 || drawn[3] < 60 {
		t.Errorf("among 0, 2 and 3: %v", drawn)
	}
	c := q.Clone()
	for range 50 {
		if a, b := q.Pick(), c.Pick(); a != b {
			t.Fatalf("the clone picked %d, the original %d", b, a)
		}
	}
	c.Set(1, 1)
	if q.At(1) != vtime.Never {
		t.Error("a clone changed its original")
	}
}

func TestTheClockMovesWhenReadAndNeverBack(t *testing.T) {
	var c Clock
	if c.Read() != 1 || c.Read() != 2 || c.Now() != 2 {
		t.Error("two reads gave the same instant")
	}
	c.Advance(100)
	c.Advance(50)
	if c.Now() != 100 {
		t.Errorf("at %v", c.Now())
	}
}
