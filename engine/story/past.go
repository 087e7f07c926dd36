package story

import (
	"path"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/trace"
)

// Past gives the events that led to one, in their order, itself included: those
// that it was caused by, and theirs. An event without a cause comes from what its
// incarnation did before it; every event of an incarnation comes from its boot;
// what a crash lost comes from the unsynced changes to that file or folder; and a
// fault that struck a node on the way belongs to it.
func (t Trace) Past(id trace.ID) []trace.ID {
	e := t.event(id)
	if e == nil {
		return nil
	}
	p := newPast(&t, e)
	ids := make([]trace.ID, 0, p.count)
	for i, in := range p.in {
		if in {
			ids = append(ids, trace.ID(i+1))
		}
	}
	return ids
}

// past is the set of events that led to one of them.
type past struct {
	*Trace
	index *index
	in    []bool // in[i] says that event i+1 belongs to it
	count int
	todo  []trace.ID
	// until[n] is the latest event of node n that belongs to it; 0 if none does.
	until []trace.ID
}

func newPast(t *Trace, of *trace.Event) *past {
	p := &past{Trace: t, index: newIndex(t), in: make([]bool, of.ID), until: make([]trace.ID, len(t.Names))}
	p.add(of.ID)
	p.close()
	p.strikes(of)
	p.close()
	return p
}

func (p *past) add(id trace.ID) {
	if id == 0 || id > trace.ID(len(p.in)) || p.in[id-1] {
		return
	}
	p.in[id-1] = true
	p.count++
	p.todo = append(p.todo, id)
	if n := p.event(id).Node; n >= 0 && n < len(p.until) {
		p.until[n] = max(p.until[n], id)
	}
}

// close adds the causes of all that is in the set.
func (p *past) close() {
	for len(p.todo) > 0 {
		id := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		p.causes(p.event(id))
	}
}

// causes adds what e comes from directly.
func (p *past) causes(e *trace.Event) {
	cause := p.event(e.Cause)
	missing := cause == nil || cause.Kind == trace.RunStart
	if cause != nil {
		p.add(cause.ID)
	}
	if e.Node == trace.World {
		if blamed := p.blamed(e); len(blamed) > 0 {
			for _, b := range blamed {
				p.add(b.ID)
			}
		} else if missing && e.Kind == trace.Failed {
			p.everyone(e)
		}
		return
	}
	if missing {
		p.add(p.index.before(e))
	}
	p.add(p.index.boot(e))
	switch {
	case isCrash(e):
		p.add(p.index.before(e)) // the operation that it interrupted
		for _, lost := range p.index.lost(e) {
			p.add(lost.ID)
		}
	case e.Kind == trace.Lost:
		for _, change := range p.unsynced(e) {
			p.add(change.ID)
		}
	}
}

// blamed are the calls that a failure of a history contradicts, the last one
// first: their answers, or where they began if they have none.
func (p *past) blamed(failed *trace.Event) (calls []*trace.Event) {
	if failed.Kind != trace.Failed {
		return nil
	}
	for id := failed.ID - 1; ; id-- {
		b := p.event(id)
		if b == nil || b.Kind != trace.Blame {
			return calls
		}
		if e := p.event(b.Cause); e != nil {
			calls = append(calls, e)
		}
	}
}

// everyone adds the last thing that each node did: what no node did alone, such
// as a deadlock, comes from all of them.
func (p *past) everyone(e *trace.Event) {
	last := make([]trace.ID, len(p.Names))
	for i := range p.Events[:e.ID-1] {
		if n := p.Events[i].Node; n >= 0 && n < len(last) {
			last[n] = p.Events[i].ID
		}
	}
	for _, id := range last {
		p.add(id)
	}
}

// strikes adds the faults that struck before: those of a node up to the last that
// it did for the failure, and cuts between nodes at any time. If there is none,
// the failure may be that something did not happen, and all faults count.
func (p *past) strikes(of *trace.Event) {
	any := false
	for _, all := range []bool{waits(of), true} {
		for i := range p.Events[:of.ID-1] {
			e := &p.Events[i]
			if isFault(e) && (all || p.in[i] || p.touches(e)) {
				p.add(e.ID)
				any = true
			}
		}
		if any {
			return
		}
	}
}

// touches says whether a fault could change what led to the failure.
func (p *past) touches(e *trace.Event) bool {
	if e.Node != trace.World {
		return e.Node < len(p.until) && e.ID < p.until[e.Node]
	}
	inside, outside := false, false
	for n, id := range p.until {
		if id > e.ID {
			cut := slices.Contains(strings.Split(e.S, ","), p.Names[n])
			inside, outside = inside || cut, outside || !cut
		}
	}
	return inside && outside
}

// unsynced are the changes of a file or folder that were not synced when a crash
// lost some of it, in their order.
func (p *past) unsynced(lost *trace.Event) (changes []*trace.Event) {
	for _, id := range slices.Backward(p.index.ofNodeBefore(lost.Node, lost.ID)) {
		e := p.event(id)
		switch {
		case e.Inc < lost.Inc, syncs(e, lost):
			slices.Reverse(changes)
			return changes
		case alters(e, lost):
			changes = append(changes, e)
		}
	}
	slices.Reverse(changes)
	return changes
}

// syncs says whether e made durable what a crash has lost: a name is durable when
// its folder is synced, content when its file is.
func syncs(e, lost *trace.Event) bool {
	switch {
	case code(e) != errno.OK:
		return false
	case nameLost(lost):
		return e.Kind == trace.SyncDir && e.S == path.Dir(lost.S)
	}
	return e.Kind == trace.Sync && e.S == lost.S
}

// nameLost says that a crash has lost a name, or brought one back, and not what is
// in a file.
func nameLost(lost *trace.Event) bool { return lost.T == "name lost" || lost.T == "back" }

// alters says whether e changed what a crash has lost.
func alters(e, lost *trace.Event) bool {
	switch e.Kind {
	case trace.Write, trace.Truncate, trace.Allocate: // with a name goes what the file held
		return e.S == lost.S
	case trace.Create, trace.Unlink, trace.Mkdir, trace.Rmdir:
		return e.S == lost.S
	case trace.Rename, trace.Link, trace.Symlink:
		return e.S == lost.S || e.T == lost.S
	}
	return false
}
