package wasi

import (
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// pathCall makes a call with the two paths, for path_link and path_rename.
func pathCall(p *Process, from, to string) (link, rename errno.Errno) {
	const at, then = 64, 16 << 10
	copy(must(p.bytes(at, uint64(len(from)))), from)
	copy(must(p.bytes(then, uint64(len(to)))), to)
	a := []uint64{rootFD, at, uint64(len(from)), rootFD, then, uint64(len(to))}
	return pathLink(p, []uint64{rootFD, 0, at, uint64(len(from)), rootFD, then, uint64(len(to))}), pathRename(p, a)
}

// Of two paths Linux looks at the first one first: link follows it to the end,
// rename up to the folder, before the second one is found to be too long.
func TestWhichOfTwoPathsIsJudgedFirst(t *testing.T) {
	long := strings.Repeat(strings.Repeat("n", 255)+"/", 17)
	for _, c := range []struct {
		from         string
		link, rename errno.Errno
	}{
		{"missing", errno.ENOENT, errno.ENAMETOOLONG},
		{"missing/a", errno.ENOENT, errno.ENOENT},
		{long, errno.ENAMETOOLONG, errno.ENAMETOOLONG},
	} {
		p, _ := newProcess()
		if link, rename := pathCall(p, c.from, long); link != c.link || rename != c.rename {
			t.Errorf("from %.10s: link %v, rename %v", c.from, link, rename)
		}
	}
}

// A path with a NUL is EINVAL whatever else is wrong: elsewhere Go finds it before
// any path is looked at.
func TestAPathWithANULIsEINVAL(t *testing.T) {
	p, _ := newProcess()
	for _, c := range [][2]string{{"a\x00", "b"}, {"missing/a", "b\x00"}} {
		if link, rename := pathCall(p, c[0], c[1]); link != errno.EINVAL || rename != errno.EINVAL {
			t.Errorf("%q: link %v, rename %v", c, link, rename)
		}
	}
	copy(must(p.bytes(64, 16)), "target\x00x"+"name")
	if e := pathSymlink(p, []uint64{64, 8, rootFD, 72, 4}); e != errno.EINVAL {
		t.Errorf("symlink to a target with a NUL: %v", e)
	}
}
