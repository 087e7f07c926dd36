//go:build wasip1

package sim

import (
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
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
	tcp  *net.TCPListener
	addr *net.TCPAddr
}

func listen(network, address string) (net.Listener, error) {
	fail := func(addr net.Addr, err error) (net.Listener, error) {
		return nil, &net.OpError{Op: "listen", Net: network, Addr: addr, Err: err}
	}
	if address == "" {
		address = ":0" // as in package net
	}
	_, address, err := parts(network, address)
	if err != nil {
		return fail(nil, err)
	}
	var fd int32
	if errno := netListen(address, &fd); errno != 0 {
		return fail(named(address), os.NewSyscallError("bind", syscall.Errno(errno)))
	}
	f := os.NewFile(uintptr(fd), "listener")
	defer f.Close()
	addr := endpoint(fd, 0)
	l, err := net.FileListener(f)
	if err != nil {
		return fail(addr, err)
	}
	return &listener{l.(*net.TCPListener), addr}, nil
}

func dial(network, address string) (net.Conn, error) {
	fail := func(addr net.Addr, err error) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: network, Addr: addr, Err: err}
	}
	host, address, err := parts(network, address)
	if err != nil {
		return fail(nil, err)
	}
	var fd int32
	if errno := netDial(address, &fd); errno == uint32(syscall.ENOENT) {
		return fail(nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true})
	} else if errno != 0 {
		return fail(named(address), os.NewSyscallError("connect", syscall.Errno(errno)))
	}
	f := os.NewFile(uintptr(fd), "connection")
	defer f.Close()
	if err := connected(f, fd); err != nil {
		return fail(named(address), os.NewSyscallError("connect", err))
	}
	return wrap(f, fd)
}

// parts checks an address as package net does, with the same errors. It gives
// the host, and the whole with the port as a number.
func parts(network, address string) (host, whole string, err error) {
	if network != "tcp" && network != "tcp4" {
		return "", "", net.UnknownNetworkError(network)
	}
	if address == "" {
		return "", "", errors.New("missing address")
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", "", err
	}
	n, err := net.LookupPort(network, port)
	if err != nil {
		return "", "", err
	}
	return host, net.JoinHostPort(host, strconv.Itoa(n)), nil
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
	c, err := l.tcp.AcceptTCP()
	if err != nil {
		return nil, said(err, nil, l.addr)
	}
	w := &conn{c, l.addr, &net.TCPAddr{}}
	if raw, err := c.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { //nolint:errcheck // a closed connection keeps an empty address
			w.local, w.remote = endpoint(int32(fd), 0), endpoint(int32(fd), 1)
		})
	}
	return w, nil
}

func (l *listener) Addr() net.Addr { return l.addr }

func (l *listener) Close() error { return said(l.tcp.Close(), nil, l.addr) }

func (l *listener) SetDeadline(t time.Time) error {
	return said(l.tcp.SetDeadline(t), nil, l.addr)
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

func (c *conn) ReadFrom(r io.Reader) (int64, error) {
	n, err := c.TCPConn.ReadFrom(r)
	return n, c.said(err)
}

func (c *conn) WriteTo(w io.Writer) (int64, error) {
	n, err := c.TCPConn.WriteTo(w)
	return n, c.said(err)
}

func (c *conn) Close() error      { return c.said(c.TCPConn.Close()) }
func (c *conn) CloseRead() error  { return c.said(c.TCPConn.CloseRead()) }
func (c *conn) CloseWrite() error { return c.said(c.TCPConn.CloseWrite()) }

func (c *conn) SetDeadline(t time.Time) error {
	return said(c.TCPConn.SetDeadline(t), nil, c.local)
}

func (c *conn) SetReadDeadline(t time.Time) error {
	return said(c.TCPConn.SetReadDeadline(t), nil, c.local)
}

func (c *conn) SetWriteDeadline(t time.Time) error {
	return said(c.TCPConn.SetWriteDeadline(t), nil, c.local)
}

// Socket options have no effect in the simulation, and setting them succeeds.

func (c *conn) SetNoDelay(bool) error                        { return nil }
func (c *conn) SetKeepAlive(bool) error                      { return nil }
func (c *conn) SetKeepAlivePeriod(time.Duration) error       { return nil }
func (c *conn) SetKeepAliveConfig(net.KeepAliveConfig) error { return nil }
func (c *conn) SetLinger(int) error                          { return nil }
func (c *conn) SetReadBuffer(int) error                      { return nil }
func (c *conn) SetWriteBuffer(int) error                     { return nil }

func (c *conn) said(err error) error { return said(err, c.local, c.remote) }

// said makes an error what it is for a socket on Linux: with addresses, which
// the standard library does not know here, with net.ErrClosed where it speaks
// of a closed file, and with Linux's names of system calls.
func said(err error, source, addr net.Addr) error {
	op, ok := err.(*net.OpError)
	if !ok {
		return closed(err)
	}
	op.Addr, op.Err = addr, closed(op.Err)
	if source != nil {
		op.Source = source
	}
	if call, ok := op.Err.(*os.SyscallError); ok {
		if _, name, ok := strings.Cut(call.Syscall, "_"); ok { // fd_read, sock_accept
			call.Syscall = name
		}
	}
	// ReadFrom and WriteTo wrap an error of this connection, or of another
	// that has its addresses.
	if inner, ok := op.Err.(*net.OpError); ok && unknown(inner.Source) {
		op.Err = said(inner, source, addr)
	}
	return op
}

func unknown(a net.Addr) bool {
	t, ok := a.(*net.TCPAddr)
	return ok && t.Port == 0
}

// closedFile is what package os says of a file that was closed in use. The
// error has no name outside of it, and is not os.ErrClosed.
const closedFile = "use of closed file"

// closed turns the error for a closed file into the one for a closed socket.
func closed(err error) error {
	if err != nil && err.Error() == closedFile {
		return net.ErrClosed
	}
	return err
}
