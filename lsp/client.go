package lsp

import (
	"time"

	"github.com/seedfall/seedfall/lsp/internal/process"
)

// watchClient ends the server when the process that has started it is gone, which
// its connection need not show.
func (s *server) watchClient(pid int) {
	t := time.NewTicker(pulse)
	defer t.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-t.C:
		}
		if !process.Alive(pid) {
			s.logf("the editor, process %d, has gone", pid)
			select {
			case s.exit <- 1:
			default:
			}
			return
		}
	}
}
