//go:build conform

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/seedfall/seedfall/sim"
)

// conform-net: connections through package sim, which natively is package net.
// conform-armed: a number of listeners that are all waited for at once.

func init() {
	modes["conform-net"] = conformNet
	modes["conform-armed"] = conformArmed
}

func conformNet([]string) {
	addresses()
	echoes()
	halfClosed()
	readDeadlines()
	writeDeadlines()
	acceptDeadlines()
	closing()
	refusals()
	resets()
	largeTransfers()
	manyConnections()
	otherWays()
}

const loopback = "127.0.0.1:0"

// pair is a listener and both ends of a connection to it. Errors show the
// addresses as LISTENER, and as CLIENT.
func pair() (l net.Listener, client, server net.Conn) {
	aliases = aliases[:0]
	l = have(sim.Listen("tcp", loopback))
	accepted := make(chan net.Conn)
	go func() { accepted <- have(l.Accept()) }()
	client = have(sim.Dial("tcp", l.Addr().String()))
	server = <-accepted
	alias(l.Addr().String(), "LISTENER")
	alias(client.LocalAddr().String(), "CLIENT")
	return l, client, server
}

// some is what one read gives.
func some(r io.Reader) string {
	b := make([]byte, 100)
	return string(b[:have(r.Read(b))])
}

func closeAll(all ...io.Closer) {
	for _, c := range all {
		sure(c.Close())
	}
}

// in runs f in a goroutine and gives what it returns.
func in[T any](f func() T) <-chan T {
	c := make(chan T, 1)
	go func() { c <- f() }()
	return c
}

func addresses() {
	l, c, s := pair()
	a, ok := l.Addr().(*net.TCPAddr)
	say("the listener's address", ok, a.Network(), a.Port > 0, a.Zone)
	say("the listener is on the loopback", a.IP.IsLoopback())
	say("the addresses fit together", c.RemoteAddr().String() == l.Addr().String(), s.LocalAddr().String() == l.Addr().String(),
		s.RemoteAddr().String() == c.LocalAddr().String(), c.LocalAddr().Network())
	_, ok = c.RemoteAddr().(*net.TCPAddr)
	host, port, err := net.SplitHostPort(c.LocalAddr().String())
	say("an address has parts", ok, host == a.IP.String(), port != "0", err)
	say("types of connection and listener", fmt.Sprintf("%T %T %T", c, s, l))
	two := have(sim.Listen("tcp", ":0"))
	d := have(sim.Dial("tcp", fmt.Sprintf("localhost:%d", two.Addr().(*net.TCPAddr).Port)))
	say("listen everywhere, dial by name", d.RemoteAddr().(*net.TCPAddr).Port == two.Addr().(*net.TCPAddr).Port)
	say("the address of everywhere", two.Addr().(*net.TCPAddr).IP.IsUnspecified())
	say("ports differ", a.Port != two.Addr().(*net.TCPAddr).Port)
	closeAll(c, s, l, d, two)
	again := have(sim.Listen("tcp", a.String()))
	say("listen again where we listened", again.Addr().String() == a.String())
	closeAll(again)
}

func echoes() {
	l, c, s := pair()
	go io.Copy(s, s) //nolint:errcheck // until it is closed
	b := make([]byte, 100)
	for _, text := range []string{"hello", "again"} {
		n, err := c.Write([]byte(text))
		m, err2 := io.ReadFull(c, b[:len(text)])
		say("echo "+text, n, err, b[:m], err2)
	}
	n, err := c.Write(nil)
	m, err2 := c.Read(nil)
	say("write and read nothing", n, err, m, err2)
	buffers := net.Buffers{[]byte("one"), []byte("two"), []byte("three")}
	k, err := buffers.WriteTo(c)
	say("write buffers", k, err, string(b[:have(io.ReadFull(c, b[:11]))]))
	for _, o := range []struct {
		what string
		err  error
	}{
		{"no delay", c.(interface{ SetNoDelay(bool) error }).SetNoDelay(true)},
		{"keep alive", c.(interface{ SetKeepAlive(bool) error }).SetKeepAlive(true)},
		{"keep alive period", c.(interface{ SetKeepAlivePeriod(time.Duration) error }).SetKeepAlivePeriod(time.Minute)},
		{"read buffer", c.(interface{ SetReadBuffer(int) error }).SetReadBuffer(1 << 16)},
		{"write buffer", c.(interface{ SetWriteBuffer(int) error }).SetWriteBuffer(1 << 16)},
	} {
		say("set "+o.what, o.err)
	}
	raw, err := c.(syscall.Conn).SyscallConn()
	say("raw connection", err, raw.Control(func(uintptr) {}))
	var w sync.WaitGroup
	for i := range 10 {
		w.Go(func() { have(c.Write(bytes.Repeat([]byte{byte(i)}, 1000))) })
	}
	got := make([]byte, 10000)
	have(io.ReadFull(c, got))
	w.Wait()
	whole := true
	for part := range slices.Chunk(got, 1000) {
		whole = whole && bytes.Count(part, part[:1]) == 1000
	}
	say("writes of several goroutines are not mixed", whole)
	closeAll(c, s, l)
}

