package disk

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/rng"
)

// Crash cuts the power: what the model does not let survive is gone, all
// handles are invalid, and what remains is durable. The draws come from
// streams below key: one for each file, by its name, and page, so that a change
// elsewhere moves none of them, and one for each pending directory operation.
//
// With corrupt one bit flips in a range that was being written: in the last
// unsynced write of some file that survived, or if that was lost, in what is
// there instead.
func (fs *FS) Crash(key rng.Key, corrupt bool) Loss {
	before := fs.list()
	fs.own()
	fs.handles, fs.free, fs.unborn = nil, nil, nil
	fs.surviveNames(key.Derive("names"))
	ends := fs.surviveFiles(key.Derive("files"), before)
	fs.prune(ends)
	if corrupt {
		fs.corrupt(key.Derive("corrupt"), ends)
	}
	return loss(before, fs.list(), ends)
}

// surviveNames decides which pending directory operations survive, and makes
// the durable entries the current ones.
func (fs *FS) surviveNames(key rng.Key) {
	rule := fs.model.names()
	if rule == namesAtOnce {
		return
	}
	prefix := 0
	if rule == namesInPrefix {
		s := key.Stream()
		prefix = int(s.N(uint64(len(fs.names)) + 1))
	}
	for i, o := range fs.names {
		add, del := o.added, o.added && o.deleted
		switch {
		case rule == namesInPrefix:
			add, del = i < prefix, i < prefix
		case rule == namesReorder:
			s := key.At(o.seq).Stream()
			add, del = o.draw(&s)
		}
		fs.replay(o, add, del)
	}
	fs.names = nil
	for i, n := range fs.inodes.all() {
		if n.kind == KindDir {
			n = fs.edit(Ino(i))
			n.ents = &dir{ents: n.base.ents}
			n.base = &dir{ents: n.base.ents}
		}
	}
}

// draw chooses among the ways in which an operation can survive by itself.
func (o *dirOp) draw(s *rng.Stream) (add, del bool) {
	type halves struct{ add, del bool }
	ways := []halves{{true, true}}
	if o.add.dir == 0 || o.del.dir == 0 || o.whole() {
		if !o.added || !o.deleted {
			ways = append(ways, halves{})
		}
	} else {
		if !o.added {
			ways = append(ways, halves{})
		}
		if !o.deleted {
			ways = append(ways, halves{true, false})
		}
	}
	w := ways[s.N(uint64(len(ways)))]
	return w.add, w.del
}

// surviveFiles decides what every file holds after the crash. It returns what
// became of those that had something pending, in order of their numbers. names are
// those before the crash: numbers of files depend on what else a program makes,
// names do not.
func (fs *FS) surviveFiles(key rng.Key, names []pathIno) []ending {
	first := map[Ino]string{}
	for _, n := range slices.Backward(names) {
		first[n.ino] = n.path
	}
	var ends []ending
	for i, n := range fs.inodes.all() {
		if n.kind != KindFile {
			continue
		}
		n = fs.edit(Ino(i))
		if n.settled() {
			n.rest()
			continue
		}
		draws := key.At(i) // of a file without a name, which nobody will see
		if name := first[Ino(i)]; name != "" {
			draws = key.Derive(name)
		}
		end := n.survive(fs.model, draws)
		end.ino = Ino(i)
		ends = append(ends, end)
	}
	return ends
}

// prune takes away the names of lost files and all that no name leads to, and
// counts names and space anew.
func (fs *FS) prune(ends []ending) {
	lost := map[Ino]bool{}
	for _, e := range ends {
		lost[e.ino] = e.gone
	}
	for i := range fs.inodes.all() {
		n := fs.edit(Ino(i))
		n.links, n.opens = 0, 0
	}
	fs.node(RootIno).links = 1
	fs.pruneDir(RootIno, lost)
	var drop []Ino
	fs.used, fs.dead, fs.sweepAt = 0, 0, 0
	for i, n := range fs.inodes.all() {
		if n.links == 0 {
			drop = append(drop, Ino(i))
			continue
		}
		fs.used += n.cached.pages.count
		n.now, n.born = n.synced, true
	}
	for _, i := range drop {
		fs.drop(i)
	}
}

func (fs *FS) pruneDir(dir Ino, lost map[Ino]bool) {
	var gone []string
	for _, e := range fs.node(dir).ents.ents {
		if lost[e.ino] {
			gone = append(gone, e.name)
			continue
		}
		n := fs.node(e.ino)
		n.links++
		if n.kind == KindDir {
			n.parent, n.name = dir, e.name
			n.baseDir, n.baseName = dir, e.name
			fs.pruneDir(e.ino, lost)
		}
	}
	for _, name := range gone {
		fs.editDir(dir).remove(name)
	}
}
