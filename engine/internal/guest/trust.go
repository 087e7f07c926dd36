package guest

import (
	"context"
	_ "embed" // for the self-check's source
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// SelfCheckSource is the program that Trust runs.
//
//go:embed selfcheck/main.go.txt
var SelfCheckSource string

// known are the Go releases whose guests the tests boot, park, preempt, clone and
// replay.
var known = []string{"go1.26", "go1.27"}

// Known says whether a toolchain's release is one that the tests cover.
func Known(version string) bool {
	return slices.ContainsFunc(known, func(k string) bool { return version == k || strings.HasPrefix(version, k+".") })
}

// Trust lets guests of a known Go release pass. An unknown one has to run the
// self-check, which build compiles, as it must run; otherwise it is refused.
func (e *Engine) Trust(ctx context.Context, version string, build func(context.Context) ([]byte, error), o Options) error {
	if Known(version) {
		return nil
	}
	code, err := build(ctx)
	if err == nil {
		err = e.SelfCheck(ctx, code, o)
	}
	if err != nil {
		return fmt.Errorf("%s is a Go release that this seedfall does not know, and its self-check failed: %w; use one of %s (GOTOOLCHAIN), or a newer seedfall",
			version, err, strings.Join(known, ", "))
	}
	return nil
}

// selfCheckOutput is what the self-check prints.
var selfCheckOutput = []string{"slept 0", "slept 1", "slept 2", "slept 3", "preempted", "sum 2016"}

// SelfCheck runs the self-check program: it must park, be preempted and exit, and
// a clone of it must go on as the original does.
func (e *Engine) SelfCheck(ctx context.Context, code []byte, o Options) error {
	c, err := e.Compile(ctx, code, o)
	if err != nil {
		return err
	}
	a, err := newProbe(ctx, c)
	if err != nil {
		return err
	}
	defer a.inst.Close()
	if a.step(); a.last != Waits {
		return errors.New("it did not park in poll_oneoff")
	}
	b, err := a.clone()
	if err != nil {
		return err
	}
	defer b.inst.Close()
	for _, p := range []*probe{a, b} {
		if err := p.finish(); err != nil {
			return err
		}
	}
	switch {
	case a.slices == 0:
		return errors.New("a goroutine that spins never used up its time slice")
	case a.recorder.Digest() != b.recorder.Digest():
		return errors.New("a clone went on differently from its original")
	}
	return nil
}

// probe is a world of one node without faults.
type probe struct {
	inst     *Instance
	kernel   *wasi.Kernel
	fs       *disk.FS
	recorder *trace.Recorder
	last     Yield
	slices   int
}

func newProbe(ctx context.Context, c *Code) (*probe, error) {
	p := &probe{fs: disk.New(disk.Model{}), recorder: trace.NewRecorder(true)}
	p.kernel = &wasi.Kernel{Clock: &sched.Clock{}, Net: network.New(1), Trace: p.recorder, Hosts: []string{"probe"}}
	proc := &wasi.Process{Kernel: p.kernel, Inc: 1, FS: p.fs, Args: []string{"probe"}, Random: rng.Seed(1).Stream()}
	var err error
	p.inst, err = c.Boot(ctx, proc, nil, Limits{Memory: 256 << 20, Watchdog: 10 * time.Second})
	return p, err
}

func (p *probe) clone() (*probe, error) {
	clock := *p.kernel.Clock
	c := &probe{fs: p.fs.Clone(), recorder: p.recorder.Clone(), last: p.last, slices: p.slices}
	c.kernel = &wasi.Kernel{Clock: &clock, Net: p.kernel.Net.Clone(), Trace: c.recorder, Hosts: p.kernel.Hosts}
	var err error
	c.inst, err = p.inst.Clone(p.inst.Proc.Clone(c.kernel, c.fs), nil)
	return c, err
}

// step runs until the next park and jumps to its end.
func (p *probe) step() {
	p.last = p.inst.Run()
	switch p.last {
	case Waits:
		p.kernel.Clock.Advance(p.inst.Proc.WakeAt())
	case SliceEnd:
		p.slices++
		p.kernel.Clock.Advance(p.kernel.Clock.Now().Add(10 * vtime.Millisecond))
	}
}

// The self-check needs some seventy steps, and two time slices at most, since
// its spin is to stop after half of one.
const (
	maxSteps  = 1000
	maxSlices = 8
)

func (p *probe) finish() error {
	for n := 0; p.last == Waits || p.last == SliceEnd; n++ {
		if p.slices > maxSlices {
			return errors.New("a goroutine that spins was not preempted")
		}
		if n == maxSteps || p.kernel.Clock.Now() == vtime.Never {
			return errors.New("it did not come to an end")
		}
		p.step()
	}
	if p.last != Exited || p.inst.ExitCode() != 0 {
		return fmt.Errorf("it ended badly: %s%s", strings.Join(p.inst.Stack(), " < "), strings.Join(p.inst.Proc.LastWords(), "; "))
	}
	var out []string
	for _, e := range p.recorder.Events {
		if e.Kind == trace.Log {
			out = append(out, e.S)
		}
	}
	if !slices.Equal(out, selfCheckOutput) {
		return fmt.Errorf("it printed %q", out)
	}
	return nil
}
