package disk

import "fmt"

// Check looks for what a file system checker would complain about: names that
// lead nowhere or to another kind, wrong counts of names, handles or space,
// directories with two names, and pages past the end of a file. It returns the
// first fault found.
func (fs *FS) Check() error {
	links := map[Ino]int{RootIno: 1}
	if err := fs.checkDir(RootIno, links); err != nil {
		return err
	}
	opens := map[Ino]int{}
	for _, h := range fs.handles {
		if h.open {
			opens[h.ino]++
		}
	}
	var used int64
	dead := 0
	for i, n := range fs.inodes.all() {
		ino := Ino(i)
		switch {
		case n.links != links[ino]:
			return fmt.Errorf("inode %d counts %d names but has %d", ino, n.links, links[ino])
		case n.opens != opens[ino]:
			return fmt.Errorf("inode %d counts %d handles but has %d", ino, n.opens, opens[ino])
		case n.links == 0 && n.opens == 0 && fs.model.names() == namesAtOnce:
			return fmt.Errorf("inode %d has neither name nor handle", ino)
		}
		if n.links > 0 || n.opens > 0 {
			used += n.cached.pages.count
		} else {
			dead++
		}
		for _, c := range [...]*content{&n.cached, &n.durable} {
			if err := c.check(); err != nil {
				return fmt.Errorf("inode %d: %w", ino, err)
			}
		}
	}
	if used != fs.used || dead != fs.dead {
		return fmt.Errorf("%d pages are in use but %d are counted, %d inodes dead but %d counted", used, fs.used, dead, fs.dead)
	}
	return nil
}

func (fs *FS) checkDir(dir Ino, links map[Ino]int) error {
	d := fs.node(dir)
	for k, e := range d.ents.ents {
		n := fs.node(e.ino)
		links[e.ino]++
		switch {
		case n == nil:
			return fmt.Errorf("%s leads to inode %d, which does not exist", fs.path(dir, e.name), e.ino)
		case n.kind != e.kind:
			return fmt.Errorf("%s is listed as kind %d but is %d", fs.path(dir, e.name), e.kind, n.kind)
		case k > 0 && d.ents.ents[k-1].key >= e.key:
			return fmt.Errorf("%s is out of order", fs.path(dir, e.name))
		case n.kind != KindDir:
			continue
		case links[e.ino] > 1:
			return fmt.Errorf("directory %s has a second name", fs.path(dir, e.name))
		case n.parent != dir || n.name != e.name:
			return fmt.Errorf("directory %s takes itself for %q in %d", fs.path(dir, e.name), n.name, n.parent)
		}
		if err := fs.checkDir(e.ino, links); err != nil {
			return err
		}
	}
	return nil
}

// check looks for bytes past the end.
func (c *content) check() error {
	var count int64
	for p, pg := range c.pages.all() {
		count++
		room := c.size - int64(p)*PageSize
		if room <= 0 {
			return fmt.Errorf("page %d lies past the size of %d", p, c.size)
		}
		for k := room; k < PageSize; k++ {
			if pg[k] != 0 {
				return fmt.Errorf("byte %d past the size of %d is not zero", int64(p)*PageSize+k, c.size)
			}
		}
	}
	if count != c.pages.count {
		return fmt.Errorf("%d pages are counted but %d are there", c.pages.count, count)
	}
	return nil
}
