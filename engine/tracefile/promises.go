package tracefile

import (
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Eventually is a property that has to become true.
type Eventually struct {
	Begin       trace.ID `json:"begin"`
	At          Nanos    `json:"at"`
	Deadline    Nanos    `json:"deadline"`
	Node        int      `json:"node"`
	Incarnation int      `json:"incarnation"`
	Property    string   `json:"property"`
	// End is the event that decided it, or with which its process ended; 0 if it was
	// open when the trace ends. EndedAt is its instant.
	End     trace.ID `json:"end,omitempty"`
	EndedAt Nanos    `json:"endedAt,omitempty"`
	// Decided says that it was decided, OK how.
	Decided bool `json:"decided"`
	OK      bool `json:"ok"`
}

// promises are the Eventuallys of the run, in order.
type promises struct {
	all    []Eventually
	begins map[trace.ID]int // those that are open
	open   [][]trace.ID     // of each node, those that its process has begun
}

func newPromises(nodes int) promises {
	return promises{begins: map[trace.ID]int{}, open: make([][]trace.ID, nodes)}
}

func (p *promises) see(e *trace.Event) {
	if e.Node == trace.World {
		return
	}
	switch {
	case e.Kind == trace.Begin:
		p.begins[e.ID] = len(p.all)
		p.open[e.Node] = append(p.open[e.Node], e.ID)
		p.all = append(p.all, Eventually{Begin: e.ID, At: Nanos(e.At), Deadline: Nanos(e.At.Add(vtime.Duration(max(0, e.A)))), Node: e.Node, Incarnation: e.Inc, Property: e.S})
	case e.Kind == trace.End:
		p.end(e.Cause, e)
	case endsProcess(e):
		for _, begin := range p.open[e.Node] {
			p.end(begin, e)
		}
		p.open[e.Node] = nil
	}
}

func (p *promises) end(begin trace.ID, e *trace.Event) {
	i, ok := p.begins[begin]
	if !ok {
		return
	}
	delete(p.begins, begin)
	o := &p.all[i]
	o.End, o.EndedAt = e.ID, Nanos(e.At)
	o.Decided, o.OK = e.Kind == trace.End, e.Kind == trace.End && e.A != 0
}

// Call is an operation, or a transaction, that a client recorded.
type Call struct {
	Op          int64    `json:"op"` // its number in the run, from 1
	Invoke      trace.ID `json:"invoke"`
	At          Nanos    `json:"at"`
	Node        int      `json:"node"`
	Incarnation int      `json:"incarnation"`
	// Client is who made it; "" if the file does not say.
	Client  string `json:"client,omitempty"`
	History string `json:"history,omitempty"`
	Call    string `json:"call"` // such as `put("a", 1)`
	// Return is the event of its answer; 0 if none came. EndedAt is its instant,
	// Status "ok", "fail" or "unknown", and Result what it answered.
	Return  trace.ID `json:"return,omitempty"`
	EndedAt Nanos    `json:"endedAt,omitempty"`
	Status  string   `json:"status"`
	Result  string   `json:"result,omitempty"`
	// Blamed says that it is one of those which the verdict of its history names as
	// being in conflict with another, Unplaced that it is that other: the one which
	// cannot be explained. Of one that was never answered that is not known.
	Blamed   bool `json:"blamed,omitempty"`
	Unplaced bool `json:"unplaced,omitempty"`
}

// calls are those of the run, in the order of their beginnings.
type calls struct {
	all     []Call
	numbers map[int64]int
}

func newCalls() calls { return calls{numbers: map[int64]int{}} }

func (c *calls) see(e *trace.Event) {
	if e.Kind == trace.Invoke {
		c.numbers[e.A] = len(c.all)
		c.all = append(c.all, Call{Op: e.A, Invoke: e.ID, At: Nanos(e.At), Node: e.Node, Incarnation: e.Inc, History: e.S, Call: e.T, Status: history.Unknown.String()})
		return
	}
	if e.Kind == trace.Failed && e.Cause != 0 { // a failure of a history is caused by the answer
		for i := range c.all {
			if one := &c.all[i]; one.Return == e.Cause {
				one.Unplaced, one.Blamed = true, false
			}
		}
	}
	i, ok := c.numbers[e.A]
	if !ok {
		return
	}
	switch e.Kind {
	case trace.Return:
		c.all[i].Return, c.all[i].EndedAt, c.all[i].Status, c.all[i].Result = e.ID, Nanos(e.At), history.Status(e.B).String(), e.T
	case trace.Blame:
		c.all[i].Blamed = true
	}
}

// name takes the names of the clients from the history in the file.
func (c *calls) name(f *File) error {
	c.numbers = nil
	if len(c.all) == 0 {
		return nil
	}
	log, err := f.Log()
	if err != nil {
		return err
	}
	clients := map[uint64]string{}
	for i := range log.Ops {
		clients[log.Ops[i].Origin.InvokeEvent] = log.Ops[i].Client
	}
	for i := range log.Txns {
		clients[log.Txns[i].Origin.InvokeEvent] = log.Txns[i].Client
	}
	for i := range c.all {
		c.all[i].Client = clients[uint64(c.all[i].Invoke)]
	}
	return nil
}
