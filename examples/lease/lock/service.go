// Package lock is a service of leases, locks that end by themselves, and its
// client. Each lease comes with a token, a number greater than those of all leases
// before.
package lock

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/seedfall/seedfall/examples/bank/journal"
	"github.com/seedfall/seedfall/sim"
)

// TTL is how long a lease lasts from when it is given or renewed.
const TTL = time.Second

// Service gives out the leases of one server. Set the fields before its first
// use. It reads the monotonic clock only, so nobody can end a lease by setting
// the time.
type Service struct {
	// Journal gets every lease before it is given out.
	Journal *journal.Journal

	mu     sync.Mutex
	token  uint64 // the last that was given out
	leases map[string]lease
}

// lease is the last one that was given under a name. The zero lease has ended.
type lease struct {
	owner string
	token uint64
	until time.Time
}

// record is what the journal says of a lease.
type record struct {
	Owner string `json:"owner"`
	Token uint64 `json:"token"`
}

// Recover takes a record of the journal. The journal does not say when a lease
// was last renewed, or whether it was released. That was before the service
// ended; so the lease has ended at the latest a TTL after the service is back.
func (s *Service) Recover(name, value string) error {
	var r record
	if err := json.Unmarshal([]byte(value), &r); err != nil {
		return fmt.Errorf("lease %s: %w", name, err)
	}
	sim.Reachable("the lock service comes back to a lease that may be held")
	s.give(name, lease{r.Owner, r.Token, time.Now().Add(TTL)})
	return nil
}

func (s *Service) give(name string, l lease) {
	if s.leases == nil {
		s.leases = map[string]lease{}
	}
	s.token = l.token
	s.leases[name] = l
}

// Acquire gives an owner the lease under a name, from now for a TTL. ok is false
// if it has another holder. An error is one of the journal, after which the
// service must not be used any more.
func (s *Service) Acquire(name, owner string) (token uint64, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	last := s.leases[name]
	if now.Before(last.until) {
		return 0, false, nil
	}
	sim.Sometimes(!last.until.IsZero(), "a lease ends without a release")
	l := lease{owner, s.token + 1, now.Add(TTL)}
	text, err := json.Marshal(record{l.owner, l.token})
	if err != nil {
		return 0, false, err
	}
	if err := s.Journal.Append(name, string(text)); err != nil {
		return 0, false, err
	}
	s.give(name, l)
	return l.token, true, nil
}

// Renew makes a lease last for a TTL from now. ok is false if it has ended.
func (s *Service) Renew(name string, token uint64) (ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	l := s.leases[name]
	if l.token != token || !now.Before(l.until) {
		return false
	}
	l.until = now.Add(TTL)
	s.leases[name] = l
	return true
}

// Release ends a lease, if it has not ended.
func (s *Service) Release(name string, token uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.leases[name]; l.token == token {
		l.until = time.Time{}
		s.leases[name] = l
	}
}
