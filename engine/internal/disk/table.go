package disk

import "iter"

// A table maps small numbers to pointers: pages of a file, inodes of a disk.
// It is a radix tree whose nodes are shared between copies. Every node carries
// the generation that made it; a table changes a node in place only when the
// generation it is asked to work in equals the node's, and copies it otherwise.
// So copying the header copies the table, as long as both copies go on in a
// generation that no shared node has.
//
// The zero table is empty. Numbers that were never set, or were set to nil,
// are absent.
type table[T any] struct {
	root   *node[T]
	height int   // levels; 1 means that root holds items
	count  int64 // items that are present
}

const (
	fanBits = 6
	fan     = 1 << fanBits
)

// node is one level of a table: an inner node has kids, a leaf has items.
type node[T any] struct {
	gen  uint64
	mine uint64 // bit i: items[i] was made in gen and nobody else holds it
	used int    // kids or items that are present
	kids []*node[T]

	items []*T
}

// newNode makes a node and its array in one piece of memory.
func newNode[T any](gen uint64, leaf bool) *node[T] {
	if leaf {
		n := &struct {
			node[T]
			array [fan]*T
		}{}
		n.gen, n.items = gen, n.array[:]
		return &n.node
	}
	n := &struct {
		node[T]
		array [fan]*node[T]
	}{}
	n.gen, n.kids = gen, n.array[:]
	return &n.node
}

// owned returns n itself if it belongs to gen, else a copy that does.
func (n *node[T]) owned(gen uint64) *node[T] {
	if n.gen == gen {
		return n
	}
	c := newNode[T](gen, n.items != nil)
	c.used = n.used
	copy(c.kids, n.kids)
	copy(c.items, n.items)
	return c
}

// slot is the index of i within a node whose kids each span 1<<shift numbers.
func slot(i uint64, shift int) int { return int(i>>shift) & (fan - 1) }

// holds says that i is within the range that the table's height spans.
func (t *table[T]) holds(i uint64) bool { return i>>(t.height*fanBits) == 0 }

// at returns item i, nil if it is absent.
func (t *table[T]) at(i uint64) *T {
	if t.root == nil || !t.holds(i) {
		return nil
	}
	n := t.root
	for shift := (t.height - 1) * fanBits; shift > 0; shift -= fanBits {
		if n = n.kids[slot(i, shift)]; n == nil {
			return nil
		}
	}
	return n.items[slot(i, 0)]
}

// leaf returns the leaf that holds i, made and owned by gen.
func (t *table[T]) leaf(gen, i uint64) *node[T] {
	if t.root == nil {
		t.height = 1
		for !t.holds(i) {
			t.height++
		}
		t.root = newNode[T](gen, t.height == 1)
	}
	for !t.holds(i) {
		up := newNode[T](gen, false)
		up.kids[0], up.used = t.root, 1
		t.root = up
		t.height++
	}
	t.root = t.root.owned(gen)
	n := t.root
	for shift := (t.height - 1) * fanBits; shift > 0; shift -= fanBits {
		at := &n.kids[slot(i, shift)]
		if *at == nil {
			*at = newNode[T](gen, shift == fanBits)
			n.used++
		} else {
			*at = (*at).owned(gen)
		}
		n = *at
	}
	return n
}

// set puts v at i; nil removes what is there. The item counts as shared: edit
// will copy it before it changes.
func (t *table[T]) set(gen, i uint64, v *T) {
	if v == nil {
		if t.at(i) != nil {
			t.cut(gen, i, i+1)
		}
		return
	}
	n, s := t.leaf(gen, i), slot(i, 0)
	if n.items[s] == nil {
		n.used++
		t.count++
	}
	n.items[s] = v
	n.mine &^= 1 << s
}

// edit returns item i for change: the one that is there if this table alone
// holds it, else a copy, or with whole set (the caller overwrites all of it)
// and for an absent one a fresh zero item.
func (t *table[T]) edit(gen, i uint64, whole bool) *T {
	n, s := t.leaf(gen, i), slot(i, 0)
	old := n.items[s]
	if old != nil && n.mine>>s&1 == 1 {
		return old
	}
	v := new(T)
	switch {
	case old == nil:
		n.used++
		t.count++
	case !whole:
		*v = *old
	}
	n.items[s] = v
	n.mine |= 1 << s
	return v
}

// cut removes the items in [from, to) and the nodes that this leaves empty.
func (t *table[T]) cut(gen, from, to uint64) {
	if t.root == nil || from >= to {
		return
	}
	t.root = t.cutNode(t.root, (t.height-1)*fanBits, 0, gen, from, to)
	if t.root == nil {
		t.height = 0
	}
}

func (t *table[T]) cutNode(n *node[T], shift int, base, gen, from, to uint64) *node[T] {
	n = n.owned(gen)
	for s := range fan {
		lo := base + uint64(s)<<shift
		last := lo + (1<<shift - 1)
		if last < from || lo >= to {
			continue
		}
		switch {
		case n.items != nil:
			if n.items[s] != nil {
				n.items[s] = nil
				n.mine &^= 1 << s
				n.used--
				t.count--
			}
		case n.kids[s] != nil:
			if n.kids[s] = t.cutNode(n.kids[s], shift-fanBits, lo, gen, from, to); n.kids[s] == nil {
				n.used--
			}
		}
	}
	if n.used == 0 {
		return nil
	}
	return n
}

// all yields the items in order of their numbers.
func (t *table[T]) all() iter.Seq2[uint64, *T] {
	return func(yield func(uint64, *T) bool) {
		if t.root != nil {
			t.root.walk((t.height-1)*fanBits, 0, yield)
		}
	}
}

func (n *node[T]) walk(shift int, base uint64, yield func(uint64, *T) bool) bool {
	for s := range fan {
		i := base + uint64(s)<<shift
		switch {
		case n.items != nil:
			if n.items[s] != nil && !yield(i, n.items[s]) {
				return false
			}
		case n.kids[s] != nil:
			if !n.kids[s].walk(shift-fanBits, i, yield) {
				return false
			}
		}
	}
	return true
}

// diff yields, in order, the numbers whose items are not the same pointer in t
// and u. Parts that both share cost nothing.
func (t *table[T]) diff(u *table[T]) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		height := max(t.height, u.height, 1)
		diffNode(t.top(height), u.top(height), (height-1)*fanBits, 0, yield)
	}
}

// top returns the root as it would be in a table of the given height.
func (t *table[T]) top(height int) *node[T] {
	n := t.root
	for h := t.height; n != nil && h < height; h++ {
		up := newNode[T](n.gen, false)
		up.kids[0] = n
		n = up
	}
	return n
}

func diffNode[T any](a, b *node[T], shift int, base uint64, yield func(uint64) bool) bool {
	if a == b {
		return true
	}
	for s := range fan {
		i := base + uint64(s)<<shift
		if shift > 0 {
			if !diffNode(a.kid(s), b.kid(s), shift-fanBits, i, yield) {
				return false
			}
		} else if a.item(s) != b.item(s) && !yield(i) {
			return false
		}
	}
	return true
}

func (n *node[T]) kid(s int) *node[T] {
	if n == nil {
		return nil
	}
	return n.kids[s]
}

func (n *node[T]) item(s int) *T {
	if n == nil {
		return nil
	}
	return n.items[s]
}
