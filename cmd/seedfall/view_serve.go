package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/internal/viewer"
)

// serve serves the page of a run on loopback until the command is interrupted.
func (f *viewFlags) serve(ctx context.Context, e env, shown *tracefile.File, m viewer.Maker) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the runs that the page has asked for
	s := viewer.NewServer(shown, viewer.Options{Host: l.Addr().String(), Event: f.event, Maker: m})
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0),
		BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	defer server.Close() //nolint:errcheck // nothing is lost
	if f.json(e) {
		if err := json.NewEncoder(e.stdout).Encode(viewed{Type: "view", Schema: jsonSchema, Address: s.Address()}); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(e.stdout, s.Address())
		fmt.Fprintln(e.stderr, "the timeline is at this address until Ctrl-C")
	}
	if f.open {
		forget, err := browse(s.Address())
		defer forget()
		if err != nil {
			fmt.Fprintf(e.stderr, "warning: no browser was opened: %v\n", err)
		}
	}
	select {
	case <-e.stop:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case err := <-ended:
		if errors.Is(err, http.ErrServerClosed) {
			return nil
		}
		return err
	}
}
