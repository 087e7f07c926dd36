package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seedfall/seedfall/engine/history"
)

// Anomaly tells of one violation. Operations are told by their index in the
// history that was handed in.
type Anomaly struct {
	// Key is the part that the operations belong to; "" if there are no parts.
	Key string
	// Op is the operation that cannot be placed: the first to return, such that
	// all that had returned by then cannot be put in a legal order.
	Op int
	// States are the states that were possible just before Op, in plain words,
	// sorted. Nil if they are not known. At most 16 are kept; MoreStates says that
	// there were more.
	States     []string
	MoreStates bool
	// Conflicts are the operations that Op conflicts with, in the order of their
	// calls: the ones of which none can be left out without the contradiction
	// going away. Empty if that is not known, or if Op contradicts all states.
	Conflicts []int
	// Window are the operations that show the violation by themselves if Start is
	// the state before them, in the order of their calls, Op among them. Reads
	// that add nothing are left out. If these are more than 256, Window holds only
	// Op and what overlaps or contradicts it.
	Window []int
	// Start is the state at the begin of the window, in plain words; "" if the
	// window does not begin with one state.
	Start string
	// Order is the longest legal order found of operations in the window, which
	// ends just before Op.
	Order []int
	// Text says all this in sentences, one a line, without a line end at the end.
	Text string
}

// maxStates is how many states an anomaly names.
const maxStates = 16

// tell writes the text of a. why is a reason known beforehand, or "".
func (a *Anomaly) tell(ops map[int]*history.Op, why string) {
	var b strings.Builder
	if a.Key != "" {
		fmt.Fprintf(&b, "key %s: ", a.Key)
	}
	fmt.Fprintf(&b, "%s cannot be explained", Words(ops[a.Op]))
	if why != "" {
		fmt.Fprintf(&b, ": %s", why)
	}
	b.WriteByte('.')
	if len(a.States) > 0 {
		fmt.Fprintf(&b, "\nJust before it the state could only be %s.", either(a.States, a.MoreStates))
	}
	if len(a.Conflicts) > 0 {
		words := make([]string, len(a.Conflicts))
		for i, c := range a.Conflicts {
			words[i] = Words(ops[c])
		}
		fmt.Fprintf(&b, "\nIt conflicts with %s.", strings.Join(words, "; "))
	}
	a.Text = b.String()
}

func either(all []string, more bool) string {
	states := make([]string, len(all))
	for i, s := range all {
		states[i] = clip(s)
	}
	if more {
		return strings.Join(states, ", ") + " or one of more"
	}
	last := len(states) - 1
	if last == 0 {
		return states[0]
	}
	return strings.Join(states[:last], ", ") + " or " + states[last]
}

// Words tells an operation in a few words, such as
// "read("x") = 5 by c2 [12, 15]": call, answer, client, sequence numbers. Of long
// values it tells only the begin and the end.
func Words(o *history.Op) string {
	args := make([]string, len(o.Args))
	for i, a := range o.Args {
		args[i] = clip(string(a))
	}
	s := fmt.Sprintf("%s(%s)", o.Kind, strings.Join(args, ", "))
	if o.Status == history.OK && o.Result != "" {
		s += " = " + clip(string(o.Result))
	}
	if o.Client != "" {
		s += " by " + o.Client
	}
	if o.Status == history.Unknown {
		return s + fmt.Sprintf(" [%d, unknown]", o.Invoke)
	}
	return s + fmt.Sprintf(" [%d, %d]", o.Invoke, o.Return)
}

// A value of more than clipFrom bytes is told by clipHead bytes of its begin and
// clipTail of its end.
const clipFrom, clipHead, clipTail = 120, 50, 50

func clip(s string) string {
	if len(s) <= clipFrom {
		return s
	}
	head, tail := clipHead, len(s)-clipTail
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + " ... " + s[tail:]
}

// scanned gives the anomaly of a direct argument: op is impossible because of
// conflicts.
func scanned(key string, op call, conflicts []call, why string) *Anomaly {
	a := &Anomaly{Key: key, Op: op.index}
	ops := map[int]*history.Op{op.index: op.op}
	all := append(slices.Clone(conflicts), op)
	byInvocation(all)
	for _, c := range all {
		a.Window = append(a.Window, c.index)
		ops[c.index] = c.op
		if c.index != op.index {
			a.Conflicts = append(a.Conflicts, c.index)
		}
	}
	a.tell(ops, why)
	return a
}
