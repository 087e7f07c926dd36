package rpc

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// chain lets a handler see notifications, initialize and shutdown one after the
// other, as they came, and other requests at once. Requests can be cancelled. What
// comes before initialize or after shutdown does not reach the handler.
//
// jsonrpc2 recycles the context of a request, so that nothing may be derived from
// it; and it closes the connection when a notification's handler returns an
// error, or any handler panics.
type chain struct {
	handler jsonrpc2.Handler
	log     func(string)
	now     func() time.Time
	// order is held by a notification, and shared by requests: each sees what was
	// told before it, and nothing that was told later.
	order sync.RWMutex

	mu      sync.Mutex
	running map[string]context.CancelFunc // by the request's id
	phase   phase
	stopped bool // nobody hears answers any more
}

func (c *chain) handle(reqCtx context.Context, req *jsonrpc2.Request) (result any, err error) {
	method, call := strings.Clone(req.Method()), req.IsCall()
	defer func() {
		if p := recover(); p != nil {
			c.log(fmt.Sprintf("panic in %s: %v\n%s", method, p, debug.Stack()))
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: internal error: %v", method, p)
		}
		if !call {
			if err != nil && !strings.HasPrefix(method, "$/") {
				c.log(fmt.Sprintf("notification %s: %v", method, err))
			}
			result, err = nil, nil
			return
		}
		err = coded(err)
	}()
	ctx, cancel := context.WithCancel(jsonrpc2.DetachContext(reqCtx))
	defer cancel()
	if err := c.refuses(method, call); err != nil {
		return nil, err
	}
	if method == protocol.MethodCancelRequest {
		return nil, c.cancel(req.Params())
	}
	switch method {
	case protocol.MethodInitialize, protocol.MethodShutdown, protocol.MethodExit:
		result, err := c.handler(ctx, req)
		if err == nil {
			c.passes(method)
		}
		return result, err
	}
	if call {
		id := idKey(req.ID())
		c.mu.Lock()
		c.running[id] = cancel
		if c.stopped {
			cancel()
		}
		c.mu.Unlock()
		defer func() {
			c.mu.Lock()
			delete(c.running, id)
			c.mu.Unlock()
		}()
		if ordered(method) {
			c.order.RLock()
			defer c.order.RUnlock()
			defer c.long(method, c.now())
		}
		jsonrpc2.Async(reqCtx)
		return c.handler(ctx, req)
	}
	c.order.Lock()
	defer c.order.Unlock()
	defer c.long(method, c.now())
	return c.handler(ctx, req)
}

// patience is how long a message may keep others waiting before that is noted, in
// real time.
const patience = 100 * time.Millisecond

// long notes that a message has kept others waiting for long. It is a person's clue
// to why an editor stutters, and nothing depends on it.
func (c *chain) long(method string, since time.Time) {
	if took := c.now().Sub(since); took > patience {
		c.log(fmt.Sprintf("%s took %d ms, in which no other message was looked at", method, took.Milliseconds()))
	}
}

// ordered says whether a request is answered from what is known. Others may go on
// for long, and notifications do not wait for them.
func ordered(method string) bool {
	return method != protocol.MethodWorkspaceExecuteCommand && !strings.HasPrefix(method, ownMethods)
}

func (c *chain) refuses(method string, call bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.phase.refuses(method, call)
}

func (c *chain) passes(method string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.phase = c.phase.after(method)
}

// coded gives an error the code that clients understand. A handler that cannot parse
// means the params: what is no JSON does not come to it.
func coded(err error) error {
	var known *jsonrpc2.Error
	switch {
	case errors.Is(err, jsonrpc2.ErrParse):
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s", strings.TrimPrefix(err.Error(), jsonrpc2.ErrParse.Error()+": "))
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(err, context.Canceled):
		return protocol.ErrRequestCancelled
	}
	return jsonrpc2.Errorf(jsonrpc2.InternalError, "%v", err)
}

func (c *chain) cancel(params []byte) error {
	var p protocol.CancelParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		return err
	}
	key := ""
	switch id := p.ID.(type) {
	case protocol.Integer:
		key = fmt.Sprintf("n%d", id)
	case protocol.String:
		key = "s" + string(id)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.running[key]; cancel != nil {
		cancel()
	}
	return nil
}

// stop cancels all requests: the client has gone. The connection ends when their
// handlers have.
func (c *chain) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	for _, cancel := range c.running {
		cancel()
	}
}

func idKey(id jsonrpc2.ID) string {
	if n, ok := id.Number(); ok {
		return fmt.Sprintf("n%d", n)
	}
	s, _ := id.StringValue()
	return "s" + strings.Clone(s)
}
