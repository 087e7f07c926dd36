package lsp

import (
	"context"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
)

// Ran is the answer of seedfall.runAtCursor and seedfall.runFile.
type Ran struct {
	// Configs are the paths of the scenarios that were run, in their order.
	Configs []string `json:"configs"`
}

// runAtCursorCommand sweeps the scenario of the lens at a place, or of the nearest
// one above it; where there is none, that of the file.
func (s *server) runAtCursorCommand(ctx context.Context, c *command) error {
	if c.args.Position == nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: there is no position; say where in %q the cursor is", c.name, c.args.URI)
	}
	all, err := s.scenariosOf(c)
	if err != nil {
		return err
	}
	c.scenario = all[0]
	s.mu.Lock()
	if d := s.docs[c.args.URI]; d != nil && d.scanned() != nil {
		best := uint32(0)
		for _, l := range s.slots(d) {
			at := s.span(d.text, l.from, l.to).Start.Line
			if of := s.scenario(l.Config); of != nil && at <= c.args.Position.Line && at+1 > best {
				c.scenario, best = of, at+1
			}
		}
	}
	s.mu.Unlock()
	return s.runEach(ctx, c, []*scenario{c.scenario})
}

// runFileCommand sweeps each scenario that a file belongs to, one after the other.
func (s *server) runFileCommand(ctx context.Context, c *command) error {
	all, err := s.scenariosOf(c)
	if err != nil {
		return err
	}
	return s.runEach(ctx, c, all)
}

// scenariosOf are those that the file of a command belongs to, the one that ran last
// first; of a config it is its own. The error says that there is none.
func (s *server) scenariosOf(c *command) (all []*scenario, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := s.pathOf(c.args.URI)
	if path == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: the uri %q names no file", c.name, c.args.URI)
	}
	if own := s.scenario(path); own != nil {
		return []*scenario{own}, nil
	}
	if all = s.of(path); len(all) == 0 {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: no config in the open folders runs %s; seedfall.newConfig writes one", c.name, path)
	}
	return all, nil
}

// runEach sweeps scenarios until somebody ends it, and answers with those that were
// run. The client's token is good for one of them.
func (s *server) runEach(ctx context.Context, c *command, all []*scenario) error {
	ran := Ran{Configs: []string{}}
	for _, of := range all {
		one := &command{args: c.args, scenario: of, token: c.token}
		c.token = nil
		j, title := s.sweepOf(one)
		d, err := s.await(ctx, one, j, title, func(work.Event) {})
		if err != nil {
			return err
		}
		ran.Configs = append(ran.Configs, of.path)
		if d.Cancelled {
			break
		}
	}
	c.answer = ran
	return nil
}
