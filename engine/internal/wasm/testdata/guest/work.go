package main

import (
	"crypto/sha256"
	"fmt"
	"sort"
	"time"
)

// maps fills a map and sorts what is in it.
func maps(rounds int) {
	m := map[int]int{}
	x := uint32(1)
	for i := range 15_000 * rounds {
		x = x*1664525 + 1013904223
		m[int(x>>12)] += i
	}
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		return m[keys[i]] < m[keys[j]] || m[keys[i]] == m[keys[j]] && keys[i] < keys[j]
	})
	fmt.Println(len(keys), keys[0], keys[len(keys)/2])
}

// bytes sums 64 KiB again and again without a call.
func bytes(rounds int) {
	buf := make([]byte, 1<<16)
	for i := range buf {
		buf[i] = byte(i * 7)
	}
	sum := uint32(0)
	for range 100 * rounds {
		for _, c := range buf {
			sum = sum<<1 | sum>>31
			sum += uint32(c)
		}
	}
	fmt.Println(sum)
}

// digest hashes 1 MiB in each round.
func digest(rounds int) {
	buf := make([]byte, 1<<20)
	h := sha256.New()
	for range rounds {
		h.Write(buf)
	}
	fmt.Printf("%x\n", h.Sum(nil))
}

type tree struct{ left, right *tree }

func grow(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{grow(depth - 1), grow(depth - 1)}
}

func (t *tree) count() int {
	if t.left == nil {
		return 1
	}
	return 1 + t.left.count() + t.right.count()
}

// allocate makes and drops small objects, 65,535 in each round.
func allocate(rounds int) {
	n := 0
	for range rounds {
		n += grow(15).count()
	}
	fmt.Println(n)
}

// channel sends 30,000 numbers in each round.
func channel(rounds int) {
	c := make(chan int)
	go func() {
		for i := range 30_000 * rounds {
			c <- i
		}
		close(c)
	}()
	sum := 0
	for v := range c {
		sum += v
	}
	fmt.Println(sum)
}

// sleep has four goroutines wait for different times, so that the order of the
// lines depends on every timer.
func sleep(int) {
	lines := make(chan string)
	for g := range 4 {
		go func() {
			for i := range 5 {
				time.Sleep(time.Duration(7*g+3) * time.Millisecond)
				lines <- fmt.Sprint("goroutine ", g, " round ", i)
			}
			lines <- ""
		}()
	}
	for left := 4; left > 0; {
		if l := <-lines; l != "" {
			fmt.Println(l)
		} else {
			left--
		}
	}
}
