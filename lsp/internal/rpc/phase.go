package rpc

import (
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// phase is how far a connection is.
type phase uint8

const (
	fresh phase = iota // initialize has not been answered
	open
	over // shutdown was asked for
	left // so was exit
)

// refuses says why a method may not be called in a phase, with an answer to be given
// or without; nil if it may. A request that nobody waits for would hold up what comes
// after it, and may wait for just that; a notification with an answer is not heard in
// its order.
func (p phase) refuses(method string, call bool) error {
	switch {
	case p == left:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s comes after exit", method)
	case method == protocol.MethodExit, method == protocol.MethodCancelRequest && !call:
		return nil
	case call && notifies(method):
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s is a notification", method)
	case !call && !notifies(method):
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s is no notification", method)
	case p == fresh && method != protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s comes before initialize", method)
	case p == open && method == protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "initialize may be called once")
	case p == over:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s comes after shutdown", method)
	}
	return nil
}

// after is the phase that follows a call of a method that went well.
func (p phase) after(method string) phase {
	switch method {
	case protocol.MethodInitialize:
		return open
	case protocol.MethodShutdown:
		return over
	case protocol.MethodExit:
		return left
	}
	return p
}

// notifies says whether a method is a notification, by the names that the protocol
// gives them.
func notifies(method string) bool {
	switch method {
	case protocol.MethodInitialized, protocol.MethodExit, protocol.MethodTextDocumentWillSave, protocol.MethodWindowWorkDoneProgressCancel:
		return true
	}
	last := method[strings.LastIndexByte(method, '/')+1:]
	return strings.HasPrefix(last, "did") || strings.HasPrefix(method, "$/")
}
