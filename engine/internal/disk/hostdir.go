package disk

import (
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// MakeDir places a durable directory, with those that lead to it, as WriteFile
// places a file. One that is there already stays. ENOTDIR if a part of the way
// is no directory.
func (fs *FS) MakeDir(path string) errno.Errno {
	dir := RootIno
	for name := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		i, e := fs.child(place{dir: dir, name: name})
		switch {
		case e == errno.ENOENT:
			i = fs.plant(place{dir: dir, name: name}, newInode(KindDir, 0))
		case e != errno.OK:
			return e
		case fs.node(i).kind != KindDir:
			return errno.ENOTDIR
		}
		dir = i
	}
	return errno.OK
}
