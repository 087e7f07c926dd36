package config

import (
	"fmt"
	"slices"
)

// faultPart is what the rules about faults look at, whichever fault it is.
type faultPart struct {
	lasts span
	nodes *[]string
	least int // number of nodes that the fault needs
}

// parts gives the faults that are on, in the order of the struct.
func (f *Faults) parts() []faultPart {
	var parts []faultPart
	if c := f.Crash; c != nil {
		parts = append(parts, faultPart{span{"faults.crash", "down", c.DownMin, c.DownMax}, &c.Nodes, 1})
	}
	if c := f.CrashOnIO; c != nil {
		parts = append(parts, faultPart{span{"faults.crash_on_io", "down", c.DownMin, c.DownMax}, &c.Nodes, 1})
	}
	if p := f.Partition; p != nil {
		parts = append(parts, faultPart{span{"faults.partition", "for", p.ForMin, p.ForMax}, &p.Nodes, 2})
	}
	if p := f.Pause; p != nil {
		parts = append(parts, faultPart{span{"faults.pause", "for", p.ForMin, p.ForMax}, &p.Nodes, 1})
	}
	if r := f.Restart; r != nil {
		parts = append(parts, faultPart{span{"faults.restart", "down", r.DownMin, r.DownMax}, &r.Nodes, 1})
	}
	return append(parts, f.DiskFaults.parts()...)
}

// checkTargets wants a fault to strike programs that exist. A fault that names
// none gets all nodes.
func (d *decoder) checkTargets(c *Config, f faultPart) {
	where := join(f.lasts.at, "nodes")
	if d.bad[where] || d.bad["nodes"] || d.bad["workload"] {
		return
	}
	if !d.written(where) {
		*f.nodes = c.NodeNames()
		d.checkEnough(c, f)
		return
	}
	names := c.targets()
	for i, name := range *f.nodes {
		if at := joinIndex(where, i); !d.bad[at] && !slices.Contains(names, name) {
			d.noTarget(c, at, name, names)
		}
	}
}

// checkEnough wants a fault without names to find enough nodes.
func (d *decoder) checkEnough(c *Config, f faultPart) {
	switch n := len(c.Nodes); {
	case n >= f.least:
	case n == 0:
		d.wrong(f.lasts.at, `there are no nodes to strike; name the workload in "nodes", or remove the fault`, "")
	default:
		d.wrong(f.lasts.at, `this needs two nodes and there is one; name it and the workload in "nodes"`, "")
	}
}

// targets gives the names that a fault may strike, sorted, each once.
func (c *Config) targets() []string {
	names := c.NodeNames()
	if c.Workload != nil {
		names = append(names, c.Workload.Name)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	slices.Sort(names)
	return slices.Compact(names)
}

func (d *decoder) noTarget(c *Config, where, name string, names []string) {
	switch {
	case c.Finally != nil && name == c.Finally.Name:
		d.wrong(where, fmt.Sprintf("%q starts when the faults are over; remove it", name), "")
	case len(names) == 0:
		d.wrong(where, fmt.Sprintf("no node is called %q", clip(name)), "")
	default:
		d.wrong(where, fmt.Sprintf("no node is called %q; use %s", clip(name), orList(names)), Nearest(name, names))
	}
}
