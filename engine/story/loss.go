package story

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/trace"
)

// loss is what a crash took, and how that came to matter.
type loss struct {
	crash *trace.Event
	lost  []*trace.Event
	// change is the unsynced change that was lost; nil if it is not known.
	change *trace.Event
	// naming is the change that gave the file its name, where that was lost; nil
	// elsewhere, and where it is the change itself.
	naming *trace.Event
	// answer is the message by which the node answered the request that the change
	// was for, before it was durable; nil if it did not.
	answer *trace.Event
	weight harm
}

// harm says how bad a loss is.
type harm uint8

// The kinds of harm, the worst last.
const (
	harmless     harm = iota // all that was pending survived
	unanswered               // what was lost, nobody had been told about
	torn                     // a part of a change survived
	acknowledged             // somebody had been told that it was done
)

// worstLoss is the loss of most harm in the past of the failure, of equals the
// latest; nil if no crash has lost anything.
func (c *inquiry) worstLoss() (worst *loss) {
	for i, in := range c.past.in {
		if e := &c.Events[i]; in && isCrash(e) {
			if l := c.lossOf(e); l.weight > harmless && (worst == nil || l.weight >= worst.weight) {
				worst = l
			}
		}
	}
	return worst
}

func (c *inquiry) lossOf(crash *trace.Event) *loss {
	l := &loss{crash: crash, lost: c.past.index.lost(crash)}
	for _, e := range l.lost {
		weight := tally(e)
		if weight == harmless && crash.Kind == trace.CrashIO && crash.S == "within" {
			weight = torn // what was kept of the write is all that had been done of it
		}
		if weight == harmless {
			continue
		}
		change, answer := c.pending(e)
		if answer != nil {
			weight = acknowledged
		}
		if weight > l.weight {
			l.weight, l.change, l.answer, l.naming = weight, change, answer, c.naming(e, change)
		}
	}
	return l
}

// tally judges a loss by the words of the trace.
func tally(lost *trace.Event) harm {
	var kept, pending int
	_, err := fmt.Sscanf(lost.T, "kept %d of %d unsynced changes", &kept, &pending)
	switch {
	case strings.Contains(lost.T, "torn at"), strings.Contains(lost.T, "flipped"), strings.Contains(lost.T, "never written"):
		return torn
	case err == nil && kept == pending:
		return harmless
	}
	return unanswered
}

// naming is the unsynced change of a name that was lost, if it is not change.
func (c *inquiry) naming(lost, change *trace.Event) *trace.Event {
	if !nameLost(lost) {
		return nil
	}
	for _, e := range slices.Backward(c.past.unsynced(lost)) {
		if !fills(e) && e != change {
			return e
		}
	}
	return nil
}

// pending chooses among the unsynced changes behind a loss: one that was answered
// if there is, the one that the witness speaks of before others, else the latest.
func (c *inquiry) pending(lost *trace.Event) (change, answer *trace.Event) {
	for _, e := range c.past.unsynced(lost) {
		a := c.answerTo(e, lost.ID)
		if a == nil && answer != nil {
			continue
		}
		change, answer = e, a
		if a != nil && c.speaksOf(a) {
			return change, answer
		}
	}
	return change, answer
}

// answerTo is the message that a node sent for the same request after a change,
// before event end; nil if there is none.
func (c *inquiry) answerTo(change *trace.Event, end trace.ID) *trace.Event {
	request := c.event(c.requestOf(change))
	if request == nil || code(change) != errno.OK {
		return nil
	}
	for _, id := range c.past.index.sends[request.ID] {
		e := c.event(id)
		if id > change.ID && id < end && e.Inc == change.Inc && e.B > 0 && code(e) == errno.OK {
			return e
		}
	}
	return nil
}

// requestOf is the message that an event was made for; 0 if it was for none.
func (c *inquiry) requestOf(e *trace.Event) trace.ID {
	for cause := c.event(e.Cause); cause != nil && cause.Node == e.Node; cause = c.event(cause.Cause) {
		if cause.Kind == trace.Recv {
			return cause.ID
		}
	}
	return 0
}

// speaksOf says whether the witness came from an answer.
func (c *inquiry) speaksOf(answer *trace.Event) bool {
	if c.witness == nil {
		return false
	}
	heard := c.event(c.witness.Cause)
	return heard != nil && heard.Kind == trace.Recv && heard.Cause == answer.ID
}
