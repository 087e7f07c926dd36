//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// start starts the real binary in a module with the given program.
func start(t *testing.T, program, config string, args ...string) (cmd *exec.Cmd, stdout, stderr *bufio.Reader) {
	t.Helper()
	dir := t.TempDir()
	binary := filepath.Join(dir, "seedfall")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.26.0\n", "main.go": program, "seedfall.json": config} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd = exec.Command(binary, args...)
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() }) //nolint:errcheck // it has usually ended
	return cmd, bufio.NewReader(out), bufio.NewReader(errs)
}

// until reads lines up to one that contains text.
func until(t *testing.T, r *bufio.Reader, text string) {
	t.Helper()
	for {
		line, err := r.ReadString('\n')
		if strings.Contains(line, text) {
			return
		}
		if err != nil {
			t.Fatalf("%q did not come: %v", text, err)
		}
	}
}

func interrupt(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
}

func exitCode(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return exit.ExitCode()
}

func TestAnInterruptEndsWithASummary(t *testing.T) {
	cmd, stdout, stderr := start(t, "package main\n\nfunc main() {}\n", `{"workload": {"package": "."}}`, "run", "-seeds", "1-1000000", "-v", "-format", "json")
	go io.Copy(io.Discard, stderr) //nolint:errcheck // ends with the process
	until(t, stdout, `"seed":1,`)
	interrupt(t, cmd)
	rest, err := io.ReadAll(stdout)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(rest), []byte("\n"))
	last := lines[len(lines)-1]
	if !bytes.Contains(last, []byte(`"type":"sweep_end"`)) || !bytes.Contains(last, []byte(`"complete":false`)) {
		t.Errorf("the last line is %s", last)
	}
	if code := exitCode(t, cmd.Wait()); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}

func TestASecondInterruptEndsAtOnce(t *testing.T) {
	const spin = "package main\n\nfunc main() {\n\tprintln(\"spinning\")\n\tfor x := 1; x != 0; x |= 1 {\n\t}\n}\n"
	cmd, stdout, stderr := start(t, spin, `{"watchdog": "10m", "workload": {"package": "."}}`, "run", "-seeds", "1-2", "-j", "1")
	go io.Copy(io.Discard, stdout) //nolint:errcheck // ends with the process
	for {                          // until it is at work
		if _, err := os.Stat(filepath.Join(cmd.Dir, ".seedfall")); err == nil {
			break
		}
		runtime.Gosched()
	}
	interrupt(t, cmd)
	until(t, stderr, "interrupt again to stop at once")
	interrupt(t, cmd)
	if code := exitCode(t, cmd.Wait()); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}
