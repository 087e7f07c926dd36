package world

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/internal/abi"
)

var fsModels = map[config.FSModel]disk.FSModel{
	"":                       disk.Ext4Ordered,
	config.FSExt4Ordered:     disk.Ext4Ordered,
	config.FSPageIndependent: disk.PageIndependent,
	config.FSDirReorder:      disk.DirReorder,
	config.FSJournalPrefix:   disk.JournalPrefix,
}

func model(d config.Disk) disk.Model {
	return disk.Model{TornWrites: d.TornWrites, ReorderWrites: d.ReorderWrites, StrictDirs: d.StrictDirs, Zeroed: d.ZeroedGrowth,
		FS: fsModels[d.FSModel], Bytes: int64(d.DiskBytes)}
}

// furnish puts onto a new disk what every Linux machine has and Go programs
// look for.
func (w *World) furnish(n *node) {
	var hosts strings.Builder
	hosts.WriteString("127.0.0.1 localhost\n")
	for i, h := range w.kernel.Hosts {
		ip := abi.NodeIP(i)
		fmt.Fprintf(&hosts, "%d.%d.%d.%d %s\n", ip[0], ip[1], ip[2], ip[3], h)
	}
	for _, f := range []struct{ path, text string }{
		{"/etc/hosts", hosts.String()},
		{"/etc/hostname", n.Name + "\n"},
		{"/etc/nsswitch.conf", "hosts: files\n"},
	} {
		if e := n.fs.WriteFile(f.path, []byte(f.text)); e != errno.OK {
			panic("world: " + f.path + ": " + e.String())
		}
	}
	if e := n.fs.MakeDir("/tmp"); e != errno.OK {
		panic("world: /tmp: " + e.String())
	}
}
