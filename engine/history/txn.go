package history

import "slices"

// The functions of micro-operations.
const (
	Append = "append" // puts Value at the end of the list of Key
	Read   = "r"      // reads the list or the register of Key
	Write  = "w"      // sets the register of Key to Value
)

// Txn is one transaction as its client reported it.
type Txn struct {
	// History is the name of the history that the transaction belongs to; "" is
	// the history without a name.
	History string
	// Client names one sequential caller: its transactions do not overlap.
	Client string
	// Invoke and Return are the host's sequence numbers of begin and end. One
	// transaction precedes another if its Return is less than the other's
	// Invoke; with equal numbers they are concurrent. Return means nothing if
	// Status is Unknown; otherwise it is not less than Invoke.
	Invoke, Return uint64
	// Status is OK for a committed transaction, Fail for one that certainly
	// aborted, Unknown for one of which the client does not know.
	Status Status
	// Ops are the micro-operations in program order.
	Ops []Micro
	// Origin leads back to the trace.
	Origin Origin
}

// Micro is one operation inside a transaction.
type Micro struct {
	// F is Append, Read or Write.
	F string
	// Key names the list or register.
	Key string
	// Value is what Append or Write put there, or what the read of a register
	// found. It means nothing for reads that are not Known, that found Nil, or
	// that read a list.
	Value int64
	// Nil says that the read of a register found no value: nothing was ever
	// written there. False for all others.
	Nil bool
	// List is what the read of a list found, oldest element first. Empty and not
	// nil for the empty list, which is how files tell it from the read of a
	// register; a judge of lists takes nil for empty too. Nil for all others.
	List []int64
	// Known says that the answer of a read reached the client. It is true for
	// every read of a transaction that is OK, may be true for reads of others,
	// and means nothing for Append and Write. Readers of files set it for those.
	Known bool
}

// Clone gives a copy that shares no memory with t.
func (t *Txn) Clone() Txn {
	c := *t
	c.Ops = slices.Clone(t.Ops)
	for i := range c.Ops {
		c.Ops[i].List = slices.Clone(c.Ops[i].List)
	}
	return c
}
