package disk

import (
	"maps"
	"slices"
	"strings"
)

// This file enumerates by brute force which states a crash may leave. It is
// written from the rules alone, over symbols instead of bytes, with plain maps
// and no code of the disk's, so that a mistake would have to be made twice.

// gone stands for a file that does not exist.
const gone = "gone"

type lawDisk struct {
	m       Model
	perPage int // units of a page
	inodes  []*lawInode
	current lawTree
	durable lawTree
	log     []*lawOp
}

// lawTree is the entries of each directory, by number of inode.
type lawTree map[int]map[string]int

func (t lawTree) clone() lawTree {
	c := lawTree{}
	for d, ents := range t {
		c[d] = maps.Clone(ents)
	}
	return c
}

type lawInode struct {
	dir     bool
	link    string
	durable []string
	cache   []string
	next    int // the durable size if the pending pieces were durable
	pend    []lawPiece
	stale   map[int]bool
	born    bool
}

type lawPiece struct {
	trunc bool
	at    int // a truncate: the new size
	eof   int
	units []string
}

// lawOp is a directory operation; half an operation that left says its
// directory was not synced since.
type lawOp struct {
	add, del *lawName
	left     map[int]bool
}

type lawName struct {
	dir  int
	name string
	ino  int
}

func newLaw(m Model, perPage int) *lawDisk {
	return &lawDisk{
		m: m, perPage: perPage,
		inodes:  []*lawInode{{dir: true, born: true}},
		current: lawTree{0: {}}, durable: lawTree{0: {}},
	}
}

// place makes a whole state durable. Paths with the same number in ids are names
// of one inode.
func (l *lawDisk) place(state map[string]string, ids map[string]Ino) {
	known := map[Ino]int{}
	for _, path := range slices.Sorted(maps.Keys(state)) {
		what := state[path]
		n := &lawInode{born: true, stale: map[int]bool{}}
		switch {
		case strings.HasSuffix(path, "/"):
			n.dir = true
		case strings.HasPrefix(what, "->"):
			n.link = what[2:]
		case what != `=""`:
			if strings.ContainsAny(what, ",~") {
				panic("only whole units can be placed: " + what)
			}
			n.durable = strings.Split(what[1:], "")
			n.cache, n.next = slices.Clone(n.durable), len(n.durable)
		}
		dir, name, _ := l.find(strings.TrimSuffix(path, "/"))
		i, ok := known[ids[path]]
		if !ok {
			i = l.add(n)
		}
		if ids != nil {
			known[ids[path]] = i
		}
		l.current[dir][name] = i
		l.durable[dir][name] = i
		if n.dir {
			l.durable[i] = map[string]int{}
		}
	}
}

func (l *lawDisk) add(n *lawInode) int {
	l.inodes = append(l.inodes, n)
	i := len(l.inodes) - 1
	if n.dir {
		l.current[i] = map[string]int{}
	}
	return i
}

// find resolves a path: its directory (-1 if that is missing), its name, and
// the inode there (-1 if none).
func (l *lawDisk) find(path string) (dir int, name string, ino int) {
	parts := strings.Split(path, "/")
	for _, p := range parts[:len(parts)-1] {
		i, ok := l.current[dir][p]
		if !ok || !l.inodes[i].dir {
			return -1, "", -1
		}
		dir = i
	}
	name = parts[len(parts)-1]
	if i, ok := l.current[dir][name]; ok {
		return dir, name, i
	}
	return dir, name, -1
}

// names is how directory operations become durable.
func (l *lawDisk) names() string {
	if l.m.ReorderWrites && l.m.FS == DirReorder {
		return "reorder"
	}
	if l.m.StrictDirs {
		return "strict"
	}
	if l.m.FS == JournalPrefix {
		return "journal"
	}
	return "at once"
}

// op does one operation and says whether it was possible.
func (l *lawDisk) op(line string) bool {
	a := strings.Fields(line)
	if a[0] == "F" && strings.HasSuffix(a[1], "/") {
		return l.syncDir(a[1])
	}
	dir, name, i := l.find(a[1])
	if dir < 0 && a[0] != "s" {
		return false
	}
	switch a[0] {
	case "c", "m":
		if i >= 0 {
			return false
		}
		i = l.add(&lawInode{dir: a[0] == "m", born: a[0] == "m", stale: map[int]bool{}})
		l.current[dir][name] = i
		l.note(&lawName{dir, name, i}, nil)
		if a[0] == "m" {
			l.bear()
		}
		return true
	case "s":
		if dir, name, i = l.find(a[2]); dir < 0 || i >= 0 {
			return false
		}
		i = l.add(&lawInode{link: a[1], born: true})
		l.current[dir][name] = i
		l.note(&lawName{dir, name, i}, nil)
		l.bear()
		return true
	}
	if i < 0 {
		return false
	}
	n := l.inodes[i]
	switch a[0] {
	case "r":
		return l.rename(&lawName{dir, name, i}, a[2])
	case "l":
		to, toName, j := l.find(a[2])
		if n.dir || to < 0 || j >= 0 {
			return false
		}
		l.current[to][toName] = i
		n.born = true
		l.note(&lawName{to, toName, i}, nil)
		l.bear()
		return true
	case "u", "x":
		if n.dir != (a[0] == "x") || n.dir && len(l.current[i]) > 0 {
			return false
		}
		delete(l.current[dir], name)
		l.note(nil, &lawName{dir, name, i})
		l.bear()
		return true
	}
	if n.dir || n.link != "" {
		return false
	}
	switch a[0] {
	case "w":
		n.write(atoi(a[2]), strings.Split(a[3], ""), l.perPage)
	case "t":
		n.truncate(atoi(a[2]), l.perPage)
	case "E":
		n.failSync(l.perPage)
	case "F":
		n.sync()
		l.journal()
	}
	return true
}

