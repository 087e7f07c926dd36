//go:build conform

package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/seedfall/seedfall/sim"
)

// The part of conform-net in which operations fail: deadlines, closed ends,
// refused and reset connections.

func readDeadlines() {
	l, c, s := pair()
	b := make([]byte, 10)
	sure(c.SetReadDeadline(time.Now().Add(10 * time.Millisecond)))
	start := time.Now()
	n, err := c.Read(b)
	say("read past the deadline", n, err, time.Since(start) >= 10*time.Millisecond)
	n, err = c.Read(b)
	say("read again past the deadline", n, err)
	have(s.Write([]byte("late")))
	n, err = c.Read(b)
	say("the deadline counts though data may be there", n, err)
	sure(c.SetReadDeadline(time.Time{}))
	n, err = io.ReadFull(c, b[:4])
	say("without a deadline it is read", n, b[:n], err)
	sure(c.SetDeadline(time.Now().Add(-time.Second)))
	say("a passed deadline holds for both", second(c.Read(b)), second(c.Write(b)))
	sure(c.SetReadDeadline(time.Time{}))
	result := in(func() error { return second(c.Read(b)) })
	time.Sleep(10 * time.Millisecond)
	sure(c.SetReadDeadline(time.Now()))
	say("a deadline that is set ends a read", <-result)
	sure(c.SetReadDeadline(time.Now().Add(400 * time.Millisecond)))
	result = in(func() error { return second(c.Read(b)) })
	sure(c.SetReadDeadline(time.Now().Add(never)))
	time.Sleep(500 * time.Millisecond)
	have(s.Write([]byte("x")))
	say("a deadline that is moved does not", <-result)
	var timeout net.Error
	sure(c.SetReadDeadline(time.Now().Add(-1)))
	_, err = c.Read(b)
	var op *net.OpError
	say("what a time-out is", errors.As(err, &timeout) && timeout.Timeout(), os.IsTimeout(err), errors.As(err, &op), op.Op, op.Net, op.Err)
	closeAll(c, s, l)
}

func writeDeadlines() {
	l, c, s := pair()
	sure(c.SetWriteDeadline(time.Now().Add(300 * time.Millisecond)))
	total := 0
	var err error
	for err == nil && total < 1<<30 {
		var n int
		n, err = c.Write(make([]byte, 1<<20))
		total += n
	}
	say("write until the buffers are full", err, total > 0)
	sure(c.SetWriteDeadline(time.Time{}))
	read := in(func() int64 { return count(io.CopyN(io.Discard, s, int64(total)+1<<20)) })
	n, err := c.Write(make([]byte, 1<<20))
	say("write on when it is read", n, err, <-read == int64(total)+1<<20)
	closeAll(c, s, l)
}

func count(n int64, err error) int64 { sure(err); return n }

func acceptDeadlines() {
	l := have(sim.Listen("tcp", loopback))
	aliases = aliases[:0]
	alias(l.Addr().String(), "LISTENER")
	d := l.(interface{ SetDeadline(time.Time) error })
	sure(d.SetDeadline(time.Now().Add(10 * time.Millisecond)))
	say("accept past the deadline", second(l.Accept()))
	say("accept again past the deadline", second(l.Accept()))
	sure(d.SetDeadline(time.Time{}))
	result := in(func() error { return second(l.Accept()) })
	time.Sleep(10 * time.Millisecond)
	sure(d.SetDeadline(time.Now()))
	say("a deadline that is set ends an accept", <-result)
	sure(d.SetDeadline(time.Time{}))
	c := in(func() net.Conn { return have(sim.Dial("tcp", l.Addr().String())) })
	s, err := l.Accept()
	say("without a deadline it is accepted", err)
	closeAll(s, <-c, l)
}

