package file

import (
	"log"
	"net"

	"github.com/seedfall/seedfall/examples/bank/wire"
)

// question asks for the text of a file; with a text, to write it.
type question struct {
	Name  string  `json:"name"`
	Text  *string `json:"text,omitempty"`
	Token uint64  `json:"token,omitempty"`
}

type answer struct {
	OK   bool   `json:"ok"`
	Text string `json:"text,omitempty"`
}

// Serve answers the clients that l accepts. It returns when l fails. The process
// ends when the journal fails: only a restart finds out what the disk holds.
func Serve(l net.Listener, s *Store) error {
	return wire.Serve(l, func(q question) answer {
		if q.Text == nil {
			return answer{OK: true, Text: s.Read(q.Name)}
		}
		ok, err := s.Write(q.Name, *q.Text, q.Token)
		if err != nil {
			log.Fatal(err)
		}
		return answer{OK: ok}
	})
}
