//go:build !wasip1

package sim

import (
	"fmt"
	"time"

	"github.com/seedfall/seedfall/internal/abi"
)

func check(kind uint32, cond bool, name string, details []any) {
	if cond || kind == abi.KindSometimes {
		return
	}
	if text := describe(details); name == "" || text == "" {
		panic("sim: " + name + text)
	} else {
		panic(fmt.Sprintf("sim: %s: %s", name, text))
	}
}

func eventually(cond func() bool, within time.Duration, name string, details []any) {
	deadline := time.Now().Add(within)
	go func() {
		for !cond() {
			left := time.Until(deadline)
			if left <= 0 {
				panic(fmt.Sprintf("sim: %s: still false after %v %s", name, within, describe(details)))
			}
			time.Sleep(min(left, interval(within)))
		}
	}()
}

func budget(n int) int { return n }
