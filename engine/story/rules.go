package story

import (
	"slices"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
)

// rule is a reason to tell of an event.
type rule struct {
	// role names the rule in a Step.
	role string
	// weight is that of the first event that find gives; less is how much lighter
	// each further one is.
	weight, less int
	// find gives the events, the most important first; nil ones are left out. An
	// event that an earlier rule has found counts for that one.
	find func(*inquiry) []*trace.Event
}

// rules are all of them. What weighs most is told; see MaxSteps.
var rules = []rule{
	{"failure", 100, 0, func(c *inquiry) []*trace.Event { return []*trace.Event{c.failed} }},
	{"loss", 90, 0, lossCrash},
	{"call", 88, 0, lastCall},
	{"contradiction", 86, 14, contradictions},
	{"acknowledgement", 85, 0, lossAnswer},
	{"lost change", 80, 13, lossChange},
	{"witness", 75, 0, witness},
	{"fault", 70, 20, laterFaults},
	{"restart", 68, 28, restarts},
	{"message", 60, 0, lastMessage},
	{"obligation", 58, 0, obligation},
	{"phase", 57, 0, recoveryBegins},
	{"last act", 56, 2, lastActs},
	{"request", 35, 0, lossRequest},
	{"first change", 30, 5, firstChanges},
	{"said before", 25, 1, saidBefore},
}

// lastCall is the call of a history that nothing explains.
func lastCall(c *inquiry) []*trace.Event {
	if e := c.event(c.failed.Cause); e != nil && e.Kind == trace.Return {
		return []*trace.Event{e}
	}
	return nil
}

// contradictions are the calls that it contradicts.
func contradictions(c *inquiry) []*trace.Event { return c.past.blamed(c.failed) }

// lossCrash is the crash that lost most of what mattered.
func lossCrash(c *inquiry) []*trace.Event {
	if c.loss == nil {
		return nil
	}
	return []*trace.Event{c.loss.crash}
}

// lossAnswer is the message that promised what the crash then lost.
func lossAnswer(c *inquiry) []*trace.Event {
	if c.loss == nil {
		return nil
	}
	return []*trace.Event{c.loss.answer}
}

// lossChange is the change that was lost, and the one that gave the file its name
// if that was lost too. The one that the crash interrupted is told with the crash.
func lossChange(c *inquiry) []*trace.Event {
	if c.loss == nil {
		return nil
	}
	changes := []*trace.Event{c.loss.change, c.loss.naming}
	if c.operation(c.loss.crash) == c.loss.change {
		changes[0] = nil
	}
	return changes
}

// lossRequest is the message that asked for the change that was lost.
func lossRequest(c *inquiry) []*trace.Event {
	if c.loss == nil || c.loss.change == nil {
		return nil
	}
	return []*trace.Event{c.event(c.requestOf(c.loss.change))}
}

// witness is the line that speaks of what the failure is about, unless it is the
// echo of the answer, with which it is told.
func witness(c *inquiry) []*trace.Event {
	if c.witness == nil || c.loss != nil && c.loss.answer != nil && c.speaksOf(c.loss.answer) {
		return nil
	}
	return []*trace.Event{c.witness}
}

// laterFaults are the faults besides the loss: the first one after the witness,
// then the latest ones. Those that were over before the loss do not count.
func laterFaults(c *inquiry) []*trace.Event {
	var faults []*trace.Event
	for i, in := range slices.Backward(c.past.in) {
		e := &c.Events[i]
		if !in || !isFault(e) || c.loss != nil && e.ID == c.loss.crash.ID || c.overBeforeLoss(e) {
			continue
		}
		faults = append(faults, e)
	}
	if c.witness != nil {
		for i, e := range slices.Backward(faults) {
			if e.ID > c.witness.ID {
				faults = slices.Insert(slices.Delete(faults, i, i+1), 0, e)
				break
			}
		}
	}
	return faults[:min(len(faults), 3)]
}

// overBeforeLoss says whether a fault had no effect any more when the crash struck
// that lost something.
func (c *inquiry) overBeforeLoss(e *trace.Event) bool {
	if c.loss == nil || e.ID > c.loss.crash.ID {
		return false
	}
	lasts := e.Kind == trace.Partition || e.Kind == trace.Pause
	return !lasts || e.B < int64(c.loss.crash.At)
}

// restarts are the boots after the faults that are told, the latest first.
func restarts(c *inquiry) (boots []*trace.Event) {
	told := slices.Concat(laterFaults(c), lossCrash(c))
	for _, id := range bootsIn(c) {
		e := c.event(id)
		if slices.ContainsFunc(told, func(f *trace.Event) bool { return c.comesFrom(e, f) }) {
			boots = append(boots, e)
		}
	}
	return boots
}

