package config

import (
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// DiskFaults are the faults of single disk operations.
type DiskFaults struct {
	// FsyncEIO makes a Sync of a file fail with EIO, once for each open
	// descriptor. What it should have written stays readable and is not
	// durable until it is written again; the next Sync succeeds.
	FsyncEIO *OnOperation `json:"fsync_eio"`

	// WriteEIO makes a write fail with EIO and change nothing.
	WriteEIO *OnOperation `json:"write_eio"`

	// WriteENOSPC makes a write fail with ENOSPC though the disk is not full.
	WriteENOSPC *OnOperation `json:"write_enospc"`

	// ReadEIO makes a read fail with EIO, as a bad sector does. The next read of
	// the same bytes succeeds.
	ReadEIO *OnOperation `json:"read_eio"`

	// ReadCorrupt flips one bit of what a read returns; the next read of the
	// same bytes is right again.
	ReadCorrupt *OnOperation `json:"read_corrupt"`

	// LostWrite makes a successful Sync leave one page with its old content on
	// the disk, which shows after a crash.
	LostWrite *OnOperation `json:"lost_write"`

	// MisdirectedWrite makes a successful Sync write one page to a wrong place
	// of the file, which shows after a crash.
	MisdirectedWrite *OnOperation `json:"misdirected_write"`

	// CorruptOnCrash flips a bit in what was being written when a node crashes.
	CorruptOnCrash *OnCrash `json:"corrupt_on_crash"`

	// BitrotPerSec flips single bits of what is on the disks, as time goes by.
	BitrotPerSec *PerSecond `json:"bitrot_per_sec"`

	// DiskLatency makes every Sync wait. Unlike on Linux the whole node waits.
	DiskLatency *DiskLatency `json:"disk_latency"`
}

// OnOperation is a fault that may strike each operation of its sort.
type OnOperation struct {
	// Chance is how likely each operation is to be struck: a number from 0 to
	// 1 with at most 9 decimals, or a fraction such as "1/1000". Default
	// 1/1000.
	Chance rng.Ratio `json:"chance" default:"1/1000"`

	// Nodes names those whose disks may fail. Default all nodes; the workload
	// only when named.
	Nodes []string `json:"nodes" form:"node" distinct:"true" least:"1"`
}

// OnCrash is a fault that may come with each crash.
type OnCrash struct {
	// Chance is how likely each crash is to bring the fault: a number from 0
	// to 1 with at most 9 decimals, or a fraction such as "1/4". Default 1/4.
	Chance rng.Ratio `json:"chance" default:"1/4"`

	// Nodes names those whose disks may fail. Default all nodes; the workload
	// only when named.
	Nodes []string `json:"nodes" form:"node" distinct:"true" least:"1"`
}

// PerSecond is a fault that may strike each node in each second.
type PerSecond struct {
	// Chance is how likely a node is to be struck in a second of virtual time:
	// a number from 0 to 1 with at most 9 decimals, or a fraction such as
	// "1/60". Default 1/60.
	Chance rng.Ratio `json:"chance" default:"1/60"`

	// Nodes names those whose disks may fail. Default all nodes; the workload
	// only when named.
	Nodes []string `json:"nodes" form:"node" distinct:"true" least:"1"`
}

// DiskLatency is how long a Sync takes.
type DiskLatency struct {
	// WaitMin is the shortest virtual time that a Sync waits. From 0s to 1m;
	// default 1ms.
	WaitMin vtime.Duration `json:"wait_min" default:"1ms" range:"0s..1m"`

	// WaitMax is the longest virtual time that a Sync waits: not below
	// [DiskLatency.WaitMin], not above [Config.Duration]. From 0s to 1m; default
	// 20ms.
	WaitMax vtime.Duration `json:"wait_max" default:"20ms" range:"0s..1m"`

	// Nodes names those whose disks are slow. Default all nodes; the workload
	// only when named.
	Nodes []string `json:"nodes" form:"node" distinct:"true" least:"1"`
}

// parts gives those that are on, for the rules about faults.
func (f *DiskFaults) parts() (parts []faultPart) {
	for _, o := range []struct {
		name string
		on   *OnOperation
	}{
		{"fsync_eio", f.FsyncEIO}, {"write_eio", f.WriteEIO}, {"write_enospc", f.WriteENOSPC}, {"read_eio", f.ReadEIO},
		{"read_corrupt", f.ReadCorrupt}, {"lost_write", f.LostWrite}, {"misdirected_write", f.MisdirectedWrite},
	} {
		if o.on != nil {
			parts = append(parts, faultPart{span{at: "faults." + o.name}, &o.on.Nodes, 1})
		}
	}
	if o := f.CorruptOnCrash; o != nil {
		parts = append(parts, faultPart{span{at: "faults.corrupt_on_crash"}, &o.Nodes, 1})
	}
	if o := f.BitrotPerSec; o != nil {
		parts = append(parts, faultPart{span{at: "faults.bitrot_per_sec"}, &o.Nodes, 1})
	}
	if o := f.DiskLatency; o != nil {
		parts = append(parts, faultPart{span{"faults.disk_latency", "wait", o.WaitMin, o.WaitMax}, &o.Nodes, 1})
	}
	return parts
}
