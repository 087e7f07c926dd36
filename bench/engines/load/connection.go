package load

import (
	"encoding/gob"
	"net"

	"github.com/seedfall/seedfall/sim"
)

// Connection is a client's way to a server. It connects when it must.
type Connection struct {
	Address string

	conn net.Conn
	in   *gob.Decoder
	out  *gob.Encoder
}

// Apply asks for changes, at least one. After an error they were made or not,
// and will not be made any more.
func (c *Connection) Apply(changes []Change) error {
	_, err := c.ask(request{Changes: changes})
	return err
}

// Read asks for all keys with a prefix.
func (c *Connection) Read(prefix string) (State, error) { return c.ask(request{Prefix: prefix}) }

// ask sends a request and waits for the answer. A server that dies ends the
// connection, and with it the request.
func (c *Connection) ask(r request) (State, error) {
	if err := c.connect(); err != nil {
		return nil, err
	}
	answer := State{}
	err := c.out.Encode(r)
	if err == nil {
		err = c.in.Decode(&answer)
	}
	if err != nil {
		c.Close()
	}
	return answer, err
}

func (c *Connection) connect() error {
	if c.conn != nil {
		return nil
	}
	conn, err := sim.Dial("tcp", c.Address)
	if err != nil {
		return err
	}
	c.conn, c.in, c.out = conn, gob.NewDecoder(conn), gob.NewEncoder(conn)
	return nil
}

// Close ends the connection, if there is one.
func (c *Connection) Close() {
	if c.conn != nil {
		c.conn.Close() //nolint:errcheck // nothing is expected of it any more
		c.conn = nil
	}
}
