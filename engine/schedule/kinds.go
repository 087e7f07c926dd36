package schedule

// Kind is one row of the table of fault kinds.
type Kind struct {
	Name string
	// Planned kinds happen at an instant; recorded ones at an operation that a
	// node makes.
	Planned bool
	// Fields that a fault of this kind has besides at, kind and until.
	Node, Op, Cut bool
	// Family is what the kind has in common with others, as a plural: the
	// shrinker tries a schedule without the whole family, and says "no pauses".
	Family string
	// Doc is one line for the reader.
	Doc string
}

// Kinds is read by the planner, the file's reader, the shrinker, the printers
// and the docs. Kinds of one family stand in the order in which the shrinker
// tries them.
var Kinds = []Kind{
	{Name: Crash, Planned: true, Node: true, Family: Crashes,
		Doc: "the node loses power at an instant, keeps what its disk model lets survive, and starts again later"},
	{Name: CrashIO, Node: true, Op: true, Family: Crashes,
		Doc: "the node loses power before, within or after one of its disk operations, or at its next send, and starts again later"},
	{Name: Partition, Planned: true, Cut: true, Family: NetworkFaults,
		Doc: "traffic between two sides is held, in one direction or both, until the partition heals"},
	{Name: Pause, Planned: true, Node: true, Family: Pauses,
		Doc: "the node stands still, as under SIGSTOP or a long stall of its machine, and goes on later"},
	{Name: Restart, Planned: true, Node: true, Family: Restarts,
		Doc: "the node's process gets SIGTERM, after a grace SIGKILL, and is started again; its disk loses nothing"},
	{Name: FsyncEIO, Node: true, Op: true, Family: DiskFaults,
		Doc: "a sync fails with EIO; what it should have written stays readable, and is not durable until written again"},
	{Name: WriteEIO, Node: true, Op: true, Family: DiskFaults, Doc: "a write fails with EIO and changes nothing"},
	{Name: WriteENOSPC, Node: true, Op: true, Family: DiskFaults, Doc: "a write fails with ENOSPC and changes nothing"},
	{Name: ReadEIO, Node: true, Op: true, Family: DiskFaults, Doc: "a read fails with EIO; op counts the node's reads"},
	{Name: ReadCorrupt, Node: true, Op: true, Family: DiskFaults, Doc: "a read returns one flipped bit; op counts the node's reads"},
	{Name: LostWrite, Node: true, Op: true, Family: DiskFaults, Doc: "a sync that succeeds leaves one page with its old content on the disk"},
	{Name: MisdirectedWrite, Node: true, Op: true, Family: DiskFaults, Doc: "a sync that succeeds writes one page to a wrong place of the file"},
	{Name: Bitrot, Planned: true, Node: true, Family: DiskFaults, Doc: "a bit of what is on the disk flips"},
}

// The names of the kinds.
const (
	Crash     = "crash"
	CrashIO   = "crash_io"
	Partition = "partition"
	Pause     = "pause"
	Restart   = "restart"
)

// The families of kinds.
const (
	Crashes       = "crashes"
	NetworkFaults = "network faults"
	Pauses        = "pauses"
	Restarts      = "restarts"
	DiskFaults    = "disk faults"
)

// The directions of a partition, and the points of a crash inside an operation.
const (
	Both = "both"
	Out  = "out"
	In   = "in"

	Before = "before"
	Within = "within"
	After  = "after"
	// Ack is the node's next send after the operation, before anything leaves.
	Ack = "ack"
)

// The kinds of single disk operations, of reads, and of time.
const (
	FsyncEIO         = "fsync_eio"
	WriteEIO         = "write_eio"
	WriteENOSPC      = "write_enospc"
	ReadEIO          = "read_eio"
	ReadCorrupt      = "read_corrupt"
	LostWrite        = "lost_write"
	MisdirectedWrite = "misdirected_write"
	Bitrot           = "bitrot"
)

// KindOf gives the row of a kind.
func KindOf(name string) (Kind, bool) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}
