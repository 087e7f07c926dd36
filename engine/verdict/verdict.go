// Package verdict says how a run failed, and when two runs fail the same way.
package verdict

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Class is the kind of a failure.
type Class string

// The classes.
const (
	Assertion      Class = "assertion"      // sim.Assert was false, or sim.Fail was called
	Always         Class = "always"         // an Always, or AlwaysOrUnreachable, was false
	Unreachable    Class = "unreachable"    // an Unreachable was called
	Eventually     Class = "eventually"     // sim.Eventually was still false at its deadline
	Exit           Class = "exit"           // a program exited that should not have, or not with this code
	Panic          Class = "panic"          // the Go runtime ended a program: panic or fatal error
	Deadlock       Class = "deadlock"       // everything waits and nothing is under way
	Watchdog       Class = "watchdog"       // a node ran too long in real time without yielding
	Liveness       Class = "liveness"       // work was not finished in time after the faults stopped
	Memory         Class = "memory"         // a node used more than its memory limit
	Unreached      Class = "unreached"      // no seed of a sweep reached a property
	NeverTrue      Class = "never_true"     // no seed of a sweep made a Sometimes true
	History        Class = "history"        // recorded calls contradict their model
	Isolation      Class = "isolation"      // recorded transactions contradict their isolation level
	Nondeterminism Class = "nondeterminism" // two runs of one seed differ
)

// Failure is a bug that a run found.
type Failure struct {
	Class    Class  `json:"class"`
	Node     string `json:"node,omitempty"`     // "" where no single node failed
	Property string `json:"property,omitempty"` // name of the property, or of the history, for classes that have one
	Message  string `json:"message"`            // one line
	// Symptom is how the same failure happened to show in this run, one line; "" for
	// most. It does not make two failures differ.
	Symptom string        `json:"symptom,omitempty"`
	At      vtime.Instant `json:"at"`
	Site    *trace.Site   `json:"site,omitempty"` // the call of the check that failed, where one did
	Event   trace.ID      `json:"event,omitempty"`
	Detail  string        `json:"detail,omitempty"` // several lines: a guest's panic with its stacks
}

// Signature is what "fails the same way" means: class, node, property and the
// message with every number taken out.
func (f *Failure) Signature() string {
	return strings.Join([]string{string(f.Class), f.Node, f.Property, withoutNumbers(f.Message)}, "|")
}

// Words are the message with the symptom.
func (f *Failure) Words() string {
	if f.Symptom == "" {
		return f.Message
	}
	return f.Message + ": " + f.Symptom
}

// Title says in a few words what failed: class, property, node.
func (f *Failure) Title() string {
	s := string(f.Class)
	if f.Property != "" {
		s += fmt.Sprintf(" %q", f.Property)
	}
	if f.Node != "" {
		s += " in " + f.Node
	}
	return s
}

// number is a whole number, a decimal one, or a hexadecimal one with its prefix.
var number = regexp.MustCompile(`0x[0-9a-fA-F]+|[0-9]+([.][0-9]+)*`)

// withoutNumbers replaces each number by "#".
func withoutNumbers(s string) string { return number.ReplaceAllLiteralString(s, "#") }
