//go:build unix

package process

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func kill(p *os.Process) {
	syscall.Kill(-p.Pid, syscall.SIGKILL) //nolint:errcheck // it leads no group, or has ended
	p.Kill()                              //nolint:errcheck // it may have ended
}

func end(code int) {
	if pid := os.Getpid(); syscall.Getpgrp() == pid {
		syscall.Kill(-pid, syscall.SIGKILL) //nolint:errcheck // it does not return
	}
	os.Exit(code)
}

func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
