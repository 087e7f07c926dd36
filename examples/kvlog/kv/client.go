package kv

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/seedfall/seedfall/sim"
)

// patience is how long a client waits for an answer.
const patience = time.Second

// Client talks to the server at an address. It connects when it must, and again
// after an error.
type Client struct {
	Address string

	conn  net.Conn
	lines *bufio.Reader
}

// Put stores a value. After an error it may be stored or not, or be stored
// later.
func (c *Client) Put(key, value string) error {
	switch line, err := c.ask("put " + key + " " + value); {
	case err != nil:
		return err
	case line != "ok":
		return fmt.Errorf("put %s: the server says %q", key, line)
	}
	return nil
}

// Get gives the value of a key, and whether there is one.
func (c *Client) Get(key string) (value string, ok bool, err error) {
	line, err := c.ask("get " + key)
	if err != nil {
		return "", false, err
	}
	if value, ok := strings.CutPrefix(line, "value "); ok {
		return value, true, nil
	}
	if line != "none" {
		return "", false, fmt.Errorf("get %s: the server says %q", key, line)
	}
	return "", false, nil
}

// ask sends a line and gives the one that comes back.
func (c *Client) ask(request string) (string, error) {
	if err := c.connect(); err != nil {
		return "", err
	}
	line, err := c.exchange(request)
	if err != nil {
		c.Close()
	}
	return strings.TrimSuffix(line, "\n"), err
}

func (c *Client) connect() error {
	if c.conn != nil {
		return nil
	}
	conn, err := sim.Dial("tcp", c.Address)
	if err != nil {
		return err
	}
	c.conn, c.lines = conn, bufio.NewReader(conn)
	return nil
}

func (c *Client) exchange(request string) (string, error) {
	if err := c.conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintln(c.conn, request); err != nil {
		return "", err
	}
	return c.lines.ReadString('\n')
}

// Close ends the connection, if there is one.
func (c *Client) Close() {
	if c.conn != nil {
		c.conn.Close()
		c.conn, c.lines = nil, nil
	}
}
