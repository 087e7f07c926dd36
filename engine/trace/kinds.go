package trace

// Kind is the kind of an event. Values are part of the digest: new kinds go to
// the end.
type Kind uint8

// The kinds, each described by its row in the table below.
const (
	RunStart Kind = iota + 1
	Phase
	RunEnd
	Boot
	Exit
	Killed
	SliceEnd
	Log
	Create
	Write
	Truncate
	Allocate
	Sync
	SyncDir
	Rename
	Link
	Unlink
	Mkdir
	Rmdir
	Symlink
	Lost
	Listen
	Dial
	Accept
	Send
	Recv
	Shutdown
	Close
	Check
	Begin
	End
	Crash
	CrashIO
	Partition
	Heal
	Pause
	Resume
	Signal
	Failed
	Restart
	DiskFault
	Bitrot
	Invoke
	Micro
	Return
	Blame
)

// field says under which name a general field of Event is shown.
type field struct {
	name string
	of   byte // how the field is read; see Printer.value
}

// row describes one kind.
type row struct {
	name   string // in JSON
	verb   string // in text
	fields []field
}

// kinds is read by the text and JSON printers, the docs and the timeline.
var kinds = [...]row{
	RunStart:  {"run.start", "run", []field{{"seed", 'S'}, {"program", 'T'}}},
	Phase:     {"run.phase", "phase", []field{{"name", 'S'}}},
	RunEnd:    {"run.end", "end", []field{{"reason", 'S'}}},
	Boot:      {"node.boot", "boot", nil},
	Exit:      {"node.exit", "exit", []field{{"code", 'A'}}},
	Killed:    {"node.killed", "killed", []field{{"reason", 'S'}}},
	SliceEnd:  {"node.slice", "time slice used up, parked for 10ms", []field{{"calls", 'A'}}},
	Log:       {"log", "", []field{{"fd", 'A'}, {"text", 'S'}}},
	Create:    {"disk.create", "create", fileFields},
	Write:     {"disk.write", "write", spanFields},
	Allocate:  {"disk.allocate", "allocate", spanFields},
	Truncate:  {"disk.truncate", "truncate", sizeFields},
	Sync:      {"disk.sync", "fsync", fileFields},
	SyncDir:   {"disk.syncdir", "fsync directory", fileFields},
	Rename:    {"disk.rename", "rename", pairFields},
	Link:      {"disk.link", "link", pairFields},
	Unlink:    {"disk.unlink", "unlink", fileFields},
	Mkdir:     {"disk.mkdir", "mkdir", fileFields},
	Rmdir:     {"disk.rmdir", "rmdir", fileFields},
	Symlink:   {"disk.symlink", "symlink", pairFields},
	Lost:      {"disk.lost", "crash:", []field{{"path", 'S'}, {"what", 'T'}}},
	Listen:    {"net.listen", "listen", []field{{"socket", 'A'}, {"port", 'B'}}},
	Dial:      {"net.dial", "dial", []field{{"socket", 'A'}, {"to", 'S'}}},
	Accept:    {"net.accept", "accept", []field{{"socket", 'A'}, {"from", 'S'}}},
	Send:      {"net.send", "send", []field{{"socket", 'A'}, {"bytes", 'B'}, {"to", 'S'}, {"errno", 'r'}}},
	Recv:      {"net.recv", "receive", []field{{"socket", 'A'}, {"bytes", 'B'}, {"from", 'S'}, {"errno", 'r'}}},
	Shutdown:  {"net.shutdown", "shut down", []field{{"socket", 'A'}, {"to", 'S'}}},
	Close:     {"net.close", "close", []field{{"socket", 'A'}, {"to", 'S'}}},
	Check:     {"check", "", []field{{"property", 'S'}, {"kind", 'k'}, {"ok", 'b'}, {"details", 'T'}}},
	Begin:     {"check.begin", "eventually", []field{{"property", 'S'}, {"within", 'd'}}},
	End:       {"check.end", "eventually ended:", []field{{"property", 'S'}, {"ok", 'b'}, {"details", 'T'}}},
	Crash:     {"fault.crash", "fault crash", []field{{"until", 'i'}}},
	CrashIO:   {"fault.crash_io", "fault crash_io", []field{{"until", 'i'}, {"op", 'A'}, {"point", 'S'}}},
	Partition: {"fault.partition", "fault partition", []field{{"until", 'i'}, {"cut", 'S'}, {"direction", 'T'}}},
	Heal:      {"fault.heal", "heal", []field{{"cut", 'S'}, {"direction", 'T'}}},
	Pause:     {"fault.pause", "fault pause", []field{{"until", 'i'}}},
	Resume:    {"fault.resume", "resume", nil},
	Signal:    {"node.signal", "signal", []field{{"signal", 'A'}}},
	DiskFault: {"fault.disk", "fault", []field{{"name", 'S'}, {"op", 'A'}}},
	Bitrot:    {"fault.bitrot", "fault bitrot", []field{{"path", 'S'}, {"offset", 'A'}}},
	Restart:   {"fault.restart", "fault restart", []field{{"grace", 'd'}}},
	Invoke:    {"op.invoke", "call", []field{{"op", 'A'}, {"history", 'S'}, {"call", 'T'}}},
	Micro:     {"op.micro", "call", []field{{"op", 'A'}, {"history", 'S'}, {"micro", 'T'}}},
	Return:    {"op.return", "return", []field{{"op", 'A'}, {"status", 's'}, {"details", 'S'}, {"result", 'T'}}},
	Blame:     {"op.blame", "in conflict: call", []field{{"op", 'A'}}},
	Failed:    {"failed", "FAILED", []field{{"class", 'S'}, {"message", 'T'}}},
}

// The fields of disk operations: op is the node's number of the operation.
var (
	fileFields = []field{{"path", 'S'}, {"op", 'n'}, {"errno", 'e'}}
	pairFields = []field{{"path", 'S'}, {"to", 'T'}, {"op", 'n'}, {"errno", 'e'}}
	sizeFields = []field{{"path", 'S'}, {"size", 'A'}, {"op", 'n'}, {"errno", 'e'}}
	spanFields = []field{{"path", 'S'}, {"offset", 'A'}, {"bytes", 'B'}, {"op", 'n'}, {"errno", 'e'}}
)

// Name is the kind's name in JSON, such as "disk.write".
func (k Kind) Name() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return ""
}
