// Command guest is the program that the tests of package wasm run. Its first
// argument says what it does, a second one how often.
package main

import (
	"fmt"
	"os"
	"strconv"
)

var modes = map[string]func(rounds int){
	"maps":     maps,
	"bytes":    bytes,
	"sha256":   digest,
	"allocate": allocate,
	"channel":  channel,
	"sleep":    sleep,
	"exit":     func(int) { outer(3) },
}

func main() {
	if spin, ok := spins[os.Args[1]]; ok {
		spin()
	}
	rounds := 1
	if len(os.Args) > 2 {
		rounds, _ = strconv.Atoi(os.Args[2])
	}
	modes[os.Args[1]](rounds)
}

//go:noinline
func outer(n int) int { return inner(n) + 1 }

//go:noinline
func inner(n int) int {
	fmt.Println("leaving")
	os.Exit(n)
	return n
}
