package world

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// recording is what programs have said about their calls. Nothing that it has
// handed out is changed in place, so that a clone can share it.
type recording struct {
	log history.Log
	// calls has an entry for each number that was given out, from 1.
	calls   []recorded
	clients map[client]session
	order   order
}

// recorded is one call or transaction.
type recorded struct {
	node, inc int
	txn       bool
	at        int // index in the log's Ops or Txns
	site      trace.SiteID
	ended     bool
}

// client is whoever makes one call after the other.
type client struct {
	node, inc int
	name      string // given by the guest; "" is a goroutine
	goroutine uint64
}

// session is a client's name in the history: after a call that is open, or whose
// end nobody knows, a client goes on under another.
type session struct {
	turn int    // counts its names, from 1
	last uint32 // number of its last call
}

// order gives sequence numbers. Calls of one node are in the order in which it
// made them; calls of two nodes at one instant are concurrent.
type order struct {
	at   vtime.Instant
	base uint64   // the last number before the instant at
	last uint64   // the last number
	own  []uint64 // the last number of each node
}

// next is the number of a call, or of an answer, of a node.
func (o *order) next(now vtime.Instant, node int, call bool) uint64 {
	if now != o.at {
		o.at, o.base = now, o.last
	}
	o.last++
	number := o.last
	if call {
		number = max(o.base, o.own[node]) + 1
	}
	o.own[node] = o.last
	return number
}

func newRecording(nodes int) recording {
	return recording{clients: map[client]session{}, order: order{own: make([]uint64, nodes)}}
}

// clone copies what is written in place.
func (r *recording) clone() recording {
	c := *r
	c.log = history.Log{Ops: slices.Clone(r.log.Ops), Txns: slices.Clone(r.log.Txns)}
	c.calls, c.clients = slices.Clone(r.calls), maps.Clone(r.clients)
	c.order.own = slices.Clone(r.order.own)
	for i := range c.log.Txns {
		c.log.Txns[i].Ops = slices.Clip(c.log.Txns[i].Ops)
		r.log.Txns[i].Ops = slices.Clip(r.log.Txns[i].Ops)
	}
	return c
}

// Invoke implements guest.World.
func (w *World) Invoke(p *wasi.Process, c guest.Call) uint32 {
	r := &w.record
	number := uint32(len(r.calls) + 1)
	who := w.session(p, c, number)
	call := recorded{node: p.Node, inc: p.Inc, txn: c.Kind == property.Txn, site: c.Site}
	from := history.Origin{InvokeAt: w.now(), Node: w.nodes[p.Node].Name, Incarnation: p.Inc, Site: w.place(c.Site)}
	invoke := r.order.next(w.now(), p.Node, true)
	words := "transaction"
	if call.txn {
		call.at = len(r.log.Txns)
	} else {
		call.at = len(r.log.Ops)
		words = c.Name + "(" + c.Args + ")"
		if n := len(c.Args); n > 1 && c.Args[0] == '[' {
			words = c.Name + "(" + c.Args[1:n-1] + ")"
		}
	}
	from.InvokeEvent = uint64(p.Emit(trace.Event{Kind: trace.Invoke, Site: c.Site, A: int64(number), S: c.History, T: words}))
	if call.txn {
		r.log.Txns = append(r.log.Txns, history.Txn{History: c.History, Client: who, Invoke: invoke, Origin: from})
	} else {
		r.log.Ops = append(r.log.Ops, history.Op{History: c.History, Client: who, Kind: c.Name, Args: arguments(c.Args), Invoke: invoke, Origin: from})
	}
	r.calls = append(r.calls, call)
	return number
}

// session is the name of the client that makes a call.
func (w *World) session(p *wasi.Process, c guest.Call, number uint32) string {
	r := &w.record
	key := client{node: p.Node, inc: p.Inc, name: c.Client}
	name := c.Client
	if name == "" {
		key.goroutine = c.Goroutine
		name = "g" + strconv.FormatUint(c.Goroutine, 10)
	}
	s := r.clients[key]
	if s.last == 0 || !w.settled(s.last) {
		s.turn++
	}
	s.last = number
	r.clients[key] = s
	name = fmt.Sprintf("%s#%d/%s", w.nodes[p.Node].Name, p.Inc, name)
	if s.turn > 1 {
		name += "." + strconv.Itoa(s.turn)
	}
	return name
}

