// Package wire is questions and answers over TCP, each one line of JSON.
package wire

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/seedfall/seedfall/sim"
)

// patience is how long a client waits for an answer.
const patience = 500 * time.Millisecond

// ErrNotSent says that there is no connection to the server: no part of the
// question has left, so it has no effect and never will have one.
var ErrNotSent = errors.New("not sent")

var errBroken = errors.New("the connection is broken")

// Client asks the server at an address. It connects when it must, and again after
// an error. One goroutine uses it at a time.
type Client struct {
	Address string

	conn  net.Conn
	lines chan []byte // that come back; closed when the connection breaks
}

// Ask sends a question and reads the answer to it. After ErrNotSent the server has
// certainly not seen the question; after any other error nobody knows, and it may
// see it yet.
func (c *Client) Ask(question, answer any) error {
	line, err := json.Marshal(question)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotSent, err)
	}
	if err := c.connect(); err != nil {
		return fmt.Errorf("%w: %w", ErrNotSent, err)
	}
	err = c.exchange(append(line, '\n'), answer)
	if err != nil {
		c.Close()
	}
	return err
}

// connect makes a connection, unless there is one that is not known to be broken.
func (c *Client) connect() error {
	select {
	case <-c.lines: // nothing is awaited, so it is closed
		c.Close()
	default:
	}
	if c.conn != nil {
		return nil
	}
	conn, err := dial(c.Address)
	if err != nil {
		return err
	}
	c.conn, c.lines = conn, make(chan []byte, 1)
	go receive(conn, c.lines)
	return nil
}

// dial connects within the client's patience; across a partition sim.Dial, as
// net.Dial, would wait for much longer.
func dial(address string) (net.Conn, error) {
	conns, errs := make(chan net.Conn), make(chan error, 1)
	late := make(chan struct{})
	go func() {
		conn, err := sim.Dial("tcp", address)
		if err != nil {
			errs <- err
			return
		}
		select {
		case conns <- conn:
		case <-late:
			conn.Close()
		}
	}()
	select {
	case conn := <-conns:
		return conn, nil
	case err := <-errs:
		return nil, err
	case <-time.After(patience):
		close(late)
		return nil, fmt.Errorf("no connection within %v", patience)
	}
}

func receive(conn net.Conn, lines chan<- []byte) {
	defer close(lines)
	for in := bufio.NewReader(conn); ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		lines <- line
	}
}

func (c *Client) exchange(line []byte, answer any) error {
	if _, err := c.conn.Write(line); err != nil {
		return err
	}
	select {
	case line, ok := <-c.lines:
		if !ok {
			return errBroken
		}
		return json.Unmarshal(line, answer)
	case <-time.After(patience):
		return fmt.Errorf("no answer within %v", patience)
	}
}

// Close ends the connection, if there is one.
func (c *Client) Close() {
	if c.conn != nil {
		c.conn.Close()
		c.conn, c.lines = nil, nil
	}
}

// Serve gives the answers to all questions that come over the connections that l
// accepts. Those of one connection come one after the other. It returns when l
// fails.
func Serve[Q, A any](l net.Listener, answer func(Q) A) error {
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go serve(c, answer)
	}
}

func serve[Q, A any](c net.Conn, answer func(Q) A) {
	defer c.Close()
	in, out := json.NewDecoder(c), json.NewEncoder(c)
	for {
		var question Q
		if in.Decode(&question) != nil || out.Encode(answer(question)) != nil {
			return
		}
	}
}
