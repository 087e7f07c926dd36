package process

import (
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

func lead(*exec.Cmd) {}

func kill(p *os.Process) { p.Kill() } //nolint:errcheck // it may have ended

func end(code int) { os.Exit(code) }

func alive(pid int) bool {
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return err != windows.ERROR_INVALID_PARAMETER // no such process
	}
	defer windows.CloseHandle(h) //nolint:errcheck // nothing depends on it
	state, err := windows.WaitForSingleObject(h, 0)
	return err != nil || state == uint32(windows.WAIT_TIMEOUT)
}
