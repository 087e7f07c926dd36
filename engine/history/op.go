package history

import "slices"

// Op is one operation as its client reported it.
type Op struct {
	// History is the name of the history that the operation belongs to; "" is
	// the history without a name. Histories are judged apart from each other.
	History string
	// Client names one sequential caller: its operations do not overlap, and
	// after one of unknown end it goes on under another name.
	Client string
	// Kind is what was called, in the words of the model that judges the
	// history: "read", "put", "enqueue".
	Kind string
	// Args are the arguments of the call, as many as the model asks for.
	Args []Value
	// Result is what the call answered; "" where it answers nothing, and where
	// Status is not OK.
	Result Value
	// Invoke and Return are the host's sequence numbers of call and answer. One
	// operation precedes another if its Return is less than the other's Invoke;
	// with equal numbers they are concurrent. Return means nothing if Status is
	// Unknown; otherwise it is not less than Invoke.
	Invoke, Return uint64
	// Status is OK for an operation that took effect, Fail for one that
	// certainly did not, Unknown where nobody can say.
	Status Status
	// Origin leads back to the trace.
	Origin Origin
}

// Arg gives argument i, or "" if there are fewer.
func (o *Op) Arg(i int) Value {
	if i < len(o.Args) {
		return o.Args[i]
	}
	return ""
}

// Clone gives a copy that shares no memory with o that could be written to.
func (o *Op) Clone() Op {
	c := *o
	c.Args = slices.Clone(o.Args)
	return c
}

// Log is all that the clients of a run reported, in the order of the calls.
// The zero value is empty.
type Log struct {
	Ops  []Op
	Txns []Txn
}

// Clone gives a copy that shares no memory with l that could be written to.
func (l *Log) Clone() *Log {
	c := &Log{slices.Clone(l.Ops), slices.Clone(l.Txns)}
	for i := range c.Ops {
		c.Ops[i] = c.Ops[i].Clone()
	}
	for i := range c.Txns {
		c.Txns[i] = c.Txns[i].Clone()
	}
	return c
}
