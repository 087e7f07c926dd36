//go:build wasip1

package sim

import (
	"errors"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/seedfall/seedfall/internal/abi"
)

//go:wasmimport seedfall net_listen
func netListen(address string, fd *int32) uint32

//go:wasmimport seedfall net_dial
func netDial(address string, fd *int32) uint32

//go:wasmimport seedfall net_status
func netStatus(fd int32) uint32

//go:wasmimport seedfall net_addr
func netAddr(fd int32, remote uint32, addr *[abi.AddrSize]byte) uint32

// conn is a *net.TCPConn over a virtual file. It exists because the standard
// library, given a file, knows no addresses, has no socket options on wasip1, and
// says os.ErrClosed where a socket says net.ErrClosed.
type conn struct {
	*net.TCPConn
	local, remote *net.TCPAddr
}

type listener struct {
	net.Listener
	addr *net.TCPAddr
}

func listen(network, address string) (net.Listener, error) {
	fail := func(err error) (net.Listener, error) {
		return nil, &net.OpError{Op: "listen", Net: network, Err: err}
	}
	if err := known(network); err != nil {
		return fail(err)
	}
	var fd int32
	if errno := netListen(address, &fd); errno != 0 {
		return fail(os.NewSyscallError("listen", syscall.Errno(errno)))
	}
	f := os.NewFile(uintptr(fd), "listener")
	defer f.Close()
	addr := endpoint(fd, 0)
	l, err := net.FileListener(f)
	if err != nil {
		return fail(err)
	}
	return &listener{l, addr}, nil
}

func dial(network, address string) (net.Conn, error) {
	fail := func(err error) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: network, Addr: named(address), Err: err}
	}
	if err := known(network); err != nil {
		return fail(err)
	}
	var fd int32
	if errno := netDial(address, &fd); errno == uint32(syscall.ENOENT) {
		return fail(&net.DNSError{Err: "no such host", Name: address, IsNotFound: true})
	} else if errno != 0 {
		return fail(os.NewSyscallError("connect", syscall.Errno(errno)))
	}
	f := os.NewFile(uintptr(fd), "connection")
	defer f.Close()
	if err := connected(f, fd); err != nil {
		return fail(os.NewSyscallError("connect", err))
	}
	return wrap(f, fd)
}

// connected waits, in Go's own poller, until the connection is made or fails.
func connected(f *os.File, fd int32) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var status syscall.Errno
	err = raw.Write(func(uintptr) bool {
		status = syscall.Errno(netStatus(fd))
		return status != syscall.EINPROGRESS
	})
	if err == nil && status != 0 {
		err = status
	}
	return err
}

func wrap(f *os.File, fd int32) (net.Conn, error) {
	local, remote := endpoint(fd, 0), endpoint(fd, 1)
	c, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	return &conn{c.(*net.TCPConn), local, remote}, nil
}

func known(network string) error {
	switch network {
	case "tcp", "tcp4":
		return nil
	}
	return net.UnknownNetworkError(network)
}

func endpoint(fd int32, remote uint32) *net.TCPAddr {
	var b [abi.AddrSize]byte
	if netAddr(fd, remote, &b) != 0 {
		return &net.TCPAddr{}
	}
	return &net.TCPAddr{IP: net.IPv4(b[0], b[1], b[2], b[3]), Port: int(b[4]) | int(b[5])<<8}
}

// named is an address that has not been resolved.
type named string

func (named) Network() string  { return "tcp" }
func (a named) String() string { return string(a) }

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, closed(err)
	}
	t := c.(*net.TCPConn)
	w := &conn{t, l.addr, &net.TCPAddr{}}
	if raw, err := t.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { //nolint:errcheck // a closed connection keeps an empty address
			w.local, w.remote = endpoint(int32(fd), 0), endpoint(int32(fd), 1)
		})
	}
	return w, nil
}

func (l *listener) Addr() net.Addr { return l.addr }

func (l *listener) Close() error { return closed(l.Listener.Close()) }

func (l *listener) SetDeadline(t time.Time) error {
	return closed(l.Listener.(*net.TCPListener).SetDeadline(t))
}

func (c *conn) LocalAddr() net.Addr  { return c.local }
func (c *conn) RemoteAddr() net.Addr { return c.remote }

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	return n, c.said(err)
}

func (c *conn) Write(p []byte) (int, error) {
	n, err := c.TCPConn.Write(p)
	return n, c.said(err)
}

func (c *conn) Close() error      { return c.said(c.TCPConn.Close()) }
func (c *conn) CloseRead() error  { return c.said(c.TCPConn.CloseRead()) }
func (c *conn) CloseWrite() error { return c.said(c.TCPConn.CloseWrite()) }

// Socket options have no effect in the simulation, and setting them succeeds.

func (c *conn) SetNoDelay(bool) error                        { return nil }
func (c *conn) SetKeepAlive(bool) error                      { return nil }
func (c *conn) SetKeepAlivePeriod(time.Duration) error       { return nil }
func (c *conn) SetKeepAliveConfig(net.KeepAliveConfig) error { return nil }
func (c *conn) SetLinger(int) error                          { return nil }
func (c *conn) SetReadBuffer(int) error                      { return nil }
func (c *conn) SetWriteBuffer(int) error                     { return nil }

// said gives an error the addresses that the standard library did not know.
func (c *conn) said(err error) error {
	err = closed(err)
	var op *net.OpError
	if errors.As(err, &op) {
		op.Source, op.Addr = c.local, c.remote
	}
	return err
}

// closed turns the error for a closed file into the one for a closed socket.
func closed(err error) error {
	if op, ok := err.(*net.OpError); ok && errors.Is(op.Err, os.ErrClosed) {
		op.Err = net.ErrClosed
	}
	return err
}
