package ledger

import (
	"errors"
	"log"
	"net"

	"github.com/seedfall/seedfall/examples/bank/wire"
)

// question asks for one thing: to commit, to read, or for the newest version.
type question struct {
	Commit  *Txn   `json:"commit,omitempty"`
	Read    string `json:"read,omitempty"`
	Version uint64 `json:"version,omitempty"` // to read at
}

type answer struct {
	Version  uint64  `json:"version,omitempty"`
	Bookings []int64 `json:"bookings,omitempty"`
	Refused  string  `json:"refused,omitempty"`
}

// Serve answers the clients that l accepts. It returns when l fails. The process
// ends when the journal fails: only a restart finds out what the disk holds.
func Serve(l net.Listener, s *Store) error {
	return wire.Serve(l, func(q question) answer {
		switch {
		case q.Commit != nil:
			return committed(s.Commit(q.Commit))
		case q.Read != "":
			return answer{Bookings: s.Read(q.Read, q.Version)}
		}
		return answer{Version: s.Version()}
	})
}

func committed(err error) (a answer) {
	switch {
	case errors.Is(err, ErrConflict), errors.Is(err, ErrOld):
		a.Refused = err.Error()
	case err != nil:
		log.Fatal(err)
	}
	return a
}
