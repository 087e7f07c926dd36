package main

import (
	"io"
	"os"
	"strconv"

	"github.com/seedfall/seedfall/sim"
)

func init() {
	modes["pong"] = func([]string) {
		l, err := sim.Listen("tcp", ":7000")
		must(err)
		for {
			c, err := l.Accept()
			must(err)
			go func() { io.Copy(c, c) }() //nolint:errcheck // ends with the run
		}
	}
	modes["ping"] = func([]string) {
		c, err := sim.Dial("tcp", "server:7000")
		must(err)
		n, _ := strconv.Atoi(os.Args[2])
		var b [1]byte
		for range n {
			_, err := c.Write(b[:])
			must(err)
			_, err = c.Read(b[:])
			must(err)
		}
	}
}