// settled says whether it is known how a call ended.
func (w *World) settled(number uint32) bool {
	c := w.record.calls[number-1]
	if c.txn {
		return w.record.log.Txns[c.at].Status != history.Unknown
	}
	return w.record.log.Ops[c.at].Status != history.Unknown
}

// place is a site as histories name it.
func (w *World) place(id trace.SiteID) string {
	s := w.kernel.Trace.SiteOf(id)
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

func arguments(list string) []history.Value {
	v, _ := history.Canonical([]byte(list)) // package sim writes nothing else
	elems, _ := v.Elems()
	return elems
}

// open gives the entry of a call that has not ended; nil if there is none.
func (w *World) open(p *wasi.Process, number uint32) *recorded {
	if number < 1 || int(number) > len(w.record.calls) {
		return nil
	}
	if c := &w.record.calls[number-1]; c.node == p.Node && c.inc == p.Inc && !c.ended {
		return c
	}
	return nil
}

// Micro implements guest.World.
func (w *World) Micro(p *wasi.Process, number uint32, function, key, value string) bool {
	c := w.open(p, number)
	if c == nil || !c.txn {
		return false
	}
	t := &w.record.log.Txns[c.at]
	m, err := micro(function, key, value)
	if err != nil {
		w.broken(p, verdict.Assertion, guest.Check{Site: c.site, Details: "a transaction cannot be recorded: " + err.Error()})
		return true
	}
	t.Ops = append(t.Ops, m)
	text := fmt.Sprintf("%s %s %s", function, key, value)
	p.Emit(trace.Event{Kind: trace.Micro, Cause: trace.ID(t.Origin.InvokeEvent), Site: c.site, A: int64(number), S: t.History, T: text})
	return false
}

// micro reads a micro-operation; a read's answer is known.
func micro(function, key, value string) (m history.Micro, err error) {
	m = history.Micro{F: function, Key: key, Known: true}
	switch {
	case value == string(history.Null) && function == history.Read:
		m.Nil = true
	case len(value) > 0 && value[0] == '[' && function == history.Read:
		m.List = []int64{}
		err = json.Unmarshal([]byte(value), &m.List)
	default:
		m.Value, err = strconv.ParseInt(value, 10, 64)
	}
	if err != nil {
		err = fmt.Errorf("%s of %q: %q is no whole number of 64 bits", function, key, value)
	}
	return m, err
}

// Return implements guest.World.
func (w *World) Return(p *wasi.Process, number uint32, s history.Status, result, details string) bool {
	c := w.open(p, number)
	if c == nil {
		return false
	}
	c.ended = true
	answer := history.Value("")
	if result != "" {
		var err error
		if answer, err = history.Canonical([]byte(result)); err != nil {
			w.broken(p, verdict.Assertion, guest.Check{Site: c.site, Details: "an answer cannot be recorded: " + err.Error()})
			return true
		}
	}
	at := w.record.order.next(w.now(), p.Node, false)
	from := w.origin(c)
	e := trace.Event{Kind: trace.Return, Site: c.site, A: int64(number), B: int64(s), S: details, T: string(answer)}
	id := uint64(p.Emit(e))
	w.tellEnd(c, s == history.OK)
	if s == history.Unknown {
		return false
	}
	from.ReturnAt, from.ReturnEvent = w.now(), id
	if c.txn {
		t := &w.record.log.Txns[c.at]
		t.Return, t.Status = at, s
	} else {
		o := &w.record.log.Ops[c.at]
		o.Return, o.Status, o.Result = at, s, answer
	}
	return false
}

// tellEnd counts the end of a call at its site: as true if it took effect.
func (w *World) tellEnd(c *recorded, ok bool) {
	at := w.kernel.Trace.SiteOf(c.site)
	kind := property.Invoke
	if c.txn {
		kind = property.Txn
	}
	w.tally.Add(property.Key{Kind: kind, Name: at.Property, File: at.File, Line: at.Line}, ok, w.oracle.Struck())
}

func (w *World) origin(c *recorded) *history.Origin {
	if c.txn {
		return &w.record.log.Txns[c.at].Origin
	}
	return &w.record.log.Ops[c.at].Origin
}
