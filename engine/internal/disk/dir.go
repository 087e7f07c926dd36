package disk

import (
	"cmp"
	"slices"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// dir is the entries of a directory, in the order in which ReadDir gives them:
// by a hash of the name, as on ext4. So the order is fixed by the names alone,
// and an entry keeps its place while others come and go.
type dir struct {
	epoch uint64 // the disk's epoch in which it may be changed in place; 0 never
	ents  []entry
}

type entry struct {
	key  uint64 // its place, and the cookie that names it; unique in a directory
	name string
	ino  Ino
	kind Kind
}

// keyWindow is how many keys from its hash on an entry may have. Two names
// that hash to within it of each other do not meet in practice.
const keyWindow = 8

// Cookies below firstKey stand for "." and "..". All fit in an int64.
const firstKey = 1 << 62

// hash places a name (FNV-1a), above the cookies of "." and "..".
func hash(name string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return firstKey | h>>3
}

func (d *dir) owned(epoch uint64) *dir {
	if d.epoch == epoch {
		return d
	}
	return &dir{epoch, slices.Clone(d.ents)}
}

// from is the index of the first entry whose key is at least key.
func (d *dir) from(key uint64) int {
	i, _ := slices.BinarySearchFunc(d.ents, key, func(e entry, k uint64) int { return cmp.Compare(e.key, k) })
	return i
}

// find returns the index of name, or -1.
func (d *dir) find(name string) int {
	h := hash(name)
	for i := d.from(h); i < len(d.ents) && d.ents[i].key < h+keyWindow; i++ {
		if d.ents[i].name == name {
			return i
		}
	}
	return -1
}

// get returns the entry of name, with Ino 0 if there is none.
func (d *dir) get(name string) entry {
	if i := d.find(name); i >= 0 {
		return d.ents[i]
	}
	return entry{}
}

// put makes name point to ino, whatever it was before.
func (d *dir) put(name string, ino Ino, kind Kind) {
	if i := d.find(name); i >= 0 {
		d.ents[i].ino, d.ents[i].kind = ino, kind
		return
	}
	key := hash(name)
	i := d.from(key)
	for ; i < len(d.ents) && d.ents[i].key == key; i++ {
		key++
	}
	if key >= hash(name)+keyWindow {
		panic("disk: more names with one hash than keyWindow: " + name)
	}
	d.ents = slices.Insert(d.ents, i, entry{key, name, ino, kind})
}

// remove takes name away if it is there.
func (d *dir) remove(name string) {
	if i := d.find(name); i >= 0 {
		d.ents = slices.Delete(d.ents, i, i+1)
	}
}

// subdirs counts the directories in d.
func (d *dir) subdirs() (n int) {
	for _, e := range d.ents {
		if e.kind == KindDir {
			n++
		}
	}
	return n
}

// Dirent is one entry of a directory as ReadDir gives it.
type Dirent struct {
	Name string
	Ino  Ino
	Kind Kind

	// Next is the cookie with which ReadDir goes on after this entry.
	Next uint64
}

// ReadDir lists up to limit entries of an open directory, "." and ".." first; a
// limit of 0 lists all. cookie is 0 for the start, else the Next of the last
// entry that was seen; it stays valid while entries come and go, and an entry
// that is there all the time is given exactly once. The order of names is
// fixed but not alphabetical. ENOTDIR for other handles, ENOENT if the
// directory was removed.
func (fs *FS) ReadDir(h HandleID, cookie uint64, limit int) ([]Dirent, errno.Errno) {
	hd, e := fs.handle(h)
	if e != errno.OK {
		return nil, e
	}
	n := fs.node(hd.ino)
	switch {
	case n.kind != KindDir:
		return nil, errno.ENOTDIR
	case n.links == 0:
		return nil, errno.ENOENT
	}
	var out []Dirent
	if cookie < 1 {
		out = append(out, Dirent{".", hd.ino, KindDir, 1})
	}
	if cookie < 2 {
		out = append(out, Dirent{"..", n.parent, KindDir, 2})
	}
	start := 0
	if cookie >= 2 {
		start = n.ents.from(cookie + 1)
	}
	for _, e := range n.ents.ents[start:] {
		if limit > 0 && len(out) >= limit {
			break
		}
		out = append(out, Dirent{e.name, e.ino, e.kind, e.key})
	}
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out, errno.OK
}
