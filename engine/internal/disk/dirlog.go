package disk

import "slices"

// named is one name of one inode. dir 0 means none.
type named struct {
	dir  Ino
	name string
	ino  Ino
	kind Kind
}

// dirOp is one directory operation that no sync has made durable yet: a name
// that appears, a name that goes, or for a rename both. In the models where
// names are durable at once there are none.
type dirOp struct {
	seq      uint64 // counts the disk's directory operations
	add, del named

	// added and deleted say that a sync has covered this half. What is not
	// there to be done counts as covered. The deletion of a rename takes
	// effect only together with its addition.
	added, deleted bool
}

// whole says that both halves of a rename survive together: in one directory,
// and for directories always, so that none ever has two names.
func (o *dirOp) whole() bool { return o.add.dir == o.del.dir || o.add.kind == KindDir }

// record notes a directory operation that is about to happen.
func (fs *FS) record(o dirOp) {
	if fs.model.names() == namesAtOnce {
		fs.bear()
		return
	}
	fs.log(o)
}

// recordCreate notes that an empty file is about to be made. Where names are
// durable at once, this one is not until the file is synced, or until another
// directory operation is: a journal keeps them in order.
func (fs *FS) recordCreate(at named) {
	if fs.model.names() != namesAtOnce {
		fs.log(dirOp{add: at})
		return
	}
	if len(fs.unborn) == cap(fs.unborn) { // about to grow: drop what has been synced
		fs.unborn = slices.DeleteFunc(fs.unborn, func(i Ino) bool { n := fs.node(i); return n == nil || n.born })
	}
	fs.unborn = append(fs.unborn, at.ino)
}

// bear makes the names of all files that were created durable.
func (fs *FS) bear() {
	for _, i := range fs.unborn {
		if n := fs.node(i); n != nil && !n.born {
			fs.edit(i).born = true
		}
	}
	fs.unborn = nil
}

func (fs *FS) log(o dirOp) {
	fs.nameSeq++
	o.seq = fs.nameSeq
	o.added, o.deleted = o.add.dir == 0, o.del.dir == 0
	fs.names = append(fs.names, o)
}

// commitDir makes the pending operations of a directory durable.
func (fs *FS) commitDir(d Ino) {
	for i := range fs.names {
		o := &fs.names[i]
		switch {
		case o.add.dir == 0 || o.del.dir == 0 || !o.whole():
			o.added = o.added || o.add.dir == d
			o.deleted = o.deleted || o.del.dir == d
		case o.add.dir == d:
			o.added, o.deleted = true, true
		}
	}
	fs.settle()
}

// commitJournal makes all pending operations durable in the model where any
// sync does so.
func (fs *FS) commitJournal() {
	if fs.model.names() != namesInPrefix {
		return
	}
	for i := range fs.names {
		fs.names[i].added, fs.names[i].deleted = true, true
	}
	fs.settle()
}

// settle moves to the base what is durable and touches no name that an earlier
// operation, still pending, touches too. So the order of operations on each
// name stays what it was.
func (fs *FS) settle() {
	type name struct {
		dir  Ino
		name string
	}
	held := map[name]bool{}
	moveHeld := false // directories move in order among themselves
	fs.names = slices.DeleteFunc(fs.names, func(o dirOp) bool {
		add, del := name{o.add.dir, o.add.name}, name{o.del.dir, o.del.name}
		move := o.add.kind == KindDir && o.del.dir != 0
		if o.added && o.deleted && !held[add] && !held[del] && !(move && moveHeld) {
			fs.replay(o, true, true)
			return true
		}
		held[add], held[del] = o.add.dir != 0, o.del.dir != 0
		moveHeld = moveHeld || move
		return false
	})
}

// replay does the chosen halves of an operation to the base. A deletion takes a
// name away only if it still leads to the same inode. Where earlier operations
// were lost, a directory would get a second name, and then loses the first, or
// would move into itself, and then stays.
func (fs *FS) replay(o dirOp, add, del bool) {
	if add && o.add.dir != 0 {
		if o.add.kind == KindDir {
			if fs.baseHolds(o.add.ino, o.add.dir) {
				return
			}
			n := fs.edit(o.add.ino)
			fs.removeBase(n.baseDir, n.baseName, o.add.ino)
			n.baseDir, n.baseName = o.add.dir, o.add.name
		}
		fs.editBase(o.add.dir).put(o.add.name, o.add.ino, o.add.kind)
	}
	if del && o.del.dir != 0 {
		fs.removeBase(o.del.dir, o.del.name, o.del.ino)
	}
}

// removeBase takes a durable name away if it leads to i.
func (fs *FS) removeBase(dir Ino, name string, i Ino) {
	if fs.inBase(dir, name, i) {
		fs.editBase(dir).remove(name)
	}
}

// inBase says that a durable name leads to i.
func (fs *FS) inBase(dir Ino, name string, i Ino) bool {
	n := fs.node(dir)
	return n != nil && n.base.get(name).ino == i
}

func (fs *FS) editBase(i Ino) *dir {
	n := fs.edit(i)
	n.base = n.base.owned(fs.epoch)
	return n.base
}

// baseHolds says that, by durable names, directory dir is i or lies in it.
func (fs *FS) baseHolds(i, dir Ino) bool {
	for dir != RootIno {
		if dir == i {
			return true
		}
		n := fs.node(dir)
		if !fs.inBase(n.baseDir, n.baseName, dir) {
			return false
		}
		dir = n.baseDir
	}
	return i == RootIno
}

// sweep drops the inodes that neither a name nor a handle nor a crash can lead
// to, once there are enough without the first two to be worth the walk.
func (fs *FS) sweep() {
	if fs.dead < fs.sweepAt+64 {
		return
	}
	seen := map[Ino]bool{}
	fs.mark(RootIno, seen)
	for _, o := range fs.names {
		for _, i := range [...]Ino{o.add.dir, o.add.ino, o.del.dir, o.del.ino} {
			fs.mark(i, seen)
		}
	}
	var drop []Ino
	fs.dead = 0
	for i, n := range fs.inodes.all() {
		switch {
		case n.links > 0 || n.opens > 0:
		case seen[Ino(i)]:
			fs.dead++
		default:
			drop = append(drop, Ino(i))
		}
	}
	for _, i := range drop {
		fs.drop(i)
	}
	fs.sweepAt = 2 * fs.dead
}

// mark collects what can be reached from i by current or durable names.
func (fs *FS) mark(i Ino, seen map[Ino]bool) {
	n := fs.node(i)
	if n == nil || seen[i] {
		return
	}
	seen[i] = true
	if n.kind != KindDir {
		return
	}
	for _, d := range [...]*dir{n.ents, n.base} {
		for _, e := range d.ents {
			fs.mark(e.ino, seen)
		}
	}
}
