package lsp

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/lsp/internal/process"
	"go.lsp.dev/protocol"
)

// MemoryUsage is the answer of seedfall.memoryUsage.
type MemoryUsage struct {
	// Text says all of it in a sentence.
	Text string `json:"text"`
	// Server and Worker are how many bytes of main memory the two processes have. 0 is
	// a worker that does not run, or one of which the system tells nothing.
	Server uint64 `json:"server"`
	Worker uint64 `json:"worker"`
	// Limit is how many bytes the worker may have; 0 is no limit.
	Limit uint64 `json:"limit"`
	// Open is how many files are open in the editor, Remembered how many others are
	// kept in memory, Views of how many modules the types are, and Traces how many
	// traces are open.
	Open       int `json:"open"`
	Remembered int `json:"remembered"`
	Views      int `json:"views"`
	Traces     int `json:"traces"`
}

// memoryUsageCommand tells how much memory the server and its worker use.
func (s *server) memoryUsageCommand(ctx context.Context, c *command) error {
	u := s.memoryUsage()
	c.answer = u
	return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "seedfall: " + u.Text})
}

func (s *server) memoryUsage() MemoryUsage {
	u := MemoryUsage{Server: process.OwnMemory()}
	worker := s.sweeper.worker()
	if worker != 0 {
		u.Worker = process.Memory(worker)
	}
	s.traces.mu.Lock()
	u.Traces = len(s.traces.open)
	s.traces.mu.Unlock()
	s.mu.Lock()
	u.Limit, u.Open, u.Remembered, u.Views = s.settings.memory, len(s.docs), len(s.disk), len(s.typed)
	s.mu.Unlock()
	u.Text = fmt.Sprintf("the server has %s", process.MemoryText(u.Server))
	switch {
	case worker == 0:
		u.Text += "; no worker runs"
	case u.Worker == 0:
		u.Text += fmt.Sprintf("; how much the worker has, process %d, the system does not tell", worker)
	default:
		u.Text += "; the worker has " + process.MemoryText(u.Worker)
	}
	if worker != 0 && u.Limit > 0 {
		u.Text += fmt.Sprintf(", of %s that it may have", process.MemoryText(u.Limit))
	}
	u.Text += fmt.Sprintf("; %s open, %s remembered, the types of %s, %s", plural(u.Open, "file"), plural(u.Remembered, "file"), plural(u.Views, "module"), plural(u.Traces, "trace"))
	return u
}

// worker is the number of the worker's process; 0 if there is none.
func (w *sweeper) worker() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.child == nil || w.child.cmd.Process == nil {
		return 0
	}
	return w.child.cmd.Process.Pid
}
