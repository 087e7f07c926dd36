package config

import "fmt"

// checkDisks wants every model that the file names to mean something: not one
// for reordered pages where no page is, and not one for lost names beside
// strict_dirs, which loses them all. A node that only inherits a model that
// does not apply to it goes without.
func (d *decoder) checkDisks(c *Config) {
	d.checkModel("fs_model", c.FSModel, c.ReorderWrites || c.someNodeReorders())
	if c.StrictDirs && c.Disk.resolved().FSModel.losesNames() {
		d.contradiction("fs_model", c.FSModel)
	}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		disk := c.Disk.with(n.DiskOverride)
		model := joinIndex("nodes", i) + ".fs_model"
		if n.FSModel != nil {
			d.checkModel(model, *n.FSModel, disk.ReorderWrites)
		}
		if !disk.StrictDirs || !disk.resolved().FSModel.losesNames() {
			continue
		}
		switch {
		case n.FSModel != nil:
			d.contradiction(model, disk.FSModel)
		case n.StrictDirs != nil:
			d.contradiction(joinIndex("nodes", i)+".strict_dirs", disk.FSModel)
		}
	}
}

func (c *Config) someNodeReorders() bool {
	for i := range c.Nodes {
		if own := c.Nodes[i].ReorderWrites; own != nil && *own {
			return true
		}
	}
	return false
}

func (d *decoder) checkModel(where string, m FSModel, reorders bool) {
	if m.needsReorder() && !reorders && !d.bad[where] && !d.bad["reorder_writes"] {
		d.wrong(where, fmt.Sprintf(`%s is a model for reordered pages and "reorder_writes" is off; turn that on or remove the model`, m), "")
	}
}

func (d *decoder) contradiction(where string, m FSModel) {
	if !d.bad[where] {
		d.wrong(where, fmt.Sprintf(`"strict_dirs" loses every name that %s might keep; choose one of the two`, m), "")
	}
}
