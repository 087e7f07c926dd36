package check

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/seedfall/seedfall/engine/history"
)

// access is what an operation does to a register.
type access uint8

const (
	reading access = iota
	writing
	comparing // it may write
)

// valueOf tells the value that an operation found or writes, if it writes.
type valueOf func(*history.Op) (history.Value, access)

// cluster is one value of a register: the write of it and all reads of it. In
// any legal order they stand together, the write first. So all of cluster a come
// before all of b if any call of a had returned before one of b was made.
type cluster struct {
	value history.Value
	write *call // nil for the first value, which is there from the start
	early *call // the call that returned first; nil for the start itself
	late  *call // the call that was made last; nil for the start itself
	reads int
}

// first is the earliest return of c, in a time that begins with 1; last is its
// latest invocation. The start stands at 0.
func (c *cluster) first() uint64 {
	if c.early == nil {
		return 0
	}
	return plus(c.early.ret)
}

func (c *cluster) last() uint64 {
	if c.late == nil {
		return 0
	}
	return plus(c.late.inv())
}

func plus(t uint64) uint64 {
	if t == forever {
		return t
	}
	return t + 1
}

// zones decides a register of which every value is written once, in time
// n log n (P. Gibbons and E. Korach, Testing Shared Memories, 1997): two clusters
// that must each come before the other are a contradiction, and if there are no
// two, there is an order. Other registers it refutes if a read found a value that
// nobody can have written.
func zones(p *part, first history.Value, of valueOf) (Verdict, *proof) {
	all, values := accesses(p, first, of)
	clusters, ok := clusterWrites(p, all, values)
	if !ok {
		return fromNowhere(p, all, len(values))
	}
	for i, a := range all {
		c := &p.calls[i]
		if a.how == writing {
			continue
		}
		k := &clusters[a.value]
		switch w := k.write; {
		case w == nil && a.value > 0:
			return Violation, &proof{[]call{*c}, true, "nobody wrote that value"}
		case w != nil && c.before(w):
			return Violation, &proof{[]call{*c, *w}, true, "it returned before that value was written"}
		}
		k.add(c)
	}
	return inZones(p, clusters, of)
}

// inZones decides whether clusters contradict each other.
func inZones(p *part, clusters []cluster, of valueOf) (Verdict, *proof) {
	all := make([]*cluster, 0, len(clusters))
	for i := range clusters {
		k := &clusters[i]
		// A write that nobody saw, and of which nobody knows, may never have been.
		if k.write == nil || k.reads > 0 || !k.write.unknown() {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b *cluster) int {
		if a.first() != b.first() {
			return cmp.Compare(a.first(), b.first())
		}
		return cmp.Or(cmp.Compare(a.last(), b.last()), cmp.Compare(a.value, b.value))
	})
	if a, b := crossed(all); a != nil {
		return Violation, crossedProof(p, a, b, of)
	}
	return OK, nil
}

// accessed is what a call does to which value, by its number.
type accessed struct {
	value int32
	how   access
}

// accesses gives what each call of p does, and all values by their numbers. The
// first value has number 0.
func accesses(p *part, first history.Value, of valueOf) (all []accessed, values []history.Value) {
	var known interned[history.Value]
	known.id(first)
	all = make([]accessed, len(p.calls))
	for i := range p.calls {
		v, how := of(p.calls[i].op)
		all[i] = accessed{known.id(v), how}
	}
	return all, known.all
}

// fromNowhere finds a read of a value that nobody had begun to write by its
// return.
func fromNowhere(p *part, all []accessed, count int) (Verdict, *proof) {
	since := make([]uint64, count)
	for i := range since[1:] {
		since[1+i] = forever
	}
	for i, a := range all { // by invocation
		if a.how != reading {
			since[a.value] = min(since[a.value], p.calls[i].inv())
		}
	}
	for i, a := range all {
		if c := &p.calls[i]; a.how == reading && (since[a.value] > c.ret || since[a.value] == forever) {
			return Violation, &proof{[]call{*c}, true, "nobody had written that value by then"}
		}
	}
	return Undecided, nil
}

// clusterWrites gives the clusters of the values with their writes only; ok is
// false if a value is written twice or a call is neither a read nor a write.
func clusterWrites(p *part, all []accessed, values []history.Value) (clusters []cluster, ok bool) {
	written := make([]bool, len(values))
	written[0] = true
	for _, a := range all {
		if a.how == comparing || a.how == writing && written[a.value] {
			return nil, false
		}
		written[a.value] = written[a.value] || a.how == writing
	}
	clusters = make([]cluster, len(values))
	clusters[0].value = values[0]
	for i, a := range all {
		if c := &p.calls[i]; a.how == writing {
			clusters[a.value] = cluster{value: values[a.value], write: c, early: c, late: c}
		}
	}
	return clusters, true
}

// add puts a read into k.
func (k *cluster) add(c *call) {
	k.reads++
	if k.early != nil && c.ret < k.early.ret {
		k.early = c
	}
	if k.late == nil || c.inv() > k.late.inv() {
		k.late = c
	}
}

// crossed finds two clusters each of which must come before the other. all is
// sorted by first.
func crossed(all []*cluster) (a, b *cluster) {
	latest := make([]*cluster, len(all)) // up to each: the one with the greatest last
	for i, k := range all {
		latest[i] = k
		// Those among the earlier ones that must come before k.
		n := min(i, sort.Search(len(all), func(j int) bool { return all[j].first() >= k.last() }))
		if n > 0 && latest[n-1].last() > k.first() {
			return latest[n-1], k
		}
		if i > 0 && latest[i-1].last() >= k.last() {
			latest[i] = latest[i-1]
		}
	}
	return nil, nil
}

// crossedProof says why two clusters of p contradict each other.
func crossedProof(p *part, a, b *cluster, of valueOf) *proof {
	inB, inA := p.after(a, b, of), p.after(b, a, of)
	var core []call
	for _, c := range []*call{a.write, a.early, inA, b.write, b.early, inB} {
		if c != nil && !slices.ContainsFunc(core, func(d call) bool { return d.index == c.index }) {
			core = append(core, *c)
		}
	}
	byInvocation(core)
	return &proof{core, true, fmt.Sprintf("%s; %s", mustPrecede(a, b, inB), mustPrecede(b, a, inA))}
}

// after gives of the calls of b that were made after one of a had returned, and of
// which there is at least one, the first to return.
func (p *part) after(a, b *cluster, of valueOf) (first *call) {
	for i := range p.calls {
		c := &p.calls[i]
		if v, _ := of(c.op); v == b.value && plus(c.inv()) > a.first() && (first == nil || compareReturns(c, first) < 0 && !c.unknown()) {
			first = c
		}
	}
	return first
}

// mustPrecede says why all of a comes before all of b: late, of b, was called
// after a call of a had returned.
func mustPrecede(a, b *cluster, late *call) string {
	if a.early == nil {
		return fmt.Sprintf("%s was there first", a.value)
	}
	return fmt.Sprintf("%s must come before %s, as %s had returned when %s was called", a.value, b.value, Words(a.early.op), Words(late.op))
}
