package lock

import (
	"errors"
	"time"

	"github.com/seedfall/seedfall/examples/bank/wire"
	"github.com/seedfall/seedfall/sim"
)

var (
	// ErrHeld says that somebody else holds the lease.
	ErrHeld = errors.New("somebody else holds the lease")
	// ErrLost says that the lease has ended.
	ErrLost = errors.New("the lease has ended")
)

// history has what clients are told, in the words of the model of leases.
var history = sim.History("lease")

// Client acquires leases for an owner, one at a time.
type Client struct {
	// Owner is a name that no other client has.
	Owner string

	server wire.Client
}

// NewClient gives the client of an owner for the service at an address.
func NewClient(address, owner string) *Client {
	return &Client{owner, wire.Client{Address: address}}
}

// acquire asks for a lease. until is counted from before the question, and so not
// after the end that the service counts.
func (c *Client) acquire(name string) (token uint64, until time.Time, err error) {
	call := history.Invoke("acquire", name, c.Owner)
	until = time.Now().Add(TTL)
	a, err := c.ask(call, question{Name: name, Owner: c.Owner})
	if err != nil {
		return 0, time.Time{}, err
	}
	if !a.OK {
		call.OK(false)
		return 0, time.Time{}, ErrHeld
	}
	call.OK(a.Token, until.UnixNano())
	return a.Token, until, nil
}

func (c *Client) renew(name string, token uint64) (until time.Time, err error) {
	call := history.Invoke("renew", name, c.Owner)
	until = time.Now().Add(TTL)
	a, err := c.ask(call, question{Name: name, Token: token})
	if err != nil {
		return time.Time{}, err
	}
	if !a.OK {
		call.OK(false)
		return time.Time{}, ErrLost
	}
	call.OK(until.UnixNano())
	return until, nil
}

func (c *Client) release(name string, token uint64) {
	call := history.Invoke("release", name, c.Owner)
	if _, err := c.ask(call, question{Name: name, Token: token, Release: true}); err == nil {
		call.OK()
	}
}

// ask records how a call ends if there is no answer.
func (c *Client) ask(call *sim.Op, q question) (a answer, err error) {
	err = c.server.Ask(q, &a)
	switch {
	case errors.Is(err, wire.ErrNotSent):
		call.Fail(err)
	case err != nil:
		call.Unknown(err)
	}
	return a, err
}
