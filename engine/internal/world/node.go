package world

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// runNode lets a node go on until it gives up control, booting it if it is
// down.
func (w *World) runNode(n *node) error {
	if n.inst == nil {
		if err := w.boot(n); err != nil {
			return err
		}
	}
	n.poll, n.wake = false, vtime.Never
	switch n.inst.Run() {
	case guest.Waits:
		n.poll = true
	case guest.SliceEnd:
		w.emitAt(n, trace.Event{Kind: trace.SliceEnd, Cause: n.proc.Cause, A: int64(n.inst.Counted())})
		n.wake = w.now().Add(sliceRest)
	case guest.Exited:
		w.exited(n)
	case guest.Crashed:
		f := *n.asks.Pending
		n.asks.Pending = nil
		w.crash(n, f, trace.Event{Kind: trace.CrashIO, Cause: n.proc.Cause, A: int64(f.Op), B: int64(f.Until), S: f.Point},
			w.key.Derive(rng.Tearing).Derive(n.Name).Derive(schedule.CrashIO).At(f.Draws()))
	case guest.Ended: // the failure is known
	case guest.Stuck:
		w.fail(n, verdict.Failure{Class: verdict.Watchdog, Message: fmt.Sprintf("ran for more than %v of real time without yielding", w.config.Watchdog), Detail: running(n)})
	case guest.Trapped:
		w.fail(n, verdict.Failure{Class: verdict.Panic, Message: n.inst.Trap(), Detail: running(n)})
	}
	w.requeue(n)
	w.refresh()
	return nil
}

// running tells what a node was doing when it was ended in the middle of it.
func running(n *node) string {
	return "running, the innermost first:\n" + strings.Join(n.inst.Stack(), "\n")
}

// boot makes the next incarnation of a node.
func (w *World) boot(n *node) error {
	n.inc++
	n.asks.Booted(n.crashed)
	n.crashed = false
	n.proc = &wasi.Process{Kernel: w.kernel, Node: n.index, Inc: n.inc, FS: n.fs,
		Faults: n.asks, Args: append([]string{n.Name}, n.Args...), Env: n.environment(),
		Random: w.random.Derive(n.Name).At(uint64(n.inc)).Stream()}
	n.proc.Cause = w.emitAt(n, trace.Event{Kind: trace.Boot, Cause: n.cause})
	var err error
	n.inst, err = n.code.Boot(w.ctx, n.proc, w, w.limits(n))
	n.asks.Guest = n.inst
	return err
}

// drop ends an incarnation's instance.
func (w *World) drop(n *node) {
	if n.inst != nil {
		n.inst.Close()
	}
	n.inst, n.proc, n.poll, n.wake, n.paused, n.term = nil, nil, false, vtime.Never, 0, nil
	w.forget(n)
}

// exited deals with a program that has ended by itself.
func (w *World) exited(n *node) {
	code, words, denied := n.inst.ExitCode(), n.proc.LastWords(), n.inst.MemoryDenied()
	cause := n.proc.Cause
	n.proc.CloseAll()
	switch {
	case code == 2 && denied && len(words) > 0:
		w.fail(n, verdict.Failure{Class: verdict.Memory, Message: fmt.Sprintf("used more than its memory limit of %v", n.Memory), Detail: strings.Join(words, "\n")})
	case code == 2 && len(words) > 0:
		f := panicked(words)
		if f.Class == verdict.Deadlock {
			f.Detail = w.asleep(n, f.Detail)
		}
		w.fail(n, f)
	case n.term != nil:
		w.ended(n)
	case n.Role != config.RoleNode:
		w.programExited(n, code)
	case n.Supervise.Restart == config.RestartAlways, n.Supervise.On() && code != 0:
		w.drop(n)
		n.cause, n.wake = cause, w.now().Add(n.Supervise.Delay)
	default:
		w.fail(n, verdict.Failure{Class: verdict.Exit, Message: fmt.Sprintf("exited with code %d", code)})
	}
}

// asleep are the runtime's words when no goroutine can ever run again.
var asleep = []string{
	"all goroutines are asleep - deadlock!",
	"no goroutines (main called runtime.Goexit) - deadlock!",
}

func panicked(words []string) verdict.Failure {
	f := verdict.Failure{Class: verdict.Panic, Message: words[0], Detail: strings.Join(words, "\n")}
	for _, a := range asleep {
		if strings.Contains(words[0], a) {
			f.Class, f.Message = verdict.Deadlock, a
		}
	}
	return f
}

// programExited deals with the end of the workload or the final check.
func (w *World) programExited(n *node, code int32) {
	if code != 0 {
		w.fail(n, verdict.Failure{Class: verdict.Exit, Message: fmt.Sprintf("exited with code %d", code)})
		return
	}
	w.drop(n)
	n.done = true
	switch {
	case n.Role == config.RoleFinally:
		w.finish(nil, "finally finished")
	case w.final() == nil:
		w.finish(nil, "workload finished")
	case w.phase == chaos:
		w.recover("workload finished")
	default:
		w.check()
	}
}

// crash is a power cut: the process is gone, its connections are reset, and the
// disk keeps what its model lets survive.
func (w *World) crash(n *node, f schedule.Fault, e trace.Event, key rng.Key) {
	f.Corrupt = n.asks.Corrupts(f, key)
	w.oracle.Took(f)
	n.proc.FlushOutput()
	id := w.emitAt(n, e)
	w.drop(n)
	w.kernel.Net.Kill(w.now(), network.Node(n.index), network.Mark(id))
	for line := range strings.Lines(w.powerCut(n, key, f.Corrupt).String()) {
		path, what, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		w.emitAt(n, trace.Event{Kind: trace.Lost, Cause: id, S: path, T: what})
	}
	n.cause, n.wake, n.crashed = id, f.Until, true
	w.requeue(n)
}
