package lock

import (
	"log"
	"net"

	"github.com/seedfall/seedfall/examples/bank/wire"
)

// question asks to renew or release the lease with a token; without a token, to
// acquire one.
type question struct {
	Name    string `json:"name"`
	Owner   string `json:"owner,omitempty"`
	Token   uint64 `json:"token,omitempty"`
	Release bool   `json:"release,omitempty"`
}

type answer struct {
	OK    bool   `json:"ok"`
	Token uint64 `json:"token,omitempty"`
}

// Serve answers the clients that l accepts. It returns when l fails. The process
// ends when the journal fails: only a restart finds out what the disk holds.
func Serve(l net.Listener, s *Service) error {
	return wire.Serve(l, func(q question) answer {
		switch {
		case q.Token == 0:
			token, ok, err := s.Acquire(q.Name, q.Owner)
			if err != nil {
				log.Fatal(err)
			}
			return answer{ok, token}
		case q.Release:
			s.Release(q.Name, q.Token)
			return answer{OK: true}
		}
		return answer{OK: s.Renew(q.Name, q.Token)}
	})
}
