package lsp

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// FaultRemoved is the answer of seedfall.removeFault.
type FaultRemoved struct {
	*work.Verdict
	// File has the trace of the run.
	File string `json:"file"`
}

// removeFaultCommand runs a schedule without one of its faults, and says what the
// run comes to. The schedule is that of a failure, that of a file, or what a seed
// draws.
func (s *server) removeFaultCommand(ctx context.Context, c *command) error {
	if c.args.Fault < 1 {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: the fault %d is not taken: faults are numbered from 1", c.name, c.args.Fault)
	}
	j, err := s.failingJob(c.scenario, work.Trace, c.args.Fingerprint, c.args.Seed)
	if err != nil {
		return err
	}
	if c.args.Schedule != "" {
		j.Schedule = c.args.Schedule
		if !filepath.IsAbs(j.Schedule) {
			j.Schedule = filepath.Join(filepath.Dir(c.scenario.path), j.Schedule)
		}
	}
	j.Without = c.args.Fault
	d, err := s.await(ctx, c, j, fmt.Sprintf("seedfall: replay without fault %d", c.args.Fault), func(work.Event) {})
	switch {
	case err != nil:
		return err
	case d.Verdict == nil:
		return notDone(d)
	}
	c.answer = FaultRemoved{d.Verdict, d.File}
	return s.say(ctx, fmt.Sprintf("without fault %d %s", c.args.Fault, d.Verdict.Text))
}

// say tells a person what has come of a command, unless the client speaks our own
// methods and shows the answer itself.
func (s *server) say(ctx context.Context, text string) error {
	s.mu.Lock()
	own := s.abilities.seedfall
	s.mu.Unlock()
	if own {
		return nil
	}
	return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "seedfall: " + text})
}
