// Package history holds what clients reported about their calls of a system:
// operations and transactions, each with its invocation, its completion and
// what it answered. It knows nothing about how a history is judged, nor about
// the run that it comes from: a history of a real cluster has the same form.
package history

import "github.com/seedfall/seedfall/engine/vtime"

// Status says how a call ended, as far as its client knows.
type Status uint8

// The ways in which a call ends.
const (
	// Unknown is the zero value: no completion was reported, or the client said
	// that it does not know. The call may take effect at any instant after its
	// invocation, or never. Its Return means nothing.
	Unknown Status = iota
	// OK says that the call took effect between its invocation and its return.
	OK
	// Fail says that the call certainly had no effect and never will have one.
	Fail
)

var statusNames = [...]string{Unknown: "unknown", OK: "ok", Fail: "fail"}

// String gives "unknown", "ok" or "fail", the names used in files.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "status out of range"
}

// Origin says where a call came from, to lead from a verdict back to the trace.
// No checker decides by it, except those that say so. The zero value is a call
// of which nothing but its order is known.
type Origin struct {
	// InvokeAt and ReturnAt are the virtual instants of the call. ReturnAt means
	// nothing for a call of unknown end.
	InvokeAt, ReturnAt vtime.Instant
	// Node is the name of the node that the client ran on; "" if not known.
	Node string
	// Incarnation counts the boots of the node from 1; 0 if not known.
	Incarnation int
	// Site is the place in the source of the guest that made the call, such as
	// "main.go:31"; "" if not known.
	Site string
	// InvokeEvent and ReturnEvent are the events of the call in the trace; 0 is
	// no event.
	InvokeEvent, ReturnEvent uint64
}
