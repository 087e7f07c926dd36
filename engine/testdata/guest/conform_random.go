//go:build conform

package main

import (
	crand "crypto/rand"
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"strings"
)

// conform-random: what is random in every Go program. Natively it differs from
// run to run; under seedfall it follows the seed.

func init() { modes["conform-random"] = conformRandom }

func conformRandom([]string) {
	m := map[int]bool{}
	for i := range 40 {
		m[i] = true
	}
	var order []int
	for k := range m {
		order = append(order, k)
	}
	fmt.Println("map order:", order)
	sorted := slices.Clone(order)
	slices.Sort(sorted)
	say("each key comes once", len(sorted), len(slices.Compact(sorted)))
	var again []int
	for k := range m {
		again = append(again, k)
	}
	say("the next walk has another order", slices.Equal(order, again))
	c, d := make(chan int, 1), make(chan int, 1)
	var chosen strings.Builder
	for range 64 {
		c <- 1
		d <- 1
		select {
		case <-c:
			chosen.WriteByte('c')
			<-d
		case <-d:
			chosen.WriteByte('d')
			<-c
		}
	}
	fmt.Println("select:", chosen.String())
	fmt.Println("math/rand:", rand.Int63(), rand.Perm(8))
	fmt.Println("math/rand/v2:", randv2.Uint64(), randv2.IntN(1000))
	b := make([]byte, 16)
	n, err := crand.Read(b)
	fmt.Printf("crypto/rand: %x\n", b)
	say("crypto/rand reads", n, err)
	fmt.Println("crypto/rand text:", crand.Text())
	say("a fixed source is fixed", rand.New(rand.NewSource(1)).Intn(1000), randv2.New(randv2.NewPCG(1, 2)).IntN(1000))
}
