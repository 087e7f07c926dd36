package guest

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/seedfall/seedfall/engine/internal/wasm"
	"github.com/tetratelabs/wazero/api"
)

// Where is the innermost function on the stack of the goroutine that makes the
// present host call which is neither the standard library's nor seedfall's own,
// such as "example.com/kv.(*Log).append". An inlined function counts as if it were
// not. A function literal counts as the function that it stands in, type arguments
// are left out, and functions of package main are "main.f".
//
// If there is no such function it is the outermost one, in which a goroutine of
// the standard library began. The runtime's own stack g0 ends where the runtime
// took it over from a goroutine; no disk operation is made there. Where is "" if
// the program's table of functions is not understood (Code.NoStacks).
//
// It is to be called inside a host function only.
func (i *Instance) Where() string {
	return i.code.stacks.where(i.mod.Memory(), uint32(i.sp.Get()))
}

// NoStacks says why Where gives "" for all instances of the program; nil if it
// does not.
func (c *Code) NoStacks() error { return c.stacks.err }

// stacks reads the stacks of a program's instances.
type stacks struct {
	table   *wasm.PCTable // nil if err is not
	err     error
	modules []string // that the program is built from

	// known holds the return addresses that were seen. The map is replaced, never
	// changed: all instances share it.
	known atomic.Pointer[map[uint64]*frame]
	add   sync.Mutex // held while known is replaced
}

// frame is what Where needs to know of a return address.
type frame struct {
	own   string // the innermost function that is the program's own; "" if there is none
	made  string // the same among those that the compiler made
	owner string // the one that the frame belongs to
	size  uint32 // from the stack pointer to the frame's own return address
	last  bool
}

func newStacks(m *wasm.Module, image wasm.Image) *stacks {
	s := &stacks{modules: image.Modules()}
	s.table, s.err = m.PCTable(image)
	s.known.Store(&map[uint64]*frame{})
	return s
}

// where walks a stack outwards. The function that made the host call has no
// frame of its own: sp points to its return address.
func (s *stacks) where(mem api.Memory, sp uint32) string {
	var made, outermost string
	for {
		pc, ok := mem.ReadUint64Le(sp)
		if !ok {
			break
		}
		f := s.frame(pc)
		if f == nil {
			break
		}
		if f.own != "" {
			return f.own
		}
		if made == "" {
			made = f.made
		}
		next := sp + f.size + 8
		if f.last || next <= sp {
			break
		}
		outermost, sp = f.owner, next
	}
	if made != "" {
		return made
	}
	return outermost
}

// reduce leaves out the library's functions, but not the first of all. Names come
// from the name section, and are given as they stand in the source.
func (s *stacks) reduce(functions []string) (own []string) {
	if s.table == nil {
		return functions
	}
	symbols := s.table.Symbols()
	for i, name := range functions {
		if symbol, ok := symbols[name]; ok {
			name = symbol
		}
		if pkg, _ := readSymbol(name); i == 0 || !s.library(pkg) {
			own = append(own, name)
		}
	}
	return own
}

func (s *stacks) frame(pc uint64) *frame {
	if f, ok := (*s.known.Load())[pc]; ok {
		return f
	}
	if s.table == nil {
		return nil
	}
	f := s.read(pc)
	if f == nil {
		return nil
	}
	s.add.Lock()
	defer s.add.Unlock()
	all := maps.Clone(*s.known.Load())
	all[pc] = f
	s.known.Store(&all)
	return f
}

// read finds what the program's table says about a return address; nil if it is
// none.
func (s *stacks) read(pc uint64) *frame {
	got, ok := s.table.Frame(pc)
	if !ok {
		return nil
	}
	f := &frame{size: got.Size, last: got.Last}
	for _, fn := range got.Funcs {
		pkg, name := readSymbol(fn.Name)
		f.owner = name
		switch {
		case s.library(pkg):
		case fn.Wrapper && f.made == "":
			f.made = name
		case !fn.Wrapper && f.own == "":
			f.own = name
		}
	}
	return f
}
