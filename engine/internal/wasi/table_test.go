package wasi

import (
	"context"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental/wazerotest"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// The table has every function of WASI preview 1, with its parameters, as another
// implementation knows them.
func TestTheTableIsAllOfPreview1(t *testing.T) {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx) //nolint:errcheck // the test is over
	theirs, err := wasi_snapshot_preview1.NewBuilder(r).Compile(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range theirs.ExportedFunctions() {
		i := slices.IndexFunc(preview1, func(f function) bool { return f.name == name })
		if i < 0 {
			if name != "proc_exit" {
				t.Errorf("%s is missing", name)
			}
			continue
		}
		if !slices.Equal(types(preview1[i].params), f.ParamTypes()) {
			t.Errorf("%s takes %v here and %v there", name, types(preview1[i].params), f.ParamTypes())
		}
	}
	if len(preview1)+1 != len(theirs.ExportedFunctions()) {
		t.Errorf("%d functions here, %d there", len(preview1)+1, len(theirs.ExportedFunctions()))
	}
}

// fakeHost remembers what a process asked of it.
type fakeHost struct {
	parked bool
	stop   Stop
	lines  []string
}

func (h *fakeHost) Park()       { h.parked = true }
func (h *fakeHost) Stop(s Stop) { h.stop = s }

func (h *fakeHost) Report(_ int, line []byte) { h.lines = append(h.lines, string(line)) }

// newProcess makes a process over one page of memory.
func newProcess() (*Process, *fakeHost) {
	h := &fakeHost{}
	p := &Process{Kernel: &Kernel{Clock: &sched.Clock{}, Net: network.New(2), Trace: trace.NewRecorder(true), Hosts: []string{"a", "b"}},
		Inc: 1, FS: disk.New(disk.Model{}), Args: []string{"a", "-x"}, Env: []string{"K=V"}, Random: rng.Seed(1).Stream(), Host: h}
	p.Start(wazerotest.NewFixedMemory(wazerotest.PageSize))
	return p, h
}

// Whatever a guest passes, no call panics or reaches outside the guest's memory;
// a bad address is EFAULT or another error.
func FuzzCalls(f *testing.F) {
	f.Add(uint8(0), uint64(0), uint64(0), uint64(0), uint64(0), uint64(0))
	for i := range preview1 {
		f.Add(uint8(i), uint64(3), uint64(1<<32-1), uint64(1<<32-1), uint64(100), uint64(1<<16-4))
		f.Add(uint8(i), uint64(3), uint64(64), uint64(2), uint64(128), uint64(8))
	}
	for i := range own {
		f.Add(uint8(len(preview1)+i), uint64(64), uint64(5), uint64(128), uint64(0), uint64(0))
	}
	all := append(slices.Clone(preview1), own...)
	f.Fuzz(func(t *testing.T, which uint8, a, b, c, d, e uint64) {
		p, _ := newProcess()
		copy(must(p.bytes(64, 16)), "b:7000\x00\x00\x40\x00\x00\x00\x08\x00\x00\x00")
		for _, fn := range []function{all[int(which)%len(all)], all[int(which>>4)%len(all)]} {
			args := []uint64{a, b, c, d, e, a, b, c, d}
			for i := range fn.params {
				if fn.params[i] == 'i' {
					args[i] = uint64(uint32(args[i]))
				}
			}
			if fn.name == "random_get" {
				args[1] &= 0xffff // a real guest pays for what it asks
			}
			fn.call(p, args)
		}
	})
}

func must(b []byte, e errno.Errno) []byte {
	if e != errno.OK {
		panic(e)
	}
	return b
}

func TestABadAddressIsEFAULT(t *testing.T) {
	const outside = 1 << 20
	for _, c := range []struct {
		name string
		call call
		args []uint64
	}{
		{"random_get", randomGet, []uint64{outside, 8}},
		{"clock_time_get", clockTimeGet, []uint64{0, 0, outside}},
		{"args_get", argsGet, []uint64{0, outside}},
		{"fd_write", fdWrite, []uint64{1, outside, 1, 0}},
		{"fd_read", fdRead, []uint64{0, outside, 1, 0}},
		{"path_open", pathOpen, []uint64{3, 0, outside, 4, 1, 0, 0, 0, 0}},
		{"poll_oneoff", pollOneoff, []uint64{outside, 0, 1, 0}},
		{"fd_fdstat_get", fdFdstatGet, []uint64{1, outside}},
	} {
		p, _ := newProcess()
		if e := c.call(p, c.args); e != errno.EFAULT {
			t.Errorf("%s: %v", c.name, e)
		}
	}
}

func TestDescriptorsThatAreNotOpenAreEBADF(t *testing.T) {
	for _, f := range preview1 {
		if len(f.name) < 3 || f.name[:3] != "fd_" && f.name[:5] != "sock_" {
			continue
		}
		p, _ := newProcess()
		args := make([]uint64, 9)
		args[0] = 77
		if e := f.call(p, args); e != errno.EBADF {
			t.Errorf("%s: %v", f.name, e)
		}
	}
}