// firstChanges are the first writes after the restarts that are told: where a
// program goes on shows what it took its disk to hold.
func firstChanges(c *inquiry) (writes []*trace.Event) {
	for _, boot := range restarts(c) {
		for _, id := range c.past.index.ofNodeBefore(boot.Node, c.failed.ID) {
			if e := c.event(id); e.Inc == boot.Inc && e.Kind == trace.Write {
				writes = append(writes, e)
				break
			}
		}
	}
	return writes
}

// bootsIn are the boots in the past of the failure, the latest first.
func bootsIn(c *inquiry) (ids []trace.ID) {
	for i, in := range slices.Backward(c.past.in) {
		if in && c.Events[i].Kind == trace.Boot && c.Events[i].Inc > 1 {
			ids = append(ids, trace.ID(i+1))
		}
	}
	return ids
}

// comesFrom says whether a boot is the one after a fault that ended its node.
func (c *inquiry) comesFrom(boot, fault *trace.Event) bool {
	return fault.Node == boot.Node && fault.Inc == boot.Inc-1 && (isCrash(fault) || fault.Kind == trace.Restart)
}

// lastMessage is what the failing program learned last.
func lastMessage(c *inquiry) []*trace.Event {
	e := c.event(c.failed.Cause)
	if e != nil && e.Kind == trace.Return {
		e = c.event(e.Cause)
	}
	if e != nil && e.Kind == trace.Recv {
		return []*trace.Event{e}
	}
	return nil
}

// obligation is the sim.Eventually that was not met.
func obligation(c *inquiry) []*trace.Event {
	if c.check == nil || c.check.Kind != trace.End {
		return nil
	}
	return []*trace.Event{c.event(c.check.Cause)}
}

// recoveryBegins is the end of all faults, from which a program has to get on.
func recoveryBegins(c *inquiry) []*trace.Event {
	if !waits(c.failed) {
		return nil
	}
	for i := range c.Events[:c.failed.ID-1] {
		if e := &c.Events[i]; e.Kind == trace.Phase {
			return []*trace.Event{e}
		}
	}
	return nil
}

// lastActs are, of a failure that something did not happen, the last thing that
// each living node did, that of the failing one first.
func lastActs(c *inquiry) (acts []*trace.Event) {
	if !waits(c.failed) {
		return nil
	}
	for n := range c.Names {
		for _, id := range slices.Backward(c.past.index.ofNodeBefore(n, c.failed.ID)) {
			e := c.event(id)
			if ends[e.Kind] || isCrash(e) || e.Kind == trace.Lost {
				break
			}
			if c.check != nil && e.ID == c.check.ID || isFault(e) || e.Kind == trace.Resume || e.Kind == trace.Heal {
				continue
			}
			acts = append(acts, e)
			break
		}
	}
	slices.SortStableFunc(acts, func(a, b *trace.Event) int { return c.foreign(a) - c.foreign(b) })
	return acts
}

// saidBefore is what the failing program printed last before it learned what it
// failed over, and what the one printed that it learned that from.
func saidBefore(c *inquiry) (lines []*trace.Event) {
	ends := []*trace.Event{c.failed}
	for _, m := range lastMessage(c) {
		ends = append(ends, c.event(m.Cause))
	}
	for _, end := range ends {
		if end == nil || end.Node == trace.World {
			continue
		}
		for _, id := range slices.Backward(c.past.index.ofNodeBefore(end.Node, end.ID)) {
			e := c.event(id)
			if e.Kind == trace.Log && e.Inc == end.Inc && (end != c.failed || !c.echoes(e)) {
				lines = append(lines, e)
				break
			}
		}
	}
	return lines
}

// echoes says whether the failing program printed a line when it knew already what
// it failed over: after the message that it failed over, or in its last words.
func (c *inquiry) echoes(e *trace.Event) bool {
	cause := c.event(c.failed.Cause)
	return e.Cause == c.failed.Cause && (c.failed.S == string(verdict.Panic) || cause != nil && cause.Kind == trace.Recv)
}

// foreign is 1 for an event of another node than the failing one.
func (c *inquiry) foreign(e *trace.Event) int {
	if e.Node == c.failed.Node {
		return 0
	}
	return 1
}

// ends are the kinds with which an incarnation ends by itself, or is killed.
var ends = map[trace.Kind]bool{trace.Exit: true, trace.Killed: true}
