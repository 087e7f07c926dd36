package lock

import (
	"context"
	"time"

	"github.com/seedfall/seedfall/sim"
)

// Lease is a lease that is held, and renewed in the background.
type Lease struct {
	// Name is what it was acquired under, Token its token.
	Name  string
	Token uint64

	client  *Client
	held    context.Context
	lose    context.CancelFunc
	stop    chan struct{} // closed by Release
	stopped chan struct{} // closed when nothing renews it any more
}

// Acquire asks for the lease under a name. It gives ErrHeld if there is another
// holder. After other errors the service may hold it for this client until it
// ends.
func (c *Client) Acquire(name string) (*Lease, error) {
	token, until, err := c.acquire(name)
	if err != nil {
		return nil, err
	}
	l := &Lease{Name: name, Token: token, client: c, stop: make(chan struct{}), stopped: make(chan struct{})}
	l.held, l.lose = context.WithCancel(context.Background())
	go l.keep(until)
	return l, nil
}

// Held is done when the lease is lost.
func (l *Lease) Held() context.Context { return l.held }

// keep renews the lease three times in a TTL, until it is released or lost.
func (l *Lease) keep(until time.Time) {
	defer close(l.stopped)
	for {
		slept := time.Now()
		select {
		case <-l.stop:
			return
		case <-time.After(TTL / 3):
		}
		sim.Sometimes(time.Since(slept) > TTL, "a lease ends while its holder stands still")
		renewed, err := l.client.renew(l.Name, l.Token)
		if err == nil {
			until = renewed
		}
		if err == ErrLost || !time.Now().Before(until) {
			l.lose()
			return
		}
	}
}

// Release gives the lease back. If it is lost there is nothing to give.
func (l *Lease) Release() {
	close(l.stop)
	<-l.stopped
	if l.held.Err() == nil {
		l.client.release(l.Name, l.Token)
	}
	l.lose()
}