func closing() {
	l, c, s := pair()
	b := make([]byte, 10)
	result := in(func() error { return second(c.Read(b)) })
	time.Sleep(10 * time.Millisecond)
	say("close while a read waits", c.Close(), <-result)
	say("read after close", second(c.Read(b)))
	say("write after close", second(c.Write(b)))
	say("deadline after close", c.SetDeadline(time.Now()))
	say("read deadline after close", c.SetReadDeadline(time.Now()))
	say("write deadline after close", c.SetWriteDeadline(time.Now()))
	say("close again", c.Close())
	say("close for writing after close", c.(interface{ CloseWrite() error }).CloseWrite())
	say("copy after close", second(io.Copy(c, strings.NewReader("x"))), second(io.Copy(io.Discard, c)))
	say("raw connection after close", second(c.(syscall.Conn).SyscallConn()))
	say("addresses after close", c.LocalAddr() != nil, c.RemoteAddr() != nil)
	n, err := s.Read(b)
	say("the other end of a closed connection", n, err, s.Close())
	accepted := in(func() error { return second(l.Accept()) })
	time.Sleep(10 * time.Millisecond)
	say("close while an accept waits", l.Close(), <-accepted)
	say("accept after close", second(l.Accept()))
	say("close a listener again", l.Close())
	say("deadline of a closed listener", l.(interface{ SetDeadline(time.Time) error }).SetDeadline(time.Now()))
	say("address of a closed listener", l.Addr() != nil)
	l, c, s = pair()
	written := in(func() error {
		for {
			if _, err := c.Write(make([]byte, 1<<20)); err != nil {
				return err
			}
		}
	})
	time.Sleep(50 * time.Millisecond)
	say("close while a write waits", c.Close(), <-written)
	closeAll(s, l)
}

func refusals() {
	l := have(sim.Listen("tcp", loopback))
	aliases = aliases[:0]
	alias(l.Addr().String(), "LISTENER")
	alias(fmt.Sprint(l.Addr().(*net.TCPAddr).Port), "PORT")
	_, err := sim.Listen("tcp", l.Addr().String())
	say("listen where somebody listens", err, errors.Is(err, syscall.EADDRINUSE))
	sure(l.Close())
	_, err = sim.Dial("tcp", l.Addr().String())
	say("dial where nobody listens", err, errors.Is(err, syscall.ECONNREFUSED))
	say("listen on an address that is not ours", second(sim.Listen("tcp", "192.0.2.1:0")))
	for _, a := range []struct{ network, address string }{
		{"tcp", "nowhere.invalid"}, {"tcp", "127.0.0.1"}, {"tcp", "127.0.0.1:99999"}, {"tcp", "127.0.0.1:-1"}, {"tcp", "127.0.0.1:no-such-service"},
		{"tcp", "[127.0.0.1:80"}, {"tcp", ""}, {"xyz", "127.0.0.1:80"},
	} {
		say(fmt.Sprintf("dial %q %q", a.network, a.address), second(sim.Dial(a.network, a.address)))
		say(fmt.Sprintf("listen %q %q", a.network, a.address), second(sim.Listen(a.network, a.address)))
	}
	for _, network := range []string{"tcp4", "tcp6", "unix", "udp"} {
		l, err := sim.Listen(network, map[string]string{"tcp4": loopback, "tcp6": "[::1]:0", "unix": "socket", "udp": loopback}[network])
		say("listen on "+network, err)
		if err == nil {
			closeAll(l)
		}
	}
}

func resets() {
	l, c, s := pair()
	have(s.Write([]byte("unread")))
	have(c.Write([]byte("x")))
	have(s.Read(make([]byte, 1)))
	time.Sleep(50 * time.Millisecond) // until "unread" has arrived
	sure(c.Close())
	n, err := s.Read(make([]byte, 10))
	say("the other end closed with data unread", n, err, errors.Is(err, syscall.ECONNRESET))
	say("write after a reset", second(s.Write([]byte("x"))))
	closeAll(s, l)
	l, c, s = pair()
	sure(c.Close())
	for err = nil; err == nil; time.Sleep(time.Millisecond) {
		_, err = s.Write(make([]byte, 1000))
	}
	say("write to a closed end fails in the end", errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET))
	n, err = s.Read(make([]byte, 10))
	say("read after that", n, err)
	closeAll(s, l)
	l, c, s = pair()
	sure(c.(interface{ SetLinger(int) error }).SetLinger(0))
	sure(c.Close())
	_, err = s.Read(make([]byte, 10))
	say("closed without lingering", err)
	closeAll(s, l)
	l = have(sim.Listen("tcp", loopback))
	c = have(sim.Dial("tcp", l.Addr().String()))
	aliases = aliases[:0]
	alias(l.Addr().String(), "LISTENER")
	alias(c.LocalAddr().String(), "CLIENT")
	sure(l.Close())
	_, err = c.Read(make([]byte, 10))
	say("the listener closed before it accepted", err)
	closeAll(c)
}
