package file

import (
	"errors"

	"github.com/seedfall/seedfall/examples/bank/wire"
	"github.com/seedfall/seedfall/sim"
)

// ErrFenced says that a write was refused: a greater token has written before.
var ErrFenced = errors.New("a greater token has written the file")

// Client reads and writes the files of the server at an address. One goroutine
// uses it at a time. Its calls are recorded, to be judged as those of a store of
// keys and values.
type Client struct{ server wire.Client }

// NewClient gives a client of the server at an address.
func NewClient(address string) *Client { return &Client{wire.Client{Address: address}} }

var history = sim.History("files")

// Read gives the text of a file, empty if there is none.
func (c *Client) Read(name string) (string, error) {
	call := history.Get(name)
	var a answer
	if err := c.server.Ask(question{Name: name}, &a); err != nil {
		call.Fail(err)
		return "", err
	}
	if a.Text == "" {
		call.OK(nil)
	} else {
		call.OK(a.Text)
	}
	return a.Text, nil
}

// Write replaces the text of a file. After wire.ErrNotSent nothing has happened or
// will; after another error nobody knows.
func (c *Client) Write(name, text string) error { return c.WriteUnder(0, name, text) }

// WriteUnder is Write under the token of a lease. After ErrFenced, too, nothing has
// happened or will.
func (c *Client) WriteUnder(token uint64, name, text string) error {
	call := history.Put(name, text)
	var a answer
	err := c.server.Ask(question{name, &text, token}, &a)
	if err == nil && !a.OK {
		err = ErrFenced
	}
	switch {
	case err == nil:
		call.OK()
	case NoEffect(err):
		call.Fail(err)
	default:
		call.Unknown(err)
	}
	return err
}

// NoEffect says whether an error of a write tells that it certainly has no effect
// and never will have one.
func NoEffect(err error) bool { return errors.Is(err, ErrFenced) || errors.Is(err, wire.ErrNotSent) }
