package disk

// Model says what a power cut may do to a disk. The zero Model is the default:
// a crash keeps what was synced and nothing else, directory entries are durable
// as soon as they are made, and the disk has no size limit.
type Model struct {
	// TornWrites lets a crash also keep, per file, an in-order prefix of the
	// writes since the last sync; the last one kept may be cut. Cuts fall
	// mostly on 512-byte borders, sometimes on any byte.
	TornWrites bool

	// ReorderWrites lets a crash keep unsynced pages out of order, as kernel
	// writeback does. FS says in which orders.
	ReorderWrites bool

	// StrictDirs loses every directory operation that no sync of its directory
	// covers. It has no effect together with ReorderWrites and DirReorder,
	// which decides about each such operation by itself.
	StrictDirs bool

	// FS is the file system whose orders ReorderWrites follows. JournalPrefix
	// acts without ReorderWrites too.
	FS FSModel

	// Zeroed adds one outcome to every crash: a file that had grown since its
	// last sync may keep its new length, with zeros in place of what was lost.
	Zeroed bool

	// Bytes is the size of the disk, rounded down to whole pages. Only pages
	// of files count: holes, names and the copies that a crash would bring
	// back do not. 0 means no limit.
	Bytes int64
}

// FSModel names the file system that a crash imitates.
type FSModel uint8

const (
	// Ext4Ordered keeps appends and truncates of a file as an in-order prefix;
	// overwrites of existing pages survive page by page.
	Ext4Ordered FSModel = iota

	// PageIndependent keeps an in-order prefix of the changes of each page,
	// every page by itself.
	PageIndependent

	// DirReorder is PageIndependent, and each directory operation that no sync
	// of its directory covers survives by itself.
	DirReorder

	// JournalPrefix loses the latest directory operations of the whole disk, as
	// ext4 and XFS do: those since the last sync of anything survive as one
	// in-order prefix. File contents follow Ext4Ordered if writes are
	// reordered. StrictDirs overrides it.
	JournalPrefix
)

var fsModelNames = [...]string{"ext4_ordered", "page_independent", "dir_reorder", "journal_prefix"}

// String gives the name that configurations use.
func (m FSModel) String() string {
	if int(m) < len(fsModelNames) {
		return fsModelNames[m]
	}
	return "unknown fs_model"
}

// logsWrites says that unsynced writes may survive one by one, so each of them
// has to be remembered.
func (m Model) logsWrites() bool { return m.TornWrites || m.ReorderWrites }

// nameRule is how directory operations become durable.
type nameRule uint8

const (
	namesAtOnce   nameRule = iota // with the operation itself
	namesStrict                   // with a sync of the directory, else lost
	namesReorder                  // with a sync of the directory, else each by itself
	namesInPrefix                 // with any sync, else as a prefix
)

func (m Model) names() nameRule {
	switch {
	case m.ReorderWrites && m.FS == DirReorder:
		return namesReorder
	case m.StrictDirs:
		return namesStrict
	case m.FS == JournalPrefix:
		return namesInPrefix
	}
	return namesAtOnce
}

// pagesAlone says that every page survives independently of the others.
func (m Model) pagesAlone() bool { return m.FS == PageIndependent || m.FS == DirReorder }