func halfClosed() {
	l, c, s := pair()
	have(c.Write([]byte("request")))
	say("close for writing", c.(interface{ CloseWrite() error }).CloseWrite())
	b, err := io.ReadAll(s)
	say("the other end reads to the end", b, err)
	n, err := s.Read(make([]byte, 1))
	say("and again", n, err)
	say("write after closing for writing", second(c.Write([]byte("x"))))
	have(s.Write([]byte("answer")))
	sure(s.Close())
	b, err = io.ReadAll(c)
	say("the answer comes back", b, err)
	closeAll(c, l)
	l, c, s = pair()
	say("close for reading", c.(interface{ CloseRead() error }).CloseRead())
	n, err = c.Read(make([]byte, 1))
	say("read after closing for reading", n, err)
	n, err = c.Write([]byte("still"))
	say("write after closing for reading", n, err, some(s))
	closeAll(s, c, l)
	l, c, s = pair()
	have(c.Write([]byte("last words")))
	sure(c.Close())
	b, err = io.ReadAll(s)
	say("what was sent before a close arrives", b, err)
	closeAll(s, l)
}

// largeTransfers sends several megabytes both ways at once.
func largeTransfers() {
	l, c, s := pair()
	const size = 4 << 20
	send := func(to net.Conn, seed uint64) uint32 {
		r := rand.New(rand.NewPCG(seed, 0))
		sum := crc32.NewIEEE()
		for left := size; left > 0; {
			b := make([]byte, min(left, 1+r.IntN(200_000)))
			for i := 0; i+8 <= len(b); i += 8 {
				binary.LittleEndian.PutUint64(b[i:], r.Uint64())
			}
			sum.Write(b)
			have(to.Write(b))
			left -= len(b)
		}
		sure(to.(interface{ CloseWrite() error }).CloseWrite())
		return sum.Sum32()
	}
	receive := func(from net.Conn) string {
		sum := crc32.NewIEEE()
		n, err := io.Copy(sum, from)
		return fmt.Sprint(n, err, sum.Sum32())
	}
	toServer, toClient := in(func() uint32 { return send(c, 1) }), in(func() uint32 { return send(s, 2) })
	atServer, atClient := in(func() string { return receive(s) }), in(func() string { return receive(c) })
	say("four megabytes each way", <-toServer, <-atServer, <-toClient, <-atClient)
	closeAll(c, s, l)
	writeTo(os.TempDir()+"/conform-sent", bytes.Repeat([]byte("0123456789"), 30000))
	l, c, s = pair()
	f := have(os.Open(os.TempDir() + "/conform-sent"))
	got := in(func() string { return receive(s) })
	n, err := io.Copy(c, f)
	sure(c.Close())
	say("send a file", n, err, <-got)
	closeAll(s, l, f)
}

func writeTo(path string, b []byte) { sure(os.WriteFile(path, b, 0o600)) }

// manyConnections has 300 connections at once, none of which is read before all
// are made.
func manyConnections() {
	const many = 300
	l := have(sim.Listen("tcp", loopback))
	var servers sync.WaitGroup
	ready, release := make(chan bool), make(chan bool)
	go func() {
		for {
			s, err := l.Accept()
			if err != nil {
				return
			}
			servers.Go(func() {
				<-release
				io.Copy(s, s) //nolint:errcheck // the client checks
				s.Close()     //nolint:errcheck // the client checks
			})
		}
	}()
	results := make(chan string, many)
	for i := range many {
		go func() {
			c := have(sim.Dial("tcp", l.Addr().String()))
			ready <- true
			text := fmt.Sprint("client ", i)
			have(io.WriteString(c, text))
			sure(c.(interface{ CloseWrite() error }).CloseWrite())
			b, err := io.ReadAll(c)
			closeAll(c)
			results <- fmt.Sprint(string(b) == text, err)
		}()
	}
	for range many {
		<-ready
	}
	close(release)
	counts := map[string]int{}
	for range many {
		counts[<-results]++
	}
	servers.Wait()
	say("three hundred connections", counts)
	closeAll(l)
}

// otherWays are those of package net itself, which natively reach the same.
func otherWays() {
	l := have(sim.Listen("tcp", loopback))
	aliases = aliases[:0]
	alias(l.Addr().String(), "LISTENER")
	go func() {
		for {
			if _, err := l.Accept(); err != nil {
				return
			}
		}
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	say("net.Dial to a listener of package sim", err)
	if err == nil {
		closeAll(c)
	}
	u, err := net.ListenPacket("udp", loopback)
	say("net.ListenPacket", err)
	if err == nil {
		closeAll(u)
	}
	inside := have(net.Listen("tcp", loopback))
	go func() {
		s := have(inside.Accept())
		have(s.Write([]byte("inside")))
		sure(s.Close())
	}()
	d := have(net.Dial("tcp", inside.Addr().String()))
	b, err := io.ReadAll(d)
	say("package net within one process", b, err)
	hosts, err := net.LookupHost("localhost")
	say("look up localhost", slices.Contains(hosts, "127.0.0.1"), err)
	interfaces, err := net.Interfaces()
	say("network interfaces", len(interfaces) > 0, err)
	closeAll(l, inside, d)
}

// conformArmed waits for as many descriptors as its argument says, all armed
// before the process polls for the first time.
func conformArmed(args []string) {
	many := have(strconv.Atoi(args[0]))
	var w sync.WaitGroup
	var all []io.Closer
	for range many {
		l := have(sim.Listen("tcp", loopback))
		all = append(all, l)
		w.Go(func() { l.Accept() }) //nolint:errcheck // it is closed
	}
	time.Sleep(10 * time.Millisecond)
	closeAll(all...)
	w.Wait()
	say("waited for so many", many)
}
