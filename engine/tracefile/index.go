package tracefile

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// partSize is how many events the index counts together.
const partSize = 128

// index tells what is in each block, so that a question is answered from the few
// that matter to it.
type index struct {
	blocks []block
	parts  []part
	counts []count
}

// block is a row of the index: some events in a row.
type block struct {
	offset   int64
	first    trace.ID
	n        int
	from, to vtime.Instant // of its first and its last event
	kinds    kindSet
	parts    [2]int // its parts, as a range of index.parts
}

// part is what is known of at most partSize events in a row of one block.
type part struct {
	from, to vtime.Instant
	n        int
	counts   [2]int // by lane, as a range of index.counts
}

// count is how many events of a part a lane has.
type count struct {
	lane lane
	n    int
}

// kindSet is a set of kinds.
type kindSet [4]uint64

func (s *kindSet) add(k trace.Kind)      { s[k>>6] |= 1 << (k & 63) }
func (s *kindSet) has(k trace.Kind) bool { return s[k>>6]&(1<<(k&63)) != 0 }

// keep takes out what another set has not.
func (s *kindSet) keep(t *kindSet) {
	for i := range s {
		s[i] &= t[i]
	}
}

// join adds what another set has.
func (s *kindSet) join(t *kindSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// meets says whether two sets have a kind in common.
func (s *kindSet) meets(t *kindSet) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// kinds makes a set.
func kinds(all ...trace.Kind) (s kindSet) {
	for _, k := range all {
		s.add(k)
	}
	return s
}

// ofClass is the set of the kinds of some classes.
func ofClass(want ...Class) (s kindSet) {
	for k := trace.Kind(1); k.Name() != ""; k++ {
		if slices.Contains(want, classOf[k]) {
			s.add(k)
		}
	}
	return s
}

// add counts an event in the last block.
func (x *index) add(e *trace.Event) {
	b := &x.blocks[len(x.blocks)-1]
	if b.n%partSize == 0 {
		x.parts = append(x.parts, part{from: e.At, counts: [2]int{len(x.counts), len(x.counts)}})
		b.parts[1]++
	}
	b.n, b.to = b.n+1, e.At
	b.kinds.add(e.Kind)
	p := &x.parts[len(x.parts)-1]
	p.n, p.to = p.n+1, e.At
	l := laneOf(e)
	for i := p.counts[0]; i < p.counts[1]; i++ {
		if x.counts[i].lane == l {
			x.counts[i].n++
			return
		}
	}
	x.counts = append(x.counts, count{l, 1})
	p.counts[1]++
}

// open begins a block.
func (x *index) open(offset int64, first *trace.Event) {
	x.blocks = append(x.blocks, block{offset: offset, first: first.ID, from: first.At, to: first.At, parts: [2]int{len(x.parts), len(x.parts)}})
}

// encode writes the index as numbers, each as the difference to the one before
// where it can be.
func (x *index) encode() []byte {
	b := binary.AppendUvarint(nil, uint64(len(x.blocks)))
	offset, at := int64(0), vtime.Instant(0)
	for i := range x.blocks {
		k := &x.blocks[i]
		b = binary.AppendUvarint(b, uint64(k.offset-offset))
		b = binary.AppendUvarint(b, uint64(k.n))
		for _, word := range k.kinds {
			b = binary.AppendUvarint(b, word)
		}
		offset = k.offset
		for _, p := range x.parts[k.parts[0]:k.parts[1]] {
			b = binary.AppendUvarint(b, uint64(p.from-at))
			b = binary.AppendUvarint(b, uint64(p.to-p.from))
			b = binary.AppendUvarint(b, uint64(p.counts[1]-p.counts[0]))
			for _, c := range x.counts[p.counts[0]:p.counts[1]] {
				b = binary.AppendUvarint(b, uint64(c.lane))
				b = binary.AppendUvarint(b, uint64(c.n))
			}
			at = p.to
		}
	}
	return b
}

// readIndex reads what encode has written, for a file that ends at limit and has
// so many nodes.
func readIndex(b []byte, limit int64, nodes int) (*index, error) {
	d := &decoder{b: b}
	x := &index{}
	id, offset, at := trace.ID(1), int64(0), vtime.Instant(0)
	for left := d.uint(); left > 0 && !d.bad; left-- {
		k := block{first: id, parts: [2]int{len(x.parts), len(x.parts)}}
		k.offset = offset + int64(d.below(uint64(limit-offset)))
		k.n = int(d.below(blockEvents + 1))
		for i := range k.kinds {
			k.kinds[i] = d.uint()
		}
		for n := k.n; n > 0 && !d.bad; n -= partSize {
			at = x.readPart(d, at, min(n, partSize), nodes)
		}
		k.parts[1] = len(x.parts)
		if k.n == 0 || d.bad {
			return nil, damaged("its index")
		}
		k.from, k.to = x.parts[k.parts[0]].from, at
		x.blocks = append(x.blocks, k)
		id, offset = id+trace.ID(k.n), k.offset
	}
	if d.bad || len(d.b) > 0 {
		return nil, damaged("its index")
	}
	return x, nil
}

// readPart reads a part of n events that begins at an instant or later, and gives
// the one at which it ends.
func (x *index) readPart(d *decoder, at vtime.Instant, n, nodes int) vtime.Instant {
	p := part{n: n, counts: [2]int{len(x.counts), 0}}
	p.from = at + vtime.Instant(d.below(uint64(math.MaxInt64-at)))
	p.to = p.from + vtime.Instant(d.below(uint64(math.MaxInt64-p.from)))
	sum := 0
	for left := d.below(partSize + 1); left > 0 && !d.bad; left-- {
		c := count{lane(d.below(uint64(nodes+1) * uint64(classes))), int(d.below(partSize + 1))}
		sum += c.n
		x.counts = append(x.counts, c)
	}
	p.counts[1] = len(x.counts)
	d.bad = d.bad || sum != n
	x.parts = append(x.parts, p)
	return p.to
}

// events is how many events there are.
func (x *index) events() uint64 {
	if len(x.blocks) == 0 {
		return 0
	}
	last := x.blocks[len(x.blocks)-1]
	return uint64(last.first) + uint64(last.n) - 1
}
