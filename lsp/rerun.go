package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
)

// rerunLastCommand does once more what was asked for last and takes a run.
func (s *server) rerunLastCommand(ctx context.Context, c *command) error {
	s.mu.Lock()
	last := s.last
	s.mu.Unlock()
	if last == nil {
		return jsonrpc2.Errorf(requestFailed, "%s: nothing has been run yet; begin with seedfall.run", c.name)
	}
	once := &command{verb: last.verb, name: last.name, args: last.args, token: c.token}
	if err := s.runnable(once); err != nil {
		return err
	}
	err := once.do(s, ctx, once)
	c.answer = once.answer
	return err
}

// stopAllCommand ends whatever is being done, or waits to be, for any scenario.
func (s *server) stopAllCommand(context.Context, *command) error {
	s.sweeper.stop(func(*job) bool { return true })
	return nil
}
