package page

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/vtime"
)

// role is what a call is to the anomaly of its drawing.
type role uint8

const (
	overlaps role = iota // was under way meanwhile, and no more
	member               // part of the window, or of an anomaly
	conflict             // contradicts the culprit
	culprit              // cannot be placed
)

var roleClasses = [...]markup{overlaps: "overlaps", member: "member", conflict: "conflict", culprit: "culprit"}

// call is one operation or transaction as it is drawn.
type call struct {
	index          int // in the history
	node, client   string
	incarnation    int
	what, answered string // in full, for the table
	label          string // short, for the drawing
	first, last    uint64 // sequence numbers; last means nothing if open
	from, to       vtime.Instant
	open           bool // of unknown end
	failed         bool
	site           string
	events         string
	role           role
	// tag is what stands on the bar: the place in the order or the name; "" for
	// nothing.
	tag string
}

// newCall takes what operations and transactions have in common.
func newCall(index int, client string, s history.Status, first, last uint64, o *history.Origin) call {
	c := call{index: index, node: o.Node, client: client, incarnation: o.Incarnation, first: first, last: last,
		from: o.InvokeAt, to: o.ReturnAt, open: s == history.Unknown, failed: s == history.Fail, site: clip(o.Site, shortText)}
	switch {
	case o.InvokeEvent == 0:
	case c.open || o.ReturnEvent == 0:
		c.events = fmt.Sprint(o.InvokeEvent)
	default:
		c.events = fmt.Sprintf("%d, %d", o.InvokeEvent, o.ReturnEvent)
	}
	return c
}

// labelValue is how many columns of a value a label shows.
const labelValue = 14

// ofOp gives an operation as it is drawn.
func ofOp(i int, o *history.Op) call {
	c := newCall(i, o.Client, o.Status, o.Invoke, o.Return, &o.Origin)
	c.what, c.label = invocation(o, shortText), fit(invocation(o, labelValue), 4*labelValue)
	if o.Status == history.OK && o.Result != "" {
		c.answered = clip(string(o.Result), shortText)
		c.label += " = " + fit(string(o.Result), labelValue)
	}
	return c
}

// maxArgs is how many arguments of a call are shown.
const maxArgs = 8

// invocation is the call with at most so many columns of each argument.
func invocation(o *history.Op, most int) string {
	var args []string
	for i, a := range o.Args {
		if i == maxArgs {
			args = append(args, gap)
			break
		}
		args = append(args, fit(string(a), most))
	}
	return fmt.Sprintf("%s(%s)", fit(o.Kind, 24), strings.Join(args, ", "))
}

// words tells an operation in a line: call, answer, client.
func words(o *history.Op) string {
	s := invocation(o, shortText/4)
	if o.Status == history.OK && o.Result != "" {
		s += " = " + fit(string(o.Result), shortText/4)
	}
	if o.Client != "" {
		s += " by " + fit(o.Client, shortText/4)
	}
	if o.Status == history.Unknown {
		s += ", of unknown end"
	}
	return s
}

// named says that the tag of the call is its name, as it is of transactions.
func (c *call) named() bool { return strings.HasPrefix(c.tag, "T") }

// place is where the client ran: "n1#2", or what is known of it.
func (c *call) place() string {
	if c.incarnation == 0 {
		return fit(c.node, 40)
	}
	return fmt.Sprintf("%s#%d", fit(c.node, 40), c.incarnation)
}

// sequence is the sequence numbers of call and answer.
func (c *call) sequence() string {
	if c.open {
		return fmt.Sprintf("%d, unknown", c.first)
	}
	return fmt.Sprintf("%d, %d", c.first, c.last)
}

// standing says in words what the call is to the anomaly.
func (c *call) standing() string {
	switch {
	case c.role == culprit:
		return "cannot be placed"
	case c.role == conflict:
		return "conflicts with it"
	case c.failed && c.named():
		return "aborted"
	case c.failed:
		return "failed, without effect"
	case c.role == overlaps:
		return "only overlaps"
	}
	return ""
}
