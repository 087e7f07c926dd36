package rpc

import (
	"context"
	"io"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Conn is a connection to a client.
type Conn struct {
	protocol.Client
	conn jsonrpc2.Conn
}

// Log is what a connection tells people. Each function is given a line, or several at
// a time, and is called by several goroutines.
type Log struct {
	// Note hears what is worth knowing: messages that cannot be read, panics, and what
	// kept others waiting.
	Note func(string)
	// Message hears of all messages; nil for nobody.
	Message func(string)
}

// Serve connects a server with the client at the other end of in and out. make is
// given the connection and makes the server. Serve returns when the client has closed its end, which
// cancels what it has asked for, or when ctx ends. It closes in then, if that can be closed.
func Serve(ctx context.Context, in io.Reader, out io.Writer, log Log, make func(*Conn) protocol.Server) error {
	closing := func() error {
		if c, ok := in.(io.Closer); ok {
			return c.Close()
		}
		return nil
	}
	stream := newStream(in, out, closing, log)
	conn := jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	c := &Conn{protocol.ClientDispatcher(conn), conn}
	server := make(c)
	h := &chain{handler: own(server, protocol.ServerHandler(server, jsonrpc2.MethodNotFoundHandler)), log: log.Note, now: time.Now,
		running: map[string]context.CancelFunc{}}
	stream.ended = h.stop
	conn.Go(ctx, h.handle)
	select {
	case <-conn.Done():
		return conn.Err()
	case <-ctx.Done():
		closing() //nolint:errcheck // nobody reads it any more
		return ctx.Err()
	}
}

// ownMethods is the begin of the names of methods of our own.
const ownMethods = "seedfall/"

// own has requests of our own handled that have no params, which the protocol package
// takes for wrong ones.
func own(server protocol.Server, other jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if method := req.Method(); len(req.Params()) == 0 && strings.HasPrefix(method, ownMethods) {
			return server.Request(ctx, strings.Clone(method), protocol.LSPAny("null"))
		}
		return other(ctx, req)
	}
}

// Notify sends a notification of our own. params is a struct with json tags.
func (c *Conn) Notify(ctx context.Context, method string, params any) error {
	return c.conn.Notify(ctx, method, Plain{params})
}

// Call makes a request of our own. result is a pointer to a struct.
func (c *Conn) Call(ctx context.Context, method string, params, result any) error {
	_, err := c.conn.Call(ctx, method, Plain{params}, Plain{result})
	return err
}
