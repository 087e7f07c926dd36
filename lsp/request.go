package lsp

import (
	"context"
	"encoding/json"

	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// requests are those of our own. Each answers with a struct.
var requests = map[string]func(*server, context.Context, json.RawMessage) (any, error){
	"seedfall/trace/open":   request((*server).traceOpen),
	"seedfall/trace/window": request((*server).traceWindow),
	"seedfall/trace/query":  request((*server).traceQuery),
	"seedfall/trace/state":  request((*server).traceState),
	"seedfall/trace/view":   request((*server).traceView),
	"seedfall/trace/close":  request((*server).traceClose),
	"seedfall/trace/source": request((*server).traceSource),
	"seedfall/tests":        told(func(s *server) any { return Tests{s.tests()} }),
	"seedfall/status":       told(func(s *server) any { return s.statusNow() }),
}

// request makes a request of a method that takes one struct and gives another.
func request[P, R any](do func(*server, context.Context, *P) (*R, error)) func(*server, context.Context, json.RawMessage) (any, error) {
	return func(s *server, ctx context.Context, raw json.RawMessage) (any, error) {
		p := new(P)
		if err := json.Unmarshal(raw, p); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%v", err)
		}
		r, err := do(s, ctx, p)
		if err != nil {
			return nil, err
		}
		return rpc.Plain{Value: r}, nil
	}
}

// told makes a request of what takes nothing.
func told(answer func(*server) any) func(*server, context.Context, json.RawMessage) (any, error) {
	return func(s *server, _ context.Context, _ json.RawMessage) (any, error) {
		return rpc.Plain{Value: answer(s)}, nil
	}
}

// Request implements protocol.Server: it is called with what the protocol does not
// know.
func (s *server) Request(ctx context.Context, method string, params any) (any, error) {
	do := requests[method]
	raw, _ := params.(protocol.LSPAny)
	if do == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "there is no request %q", method)
	}
	return do(s, ctx, json.RawMessage(raw))
}
