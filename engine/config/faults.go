package config

import (
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Faults says which faults strike during a run. A nil fault never does; an
// empty object turns it on with its defaults.
type Faults struct {
	// Crash kills a node at a random instant, as a power cut would, and starts
	// it again later.
	Crash *Crash `json:"crash"`

	// CrashOnIO kills a node in the middle of its disk operations, where
	// recovery code is weakest.
	CrashOnIO *CrashOnIO `json:"crash_on_io"`

	// Partition cuts the links between two groups of nodes for a while. What
	// is sent across waits until it heals.
	Partition *Partition `json:"partition"`

	// Pause stops a node for a while, as a long garbage collection or a
	// stalled virtual machine would. Its clock goes on.
	Pause *Pause `json:"pause"`

	// Restart ends a node's process and starts it again later, as a deployment
	// would: first SIGTERM, then, if the process is still there after a while,
	// SIGKILL. Its disk loses nothing.
	Restart *Restarts `json:"restart"`

	// What disks do wrong besides crashes.
	DiskFaults
}

// Crash kills nodes at random instants.
type Crash struct {
	// Every is the mean virtual time between two crashes of the run,
	// whichever nodes they strike. From 1ms to 24h; default 5s.
	Every vtime.Duration `json:"every" default:"5s" range:"1ms..24h"`

	// DownMin is the shortest virtual time that a crashed node stays down.
	// From 0s to 24h; default 50ms. Equal to [Crash.DownMax] it fixes the time;
	// zero for both restarts at once.
	DownMin vtime.Duration `json:"down_min" default:"50ms" range:"0s..24h"`

	// DownMax is the longest virtual time that a crashed node stays down: not
	// below [Crash.DownMin], not above [Config.Duration]. From 0s to 24h;
	// default 500ms. Raise it above the cluster's failure detection to see
	// elections.
	DownMax vtime.Duration `json:"down_max" default:"500ms" range:"0s..24h"`

	// Nodes names those that may crash. Default all nodes; the workload only
	// when named.
	Nodes []string `json:"nodes" form:"node" distinct:"true" least:"1"`
}

// CrashOnIO kills nodes at their disk operations.
type CrashOnIO struct {
	// Chance is how likely each disk operation is to kill its node, before
	// [CrashOnIO.Aim] weighs it: a number from 0 to 1 with at most 9 decimals,
	// or a fraction such as "1/200". Default 1/200. Count the operations of a
	// run in its trace and aim at a few crashes.
	Chance rng.Ratio `json:"chance" default:"1/200"`

	// DownMin is the shortest virtual time that a crashed node stays down.
	// From 1ms to 24h; default 50ms.
	DownMin vtime.Duration `json:"down_min" default:"50ms" range:"1ms..24h"`

	// DownMax is the longest virtual time that a crashed node stays down: not
	// below [CrashOnIO.DownMin], not above [Config.Duration]. From 1ms to 24h;
	// default 500ms.
	DownMax vtime.Duration `json:"down_max" default:"500ms" range:"1ms..24h"`

	// Nodes names those that may crash. Default all nodes; the workload only
	// when named.
	Nodes []string `json:"nodes" form:"node" distinct:"true" least:"1"`

	// Points says where in an operation the crash may fall. Default before,
	// within, after, ack.
	Points []Point `json:"points" default:"before,within,after,ack" distinct:"true" least:"1"`

	// Aim says which operations crashes favour. Default bugs.
	Aim Aim `json:"aim" default:"bugs"`
}

// Aim is a way to choose crash points.
type Aim string

const (
	// AimBugs favours the moments at which bugs live: right after a sync or a
	// rename, just before an acknowledgement leaves, and recovery from an
	// earlier crash. A sync or rename has 3/2 of the chance, a write 3/4, any
	// other operation 1/2, and twice that in the first 16 after a crash.
	AimBugs Aim = "bugs"
	// AimUniform gives every operation the chance, and every point the same
	// share.
	AimUniform Aim = "uniform"
)

// Point is a place in a disk operation.
type Point string

const (
	// PointBefore crashes before the operation has done anything.
	PointBefore Point = "before"
	// PointWithin crashes when a part of the operation is done, if it has parts.
	PointWithin Point = "within"
	// PointAfter crashes when the operation is done and the program has not seen
	// its result.
	PointAfter Point = "after"
	// PointAck crashes at the node's next send after the operation, before
	// anything leaves.
	PointAck Point = "ack"
)

// Partition cuts links between two groups of nodes.
type Partition struct {
	// Every is the mean virtual time between the starts of two partitions of
	// the run. From 1ms to 24h; default 10s.
	Every vtime.Duration `json:"every" default:"10s" range:"1ms..24h"`

	// ForMin is the shortest virtual time that a partition lasts. From 1ms to
	// 24h; default 100ms.
	ForMin vtime.Duration `json:"for_min" default:"100ms" range:"1ms..24h"`

	// ForMax is the longest virtual time that a partition lasts: not below
	// [Partition.ForMin], not above [Config.Duration]. From 1ms to 24h; default
	// 2s. Raise it above the time-outs of the program under test.
	ForMax vtime.Duration `json:"for_max" default:"2s" range:"1ms..24h"`

	// OneWay is the chance that only one direction is cut: a number from 0 to
	// 1 with at most 9 decimals, or a fraction such as "1/4". Default 1/4.
	OneWay rng.Ratio `json:"one_way" default:"1/4"`

	// Nodes names those that may be parted, at least two. Default all nodes;
	// the workload only when named.
	Nodes []string `json:"nodes" form:"node" distinct:"true" least:"2"`
}

// Pause stops nodes for a while.
type Pause struct {
	// Every is the mean virtual time between the starts of two pauses of the
	// run. From 1ms to 24h; default 10s.
	Every vtime.Duration `json:"every" default:"10s" range:"1ms..24h"`

	// ForMin is the shortest virtual time that a pause lasts. From 1ms to 24h;
	// default 10ms.
	ForMin vtime.Duration `json:"for_min" default:"10ms" range:"1ms..24h"`

	// ForMax is the longest virtual time that a pause lasts: not below
	// [Pause.ForMin], not above [Config.Duration]. From 1ms to 24h; default 1s.
	// Raise it above the leases of the program under test.
	ForMax vtime.Duration `json:"for_max" default:"1s" range:"1ms..24h"`

	// Nodes names those that may pause. Default all nodes; the workload only
	// when named.
	Nodes []string `json:"nodes" form:"node" distinct:"true" least:"1"`
}

// Restarts ends processes and starts them again. A process that handles SIGTERM
// may exit with any code; one that does not handle it ends at once.
type Restarts struct {
	// Every is the mean virtual time between two restarts of the run. From 1ms
	// to 24h; default 10s.
	Every vtime.Duration `json:"every" default:"10s" range:"1ms..24h"`

	// Grace is the virtual time from SIGTERM to SIGKILL. From 0s to 1h; default
	// 1s. 0s kills at once.
	Grace vtime.Duration `json:"grace" default:"1s" range:"0s..1h"`

	// DownMin is the shortest virtual time from the end of the process to its
	// next start. From 0s to 24h; default 10ms.
	DownMin vtime.Duration `json:"down_min" default:"10ms" range:"0s..24h"`

	// DownMax is the longest virtual time from the end of the process to its
	// next start: not below [Restarts.DownMin], not above [Config.Duration]. From
	// 0s to 24h; default 500ms.
	DownMax vtime.Duration `json:"down_max" default:"500ms" range:"0s..24h"`

	// Nodes names those that may be restarted. Default all nodes; the workload
	// only when named.
	Nodes []string `json:"nodes" form:"node"`
}
