// Package property names the checks that a program makes about itself: where
// their call sites are, and what happened at each of them in a run or a sweep.
package property

import "fmt"

// Kind is the kind of a check, by the function of package sim, or of the
// Antithesis SDK's package assert, that makes it.
type Kind uint8

// The kinds. Their values are part of the encoding between guest and host.
const (
	Assert              Kind = iota + 1 // must be true at every call
	Always                              // must be true at every call, and be reached in a sweep
	Sometimes                           // must be true at least once in a sweep
	Reachable                           // must be reached at least once in a sweep
	Unreachable                         // must never be reached
	Eventually                          // must become true within its deadline, and be reached in a sweep
	Fail                                // ends the run wherever it is reached
	Invoke                              // records a call; no check of its own
	Txn                                 // records a transaction; no check of its own
	AlwaysOrUnreachable                 // must be true at every call, and need not be reached
)

var kindNames = [...]string{Assert: "assert", Always: "always", Sometimes: "sometimes", Reachable: "reachable",
	Unreachable: "unreachable", Eventually: "eventually", Fail: "fail", Invoke: "invoke", Txn: "txn", AlwaysOrUnreachable: "always_or_unreachable"}

func (k Kind) String() string {
	if int(k) < len(kindNames) && kindNames[k] != "" {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// Names gives the names of the kinds, by number; "" where there is none.
func Names() []string { return append([]string{}, kindNames[:]...) }

// Catalogued says that a sweep in which no seed ever reaches the property fails.
func (k Kind) Catalogued() bool {
	return k == Always || k == Sometimes || k == Reachable || k == Eventually
}

// Site is one call of such a function in the source of a program.
type Site struct {
	Kind Kind `json:"kind"`
	// Name is the property's name; "" when it is no constant, and then nothing
	// can be said before the run about whether it is ever reached.
	Name string `json:"name"`
	// Package is the import path, Func the enclosing function.
	Package string `json:"package"`
	Func    string `json:"func"`
	// File is the path as a -trimpath binary reports it
	// (import path or module@version, then the file's name); Line and Col count from 1.
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}
