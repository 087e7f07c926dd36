package config

// Disk is what a crash may do to a node's disk, and its size. The zero Disk
// keeps exactly what was synced and has no size limit.
type Disk struct {
	// TornWrites lets a crash keep an in-order prefix of the writes that were
	// not synced, the last of them possibly cut. Default false: a crash keeps
	// only what was synced. Turn it on for anything with a log.
	TornWrites bool `json:"torn_writes" default:"false"`

	// ReorderWrites lets a crash keep pages that were not synced out of order,
	// as kernel writeback does; [Disk.FSModel] says which. Default false.
	ReorderWrites bool `json:"reorder_writes" default:"false"`

	// StrictDirs makes creating, renaming and unlinking durable only once the
	// directory itself is synced, as POSIX promises no more. Default false:
	// names are durable as soon as they are made, or at a new file's first
	// sync.
	StrictDirs bool `json:"strict_dirs" default:"false"`

	// ZeroedGrowth adds one outcome to every crash: a file that had grown since
	// its last sync may keep its new length, with zeros in place of the bytes
	// that were lost, as XFS and delayed allocation leave it. Default false.
	ZeroedGrowth bool `json:"zeroed_growth" default:"false"`

	// FSModel is the file system whose crashes are imitated. Default
	// ext4_ordered when [Disk.ReorderWrites] is on, else no model. Models other
	// than journal_prefix need [Disk.ReorderWrites]; dir_reorder and
	// journal_prefix exclude [Disk.StrictDirs], which loses every name that
	// they might keep.
	FSModel FSModel `json:"fs_model"`

	// DiskBytes is the size of a node's disk. A write that does not fit is cut
	// short and the next one fails with ENOSPC. From 0 to 1TiB, written as
	// "64MiB" or as a number of bytes; default 0, no limit. The disks of the
	// workload and the final check have no limit.
	DiskBytes Size `json:"disk_bytes" default:"0" range:"0..1TiB"`
}

// DiskOverride holds the parts of the disk model that a node sets for itself.
// A nil field is taken from the top level of the file.
type DiskOverride struct {
	// TornWrites lets a crash of this node tear its last writes. Default
	// the file's own [Disk.TornWrites].
	TornWrites *bool `json:"torn_writes"`

	// ReorderWrites lets a crash of this node keep pages out of order. Default
	// the file's own [Disk.ReorderWrites]. A node that turns it off also leaves
	// the models that need it.
	ReorderWrites *bool `json:"reorder_writes"`

	// StrictDirs makes this node's names durable only once their directory is
	// synced. Default the file's own [Disk.StrictDirs].
	StrictDirs *bool `json:"strict_dirs"`

	// ZeroedGrowth lets a crash of this node leave zeros where a file had grown.
	// Default the file's own [Disk.ZeroedGrowth].
	ZeroedGrowth *bool `json:"zeroed_growth"`

	// FSModel is the file system whose crashes this node's disk imitates.
	// Default the file's own [Disk.FSModel].
	FSModel *FSModel `json:"fs_model"`

	// DiskBytes is the size of this node's disk, 0 for no limit. From 0 to
	// 1TiB; default the file's own [Disk.DiskBytes].
	DiskBytes *Size `json:"disk_bytes" range:"0..1TiB"`
}

// FSModel names the rules for what a crash keeps of pages and names that were
// not synced. The zero FSModel is no model: nothing is reordered.
type FSModel string

const (
	// FSExt4Ordered keeps appends and truncates of a file as an in-order prefix
	// and overwrites of existing pages each on their own.
	FSExt4Ordered FSModel = "ext4_ordered"
	// FSPageIndependent keeps an in-order prefix of the writes to each page,
	// pages independently.
	FSPageIndependent FSModel = "page_independent"
	// FSDirReorder does as page_independent, and keeps each create, rename and
	// unlink whose directory was not synced on its own.
	FSDirReorder FSModel = "dir_reorder"
	// FSJournalPrefix keeps creates, renames and unlinks as an in-order prefix,
	// and any sync commits those before it, as ext4 and XFS do. Reordered pages
	// follow ext4_ordered.
	FSJournalPrefix FSModel = "journal_prefix"
)

// needsReorder says that m speaks only about pages kept out of order.
func (m FSModel) needsReorder() bool {
	return m == FSExt4Ordered || m == FSPageIndependent || m == FSDirReorder
}

// losesNames says that m has rules of its own for names that were not synced.
func (m FSModel) losesNames() bool { return m == FSDirReorder || m == FSJournalPrefix }

// with gives the disk of a node whose own settings are o.
func (d Disk) with(o DiskOverride) Disk {
	override(&d.TornWrites, o.TornWrites)
	override(&d.ReorderWrites, o.ReorderWrites)
	override(&d.StrictDirs, o.StrictDirs)
	override(&d.ZeroedGrowth, o.ZeroedGrowth)
	override(&d.FSModel, o.FSModel)
	override(&d.DiskBytes, o.DiskBytes)
	return d
}

// resolved fills in the model that d leaves open and drops an inherited one
// that does not apply.
func (d Disk) resolved() Disk {
	switch {
	case d.ReorderWrites && d.FSModel == "":
		d.FSModel = FSExt4Ordered
	case !d.ReorderWrites && d.FSModel.needsReorder():
		d.FSModel = ""
	}
	return d
}

func override[T any](to *T, own *T) {
	if own != nil {
		*to = *own
	}
}
