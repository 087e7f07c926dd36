package lsp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// family is what /proc says of a process.
type family struct {
	pid, parent, group int
	ticks              int // of CPU, a hundredth of a second each, with those of children that have ended
}

// processes are all that there are.
func processes(t *testing.T) (all []family) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, stat := range stats {
		b, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended
		}
		text := string(b)
		end := strings.LastIndexByte(text, ')') // of the name, which may have any others
		f := strings.Fields(text[end+1:])
		number := func(s string) int {
			n, _ := strconv.Atoi(s)
			return n
		}
		p := family{parent: number(f[1]), group: number(f[2])}
		p.pid = number(text[:strings.IndexByte(text, ' ')])
		for _, ticks := range f[11:15] {
			p.ticks += number(ticks)
		}
		if f[0] != "Z" {
			all = append(all, p)
		}
	}
	return all
}

// workersOf are the groups of the workers of a server.
func workersOf(t *testing.T, server int) (groups []int) {
	t.Helper()
	for _, p := range processes(t) {
		if p.parent == server && p.group == p.pid {
			groups = append(groups, p.group)
		}
	}
	return groups
}

// used is how much CPU a server and a group have used until now.
func used(t *testing.T, server, group int) (ticks int) {
	t.Helper()
	for _, p := range processes(t) {
		if p.pid == server || p.group == group {
			ticks += p.ticks
		}
	}
	return ticks
}

// sweepKvlog has a server of its own process in the middle of a sweep of examples/kvlog
// that does not end by itself, and gives its worker's group, and the request.
func sweepKvlog(t *testing.T, program string) (c *client, server *exec.Cmd, group, id int) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := kvlogIn(t, root, filepath.Join(folder(t), "kvlog"))
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	c = spawn(t, dir, cmd)
	c.initialize(ours, `{"run": {"trigger": "off", "stopAfterFailures": 0}, "shrink": {"auto": false}}`, nil)
	c.quiet()
	id = c.command("run", fmt.Sprintf(`{"config": %q, "seeds": 1000000}`, filepath.Join(dir, "seedfall.json")))
	c.told("$/progress", " of 1000000 seeds, ", 0)
	groups := workersOf(t, cmd.Process.Pid)
	if len(groups) != 1 {
		t.Fatalf("the server has %d workers", len(groups))
	}
	return c, cmd, groups[0], id
}

// window is how long the use of CPU is watched for.
const window = 300 * time.Millisecond

// The program seedfall-lsp is driven here as an editor does.
func TestASweepOfTheProgramEnds(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what processes use is told by /proc, which only Linux has")
	}
	program := filepath.Join(t.TempDir(), "seedfall-lsp")
	build := exec.Command("go", "build", "-o", program, "./cmd/seedfall-lsp")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Run("when it is cancelled", func(t *testing.T) { sweepIsCancelled(t, program) })
	t.Run("when the server is killed", func(t *testing.T) {
		_, server, group, _ := sweepKvlog(t, program)
		if err := server.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		goneSoon(t, group)
	})
	t.Run("when the editor hangs up", func(t *testing.T) {
		c, _, group, _ := sweepKvlog(t, program)
		if code := c.hangUp(); code != 1 {
			t.Errorf("the server ends with %d", code)
		}
		goneSoon(t, group)
	})
	t.Run("when the worker is killed", func(t *testing.T) {
		c, _, group, id := sweepKvlog(t, program)
		worker, err := os.FindProcess(group)
		if err == nil {
			err = worker.Kill()
		}
		if err != nil {
			t.Fatal(err)
		}
		begins(t, "the answer", spoke(c.answer(id)), "-32603: the worker has ended while it ran ")
		goneSoon(t, group)
	})
}

// sweepIsCancelled says that a sweep that was cancelled leaves the CPU alone.
func sweepIsCancelled(t *testing.T, program string) {
	t.Helper()
	c, server, group, id := sweepKvlog(t, program)
	ticker := time.NewTicker(window)
	defer ticker.Stop()
	begin := used(t, server.Process.Pid, group)
	c.notify("$/cancelRequest", fmt.Sprintf(`{"id":%d}`, id))
	begins(t, "the answer", spoke(c.answer(id)), "-32800: ")
	c.quiet()
	// Real time says nothing on a machine that has other things to do; what the
	// processes have used does: at most a second of each CPU until they are quiet.
	last := used(t, server.Process.Pid, group)
	for late := time.After(patience); ; {
		select {
		case <-ticker.C:
		case <-late:
			t.Fatal("the processes use CPU all the time")
		}
		now := used(t, server.Process.Pid, group)
		if now-last <= 1 { // the server looks at other servers every second
			break
		}
		last = now
	}
	if spent, most := last-begin, 100*runtime.NumCPU(); spent > most {
		t.Errorf("%d ticks of CPU were used after the end of the sweep, more than %d", spent, most)
	}
	c.bare("shutdown")
	c.notify("exit", "null")
	if code := c.ends(); code != 0 {
		t.Errorf("the server ends with %d", code)
	}
	goneSoon(t, group)
}

// goneSoon waits until a group has no process any more.
func goneSoon(t *testing.T, group int) {
	t.Helper()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for late := time.After(patience); slices.ContainsFunc(processes(t), func(p family) bool { return p.group == group }); {
		select {
		case <-ticker.C:
		case <-late:
			t.Fatal("a worker lives")
		}
	}
}
