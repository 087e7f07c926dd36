package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// osCalls draws the calls of a sequence.
func osCalls(seq int) []osCall {
	r := rand.New(rand.NewPCG(uint64(seq), 7))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	total := 0
	for _, k := range osKinds {
		total += k.weight
	}
	calls := make([]osCall, osSteps)
	for i := range calls {
		c := &calls[i]
		at := r.IntN(total)
		for k := range osKinds {
			if at -= osKinds[k].weight; at < 0 {
				c.kind = &osKinds[k]
				break
			}
		}
		c.slot, c.other = r.IntN(3), r.IntN(3)
		c.path, c.to = osPath(r), osPath(r)
		if len(c.path) > 1000 && (c.kind.name == "MkdirAll" || c.kind.name == "Root") {
			c.path = "e/d/c" // how much of a long path they make depends on where the root is
		}
		c.target = pick("a", "b", "d", "e", "l", "m", "d/a", "e/a", "d/e", "../a", "../d", "..", ".", "./b", "l/a", "m/", "d/", "nowhere", "$ROOT/nowhere", "$ROOT/a", "$ROOT/d", "e/../b", "d/../../e", "a/..")
		c.flag = []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_RDWR}[r.IntN(4)]
		for _, f := range osFlags {
			if r.IntN(f.of) == 0 {
				c.flag |= f.flag
			}
		}
		sizes := []int64{0, 1, 3, 10, 100, 4095, 4096, 4097, 5000, 8192, 12289}
		c.n = int(sizes[r.IntN(len(sizes))])
		c.off = sizes[r.IntN(len(sizes))] * []int64{1, 1, 1, 1, 1, 1, 1, -1, 7}[r.IntN(9)]
		c.whence = r.IntN(3)
		if r.IntN(20) == 0 {
			c.whence = 9
		}
		c.fill = byte('a' + i%26)
	}
	return calls
}

var osFlags = []struct {
	name string
	flag int
	of   int // one in so many opens has it
}{
	{"O_CREATE", os.O_CREATE, 2}, {"O_EXCL", os.O_EXCL, 6}, {"O_TRUNC", os.O_TRUNC, 5}, {"O_APPEND", os.O_APPEND, 5},
	{"O_SYNC", os.O_SYNC, 8}, {"O_NOFOLLOW", syscall.O_NOFOLLOW, 10},
}

// osPath makes up a path below the scene's root, sometimes an odd one.
func osPath(r *rand.Rand) string {
	names := []string{"a", "a", "b", "b", "c", "d", "d", "d", "e", "e", "l", "m"}
	name := func() string {
		switch r.IntN(80) {
		case 0:
			return strings.Repeat("n", 255)
		case 1:
			return strings.Repeat("n", 256)
		case 2, 3, 4:
			return ".."
		case 5, 6:
			return "."
		}
		return names[r.IntN(len(names))]
	}
	p := name()
	for r.IntN(3) == 0 {
		p += []string{"/", "/", "/", "//"}[r.IntN(4)] + name()
	}
	switch r.IntN(100) {
	case 0:
		return strings.Repeat(strings.Repeat("n", 255)+"/", 17) + "a"
	case 1:
		return p + "\x00"
	case 2, 3, 4, 5, 6, 7, 8, 9:
		return p + "/"
	}
	return p
}

func (c osCall) String() string {
	var args []string
	for _, arg := range c.kind.shows {
		switch arg {
		case 's':
			args = append(args, fmt.Sprint("#", c.slot))
		case 'o':
			args = append(args, fmt.Sprint("#", c.other))
		case 'p':
			args = append(args, osShort(c.path))
		case 't':
			args = append(args, osShort(c.to))
		case 'l':
			args = append(args, osShort(c.target))
		case 'f':
			args = append(args, osFlagNames(c.flag))
		case 'n':
			args = append(args, fmt.Sprint(c.n))
		case '@':
			args = append(args, fmt.Sprint(c.off))
		case 'c':
			atime, mtime := c.times()
			args = append(args, osTime(atime), osTime(mtime))
		case 'w':
			args = append(args, fmt.Sprint("whence ", c.whence))
		}
	}
	return c.kind.name + "(" + strings.Join(args, ", ") + ")"
}

func osShort(path string) string {
	return strconv.Quote(strings.NewReplacer(strings.Repeat("n", 255), "<255>", "\x00", "<NUL>").Replace(path))
}

func osFlagNames(flag int) string {
	s := map[int]string{os.O_RDONLY: "O_RDONLY", os.O_WRONLY: "O_WRONLY", os.O_RDWR: "O_RDWR"}[flag&(os.O_RDONLY|os.O_WRONLY|os.O_RDWR)]
	for _, f := range osFlags {
		if flag&f.flag == f.flag {
			s += "|" + f.name
		}
	}
	return s
}

func (c osCall) data() []byte {
	b := make([]byte, c.n)
	for i := range b {
		b[i] = c.fill
	}
	return b
}
