package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/seedfall/seedfall/sim"
)

func init() {
	modes["cluster-server"] = clusterServer
	modes["cluster-client"] = clusterClient
	modes["idle"] = idle
	modes["idle-client"] = func([]string) { time.Sleep(24 * time.Hour) }
}

// clusterServer keeps several goroutines, a file and connections busy.
func clusterServer([]string) {
	f, err := os.OpenFile("/data", os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
	must(err)
	lines := make(chan string)
	go func() {
		for n := 0; ; n++ {
			time.Sleep(time.Duration(30+rand.IntN(40)) * time.Millisecond)
			lines <- "tick " + strconv.Itoa(n)
		}
	}()
	go func() {
		for s := range lines {
			_, err := fmt.Fprintln(f, s)
			must(err)
			if rand.IntN(3) == 0 {
				must(f.Sync())
			}
		}
	}()
	l, err := sim.Listen("tcp", ":7000")
	must(err)
	for {
		c, err := l.Accept()
		must(err)
		go serve(c, lines)
	}
}

func serve(c net.Conn, lines chan<- string) {
	defer c.Close()
	r := bufio.NewReader(c)
	for {
		s, err := r.ReadString('\n')
		if err != nil {
			return
		}
		lines <- s[:len(s)-1]
		if _, err := io.WriteString(c, "ok "+s); err != nil {
			return
		}
	}
}

// clusterClient talks to the server from several connections for a while.
func clusterClient(args []string) {
	total := 40
	if len(args) > 0 {
		total, _ = strconv.Atoi(args[0])
	}
	done := make(chan bool)
	for k := range 3 {
		go func() {
			defer func() { done <- true }()
			for n := 0; n < total; {
				n = talk(k, n, total)
				time.Sleep(20 * time.Millisecond)
			}
		}()
	}
	for range 3 {
		<-done
	}
	sim.Reachable("client finished")
}

func talk(k, n, total int) int {
	c, err := sim.Dial("tcp", "server:7000")
	if err != nil {
		return n
	}
	defer c.Close()
	r := bufio.NewReader(c)
	for ; n < total; n++ {
		must(c.SetDeadline(time.Now().Add(time.Second)))
		want := fmt.Sprintf("client %d line %d\n", k, n)
		if _, err := io.WriteString(c, want); err != nil {
			return n
		}
		got, err := r.ReadString('\n')
		if err != nil {
			return n
		}
		sim.Always(got == "ok "+want, "the answer belongs to the question", "got", got, "want", want)
		time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond)
	}
	return n
}

func idle([]string) {
	l, err := sim.Listen("tcp", ":7000")
	must(err)
	go func() {
		for range time.Tick(time.Minute) {
			fmt.Println("still here")
		}
	}()
	_, err = l.Accept()
	must(err)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
