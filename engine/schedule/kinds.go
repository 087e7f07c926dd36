package schedule

// Kind is one row of the table of fault kinds.
type Kind struct {
	Name string
	// Planned kinds happen at an instant; recorded ones at an operation that a
	// node makes.
	Planned bool
	// Fields that a fault of this kind has besides at, kind and until.
	Node, Op, Cut bool
	// Doc is one line for the reader.
	Doc string
}

// Kinds is read by the planner, the file's reader, the printers and the docs.
var Kinds = []Kind{
	{Name: Crash, Planned: true, Node: true,
		Doc: "the node loses power at an instant, keeps what its disk model lets survive, and starts again later"},
	{Name: CrashIO, Node: true, Op: true,
		Doc: "the node loses power before, within or after one of its disk operations, and starts again later"},
	{Name: Partition, Planned: true, Cut: true,
		Doc: "traffic between two sides is held, in one direction or both, until the partition heals"},
	{Name: Pause, Planned: true, Node: true,
		Doc: "the node stands still, as under SIGSTOP or a long stall of its machine, and goes on later"},
	{Name: Restart, Planned: true, Node: true,
		Doc: "the node's process gets SIGTERM, after a grace SIGKILL, and is started again; its disk loses nothing"},
}

// The names of the kinds.
const (
	Crash     = "crash"
	CrashIO   = "crash_io"
	Partition = "partition"
	Pause     = "pause"
	Restart   = "restart"
)

// The directions of a partition, and the points of a crash inside an operation.
const (
	Both = "both"
	Out  = "out"
	In   = "in"

	Before = "before"
	Within = "within"
	After  = "after"
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
