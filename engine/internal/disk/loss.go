package disk

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Loss is what a crash changed, in an order that the same crash always gives.
type Loss struct {
	// Names are the names that went or came back, by path. A name that leads
	// to another file than before has both.
	Names []NameLoss

	// Files are the surviving files that had changes pending, by path.
	Files []FileLoss
}

// NameLoss is a name that the crash took away or brought back.
type NameLoss struct {
	Path string

	// Back says that the name leads to Ino since the crash; else that it did
	// before.
	Back bool
	Ino  Ino
}

// FileLoss is what became of the unsynced changes of one surviving file.
type FileLoss struct {
	// Path is the first name of the file after the crash.
	Path string
	Ino  Ino

	// Pending counts the unsynced changes, Kept those that survived: writes and
	// truncates with TornWrites, their parts in single pages with
	// ReorderWrites, changed pages in the default model, where none survives.
	Pending, Kept int

	// Stale counts the pages that programs could read but that a failed, lost
	// or misdirected write, or rot, had left different on the platter.
	Stale int

	// Torn are the offsets, in order, at which kept writes end of which only
	// the beginning survived.
	Torn []int64

	// Before is the size that programs saw before the crash, After the size
	// that they see now.
	Before, After int64

	// Zeroed says that the file kept its length and that zeros stand where
	// bytes were lost.
	Zeroed bool

	// Flipped is the offset of a byte in which a bit was flipped, -1 if none.
	Flipped int64
}

// String tells the loss in lines for a trace, "" if nothing was lost.
func (l Loss) String() string {
	var b strings.Builder
	for _, n := range l.Names {
		if n.Back {
			fmt.Fprintf(&b, "%s: back\n", n.Path)
		} else {
			fmt.Fprintf(&b, "%s: name lost\n", n.Path)
		}
	}
	for _, f := range l.Files {
		b.WriteString(f.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// String tells what became of one file.
func (f FileLoss) String() string {
	s := fmt.Sprintf("%s: kept %d of %d unsynced changes", f.Path, f.Kept, f.Pending)
	for k, at := range f.Torn {
		s += [...]string{", torn at ", " and "}[min(k, 1)] + strconv.FormatInt(at, 10)
	}
	if f.Stale > 0 {
		s += fmt.Sprintf(", %d pages were never written", f.Stale)
	}
	if f.Before != f.After {
		s += fmt.Sprintf(", size %d instead of %d", f.After, f.Before)
	}
	if f.Zeroed {
		s += ", length kept, lost bytes zeroed"
	}
	if f.Flipped >= 0 {
		s += fmt.Sprintf(", a bit flipped in byte %d", f.Flipped)
	}
	return s
}

// pathIno is one name of the tree.
type pathIno struct {
	path string
	ino  Ino
}

// list gives all names but the root, by path.
func (fs *FS) list() []pathIno {
	var out []pathIno
	var walk func(dir Ino, prefix string)
	walk = func(dir Ino, prefix string) {
		for _, e := range fs.node(dir).ents.ents {
			path := prefix + "/" + e.name
			out = append(out, pathIno{path, e.ino})
			if e.kind == KindDir {
				walk(e.ino, path)
			}
		}
	}
	walk(RootIno, "")
	slices.SortFunc(out, func(a, b pathIno) int { return cmp.Compare(a.path, b.path) })
	return out
}

// loss compares the names before and after a crash and adds what became of
// the files.
func loss(before, after []pathIno, ends []ending) Loss {
	var l Loss
	paths := map[Ino]string{}
	for i, j := 0, 0; i < len(before) || j < len(after); {
		switch {
		case j == len(after), i < len(before) && before[i].path < after[j].path:
			l.Names = append(l.Names, NameLoss{Path: before[i].path, Ino: before[i].ino})
			i++
			continue
		case i == len(before), after[j].path < before[i].path:
			l.Names = append(l.Names, NameLoss{Path: after[j].path, Ino: after[j].ino, Back: true})
		default:
			if before[i].ino != after[j].ino {
				l.Names = append(l.Names,
					NameLoss{Path: before[i].path, Ino: before[i].ino},
					NameLoss{Path: after[j].path, Ino: after[j].ino, Back: true})
			}
			i++
		}
		if paths[after[j].ino] == "" {
			paths[after[j].ino] = after[j].path
		}
		j++
	}
	for _, e := range ends {
		if path := paths[e.ino]; path != "" {
			l.Files = append(l.Files, FileLoss{
				Path: path, Ino: e.ino, Pending: e.pending, Kept: e.kept,
				Stale: e.stale, Torn: e.torn, Before: e.was, After: e.size, Zeroed: e.zeroed, Flipped: e.flipped,
			})
		}
	}
	slices.SortFunc(l.Files, func(a, b FileLoss) int { return cmp.Compare(a.Path, b.Path) })
	return l
}
