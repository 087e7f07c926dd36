// Package process is about other processes: a child with all that it starts, and
// whether somebody still lives.
package process

import "os/exec"

// Lead makes a command that is not started yet the leader of its own group, where
// there are such, so that Kill reaches its children too.
func Lead(cmd *exec.Cmd) { lead(cmd) }

// Kill kills a started command, and what it has started if it leads a group.
func Kill(cmd *exec.Cmd) {
	if cmd.Process != nil {
		kill(cmd.Process)
	}
}

// End ends this process with a code, and kills what it has started if it leads a
// group.
func End(code int) { end(code) }

// Alive says whether a process with a number lives. Where that cannot be found out
// it does.
func Alive(pid int) bool { return alive(pid) }
