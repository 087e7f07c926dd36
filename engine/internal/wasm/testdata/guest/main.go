// Command guest is the program that the tests of package wasm run. Its first
// argument says what it does.
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"sort"
	"time"
)

var modes = map[string]func(){
	"maps":     maps,
	"bytes":    bytes,
	"sha256":   digest,
	"allocate": allocate,
	"channel":  channel,
	"sleep":    sleep,
	"spin":     spin,
	"panic":    func() { outer(3) },
}

func main() { modes[os.Args[1]]() }

// maps fills a map and sorts what is in it.
func maps() {
	m := map[int]int{}
	x := uint32(1)
	for i := range 150_000 {
		x = x*1664525 + 1013904223
		m[int(x>>12)] += i
	}
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return m[keys[i]] < m[keys[j]] || m[keys[i]] == m[keys[j]] && keys[i] < keys[j] })
	fmt.Println(len(keys), keys[0], keys[len(keys)/2])
}

// bytes sums 64 KiB again and again without a call.
func bytes() {
	buf := make([]byte, 1<<16)
	for i := range buf {
		buf[i] = byte(i * 7)
	}
	sum := uint32(0)
	for range 1000 {
		for _, c := range buf {
			sum = sum<<1 | sum>>31
			sum += uint32(c)
		}
	}
	fmt.Println(sum)
}

func digest() {
	buf := make([]byte, 1<<20)
	h := sha256.New()
	for range 10 {
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

// allocate makes and drops many small objects.
func allocate() {
	n := 0
	for range 15 {
		n += grow(15).count()
	}
	fmt.Println(n)
}

func channel() {
	c := make(chan int)
	go func() {
		for i := range 300_000 {
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
func sleep() {
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

// spin never makes a call and never ends.
func spin() {
	for n := uint(1); n != 0; n |= 1 {
		n += 2
	}
}

//go:noinline
func outer(n int) int { return inner(n) + 1 }

//go:noinline
func inner(n int) int {
	if n == 3 {
		os.Exit(n)
	}
	return n
}
