// Package kv is a key-value server over TCP and its client. What the values are
// kept in is the matter of a Store.
package kv

import (
	"bufio"
	"fmt"
	"log"
	"net"
	"strings"
)

// Store is what a server keeps its values in. Many goroutines use it at once.
type Store interface {
	// Get gives the value of a key, and whether there is one.
	Get(key string) (value string, ok bool, err error)
	// Put stores a value. It is on the disk when Put returns. After an error it
	// is unknown what the disk holds, and the store must not be used any more.
	Put(key, value string) error
}

// Serve answers the connections that l accepts, each line a request:
//
//	put KEY VALUE   →  ok            once the value is on the disk
//	get KEY         →  value VALUE   or none
//
// Keys and values are words without spaces, a line has at most 64 KiB. Serve
// returns when l fails. The process ends when the store fails: only a restart
// finds out what the disk holds.
func Serve(l net.Listener, s Store) error {
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go serve(c, s)
	}
}

func serve(c net.Conn, s Store) {
	defer c.Close()
	lines := bufio.NewScanner(c)
	for lines.Scan() {
		reply, err := answer(s, strings.Fields(lines.Text()))
		if err != nil {
			log.Fatal(err)
		}
		if _, err := fmt.Fprintln(c, reply); err != nil {
			return
		}
	}
}

func answer(s Store, request []string) (string, error) {
	switch {
	case len(request) == 3 && request[0] == "put":
		return "ok", s.Put(request[1], request[2])
	case len(request) == 2 && request[0] == "get":
		value, ok, err := s.Get(request[1])
		if !ok {
			return "none", err
		}
		return "value " + value, err
	}
	return "error: want put KEY VALUE or get KEY", nil
}
