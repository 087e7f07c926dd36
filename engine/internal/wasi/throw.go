package wasi

// Throw makes the poll_oneoff that the process is parked in fail, once, when the
// guest goes on. No Go runtime expects that: it prints the stack of every
// goroutine on standard error and exits with code 2. It is meant for a copy of a
// process whose goroutines somebody wants to see. It is false, and changes
// nothing, if the process is not parked in poll_oneoff.
func (p *Process) Throw() bool {
	p.throw = p.wait.parked && !p.syncing
	return p.throw
}