func (l *lawDisk) note(add, del *lawName) {
	o := &lawOp{add: add, del: del, left: map[int]bool{}}
	if add != nil {
		o.left[add.dir] = true
	}
	if del != nil {
		o.left[del.dir] = true
	}
	l.log = append(l.log, o)
}

func (l *lawDisk) rename(from *lawName, path string) bool {
	dir, name, old := l.find(path)
	n := l.inodes[from.ino]
	if dir < 0 || n.dir && reaches(l.current, from.ino, dir) {
		return false
	}
	if old == from.ino {
		return true
	}
	if old >= 0 {
		o := l.inodes[old]
		if o.dir != n.dir || o.dir && len(l.current[old]) > 0 {
			return false
		}
	}
	delete(l.current[from.dir], from.name)
	l.current[dir][name] = from.ino
	n.born = true
	l.note(&lawName{dir, name, from.ino}, from)
	l.bear()
	return true
}

// bear makes all creates until now durable, where the operation just made is:
// metadata is ordered.
func (l *lawDisk) bear() {
	if l.names() != "at once" {
		return
	}
	for _, n := range l.inodes {
		n.born = true
	}
}

func (l *lawDisk) syncDir(path string) bool {
	d := 0
	if path != "/" {
		var dir int
		if dir, _, d = l.find(strings.TrimSuffix(path, "/")); dir < 0 || d < 0 || !l.inodes[d].dir {
			return false
		}
	}
	for _, o := range l.log {
		delete(o.left, d)
		// A directory moves in one piece, with its new place.
		if o.add != nil && o.del != nil && l.inodes[o.add.ino].dir && o.add.dir != o.del.dir {
			o.left[o.del.dir] = true
			if !o.left[o.add.dir] {
				o.left = map[int]bool{}
			}
		}
	}
	for _, i := range l.current[d] {
		l.inodes[i].born = true
	}
	l.journal()
	return true
}

func (l *lawDisk) journal() {
	if l.names() == "journal" {
		for _, o := range l.log {
			o.left = map[int]bool{}
		}
	}
}

// put sets one unit, with zeros before it where there is nothing.
func put(d []string, at int, x string) []string {
	d = slices.Clone(d)
	if n := len(d); n > 0 && n <= at && strings.HasSuffix(d[n-1], "~") {
		if d[n-1] += "0"; d[n-1] == "0~0" {
			d[n-1] = "0"
		}
	}
	for len(d) <= at {
		d = append(d, "0")
	}
	d[at] = x
	return d
}

func resize(d []string, n int) []string {
	if n < len(d) {
		return slices.Clone(d[:n])
	}
	if n > len(d) {
		return put(d, n-1, "0")
	}
	return d
}

func (n *lawInode) write(at int, units []string, perPage int) {
	short := len(n.cache) > n.next
	for k, u := range units {
		n.cache = put(n.cache, at+k, u)
	}
	// A page that a failed sync left behind is written as a whole, and its size
	// with it.
	lo, hi := at, at+len(units)
	if n.stale[lo/perPage] {
		lo = lo / perPage * perPage
	}
	if short || n.stale[(hi-1)/perPage] {
		hi = max(hi, min(len(n.cache), ((hi-1)/perPage+1)*perPage))
	}
	for p := lo / perPage; p <= (hi-1)/perPage; p++ {
		delete(n.stale, p)
	}
	n.pend = append(n.pend, lawPiece{at: lo, eof: n.next, units: slices.Clone(n.cache[lo:hi])})
	n.next = max(n.next, hi)
}

func (n *lawInode) truncate(size, perPage int) {
	n.pend = append(n.pend, lawPiece{trunc: true, at: size, eof: n.next})
	// The page that the end comes to lie in is written too.
	lo := size
	for p := range n.stale {
		if size < len(n.cache) && p == size/perPage {
			lo = p * perPage
		}
		if p*perPage >= size || size < len(n.cache) && (p+1)*perPage > size {
			delete(n.stale, p)
		}
	}
	n.cache = resize(n.cache, size)
	n.next = size
	if lo < size {
		n.pend = append(n.pend, lawPiece{at: lo, eof: size, units: slices.Clone(n.cache[lo:])})
	}
}

func (n *lawInode) sync() {
	for _, p := range n.pend {
		if p.trunc {
			n.durable = resize(n.durable, p.at)
			continue
		}
		for k, u := range p.units {
			n.durable = put(n.durable, p.at+k, u)
		}
	}
	n.pend, n.born = nil, true
}

func (n *lawInode) failSync(perPage int) {
	for _, p := range n.pend {
		if p.trunc {
			for u := p.at; u < p.eof; u++ {
				n.stale[u/perPage] = true
			}
		} else {
			for k := range p.units {
				n.stale[(p.at+k)/perPage] = true
			}
		}
	}
	n.pend, n.next = nil, len(n.durable)
}
