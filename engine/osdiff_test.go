package engine_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
)

// osDifferences are the results of package os that are not as on Linux. What the
// guest does not print, and so is not compared, is listed in its source beside the
// calls: permissions, and the sizes, link counts and times of directories.
var osDifferences = []osDifference{
	osDiffers("stock Go on wasip1 opens the file that it cuts, and only then looks at the length",
		`^Truncate\(.*, -\d+\)$`, `^PathError truncate EINVAL$`, `^PathError truncate E[A-Z]+$`),
	osDiffers("stock Go on wasip1 looks for the file; Linux is asked for no change and looks at nothing",
		`^Chtimes\(.*, unset, unset\)$`, `^ok$`, `^PathError chtimes E[A-Z]+$`),
	osDiffers("Linux copies by itself and refuses a file that cannot be read as one that cannot be copied to",
		`^CopyN\(`, `^0, PathError write (EBADF|EISDIR)$`, `^0, PathError read (EBADF|EISDIR)$`),
}

// osDifference is one of them: calls that match call may come out as native
// there and as simulated here. Neither may change anything.
type osDifference struct {
	reason                  string
	call, native, simulated *regexp.Regexp
}

func osDiffers(reason, call, native, simulated string) osDifference {
	return osDifference{reason, regexp.MustCompile(call), regexp.MustCompile(native), regexp.MustCompile(simulated)}
}

// Random sequences of calls of package os give the same results and errors on
// this machine's file system and on the simulated disk.
func TestOsCallsBehaveAsOnTheHost(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the native results to compare with are Linux's")
	}
	sequences := 1000
	if testing.Short() {
		sequences = 200
	}
	d := &osDiff{native: nativeGuest(t), simulated: simulatedGuest, found: map[string]bool{}}
	d.compare(t, strconv.Itoa(sequences))
	if t.Failed() || testing.Short() {
		return
	}
	for _, l := range osDifferences {
		if !d.found[l.reason] {
			t.Errorf("it is listed that %s, but nothing came out so", l.reason)
		}
	}
}

// osDiff runs the guest both ways.
type osDiff struct {
	native, simulated func(t *testing.T, args ...string) []string
	found             map[string]bool // reasons of the listed differences that came up
}

// both runs the guest both ways and gives the lines, in equal numbers.
func (d *osDiff) both(t *testing.T, args ...string) (native, simulated []string) {
	t.Helper()
	native, simulated = d.native(t, args...), d.simulated(t, args...)
	for len(native) < len(simulated) {
		native = append(native, "nothing")
	}
	for len(simulated) < len(native) {
		simulated = append(simulated, "nothing")
	}
	return native, simulated
}

// compare runs sequences and reports the first one that differs, made as small
// as it gets.
func (d *osDiff) compare(t *testing.T, count string) {
	t.Helper()
	want, got := d.both(t, "osdiff", "0", count)
	at := d.firstDifference(want, got)
	if at < 0 {
		return
	}
	seq, _, _ := strings.Cut(want[at], ".")
	args := []string{"osdiff", seq, "1", strings.Join(d.shrink(t, seq, stepsOf(want, seq)), ",")}
	want, got = d.both(t, args...)
	at = d.firstDifference(want, got)
	t.Errorf("guest %s\n%s\nnatively:       %s\nunder seedfall: %s", strings.Join(args, " "), strings.Join(want[:at], "\n"), want[at], got[at])
}

// stepsOf are the numbers of the calls of a sequence.
func stepsOf(lines []string, seq string) (steps []string) {
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, seq+"."); ok {
			if step, _, _ := strings.Cut(rest, " "); step != "end" {
				steps = append(steps, step)
			}
		}
	}
	return steps
}

// shrink drops calls as long as the rest still comes out differently.
func (d *osDiff) shrink(t *testing.T, seq string, steps []string) []string {
	t.Helper()
	for size := len(steps) / 2; size > 0; size /= 2 {
		for at := len(steps) - size; at >= 0; at -= size {
			less := slices.Delete(slices.Clone(steps), at, at+size)
			if len(less) == 0 {
				continue
			}
			if want, got := d.both(t, "osdiff", seq, "1", strings.Join(less, ",")); d.firstDifference(want, got) >= 0 {
				steps = less
			}
		}
	}
	return steps
}

// firstDifference is the number of the first line that differs and is not
// listed; -1 if there is none.
func (d *osDiff) firstDifference(native, simulated []string) int {
	for i := range native {
		if native[i] != simulated[i] && !d.listed(native[i], simulated[i]) {
			return i
		}
	}
	return -1
}

func (d *osDiff) listed(native, simulated string) bool {
	call, was, _ := strings.Cut(native, " = ")
	other, is, _ := strings.Cut(simulated, " = ")
	_, made, _ := strings.Cut(call, " ")
	for _, l := range osDifferences {
		if call == other && l.call.MatchString(made) && l.native.MatchString(was) && l.simulated.MatchString(is) {
			d.found[l.reason] = true
			return true
		}
	}
	return false
}

// nativeGuest builds the guest for this machine and gives a function that runs it.
func nativeGuest(t *testing.T) func(*testing.T, ...string) []string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "guest")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "./testdata/guest").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tmp, err := os.MkdirTemp("/dev/shm", "osdiff") // in memory: a sync there is quick
	if err != nil {
		tmp = t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(tmp) }) //nolint:errcheck // temporary
	return func(t *testing.T, args ...string) (lines []string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), binary, args...)
		c.Env = append(os.Environ(), "TMPDIR="+tmp)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, &stderr)
		}
		for line := range strings.Lines(string(out)) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
		return lines
	}
}

// simulatedGuest runs the guest as a workload without faults.
func simulatedGuest(t *testing.T, args ...string) []string {
	t.Helper()
	r, err := program(t, alone(args...)).Run(t.Context(), engine.Input{Seed: 1, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Failure != nil {
		t.Fatalf("%+v", r.Failure)
	}
	return output(t, r)
}
