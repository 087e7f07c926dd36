package lsp

import (
	"context"

	"go.lsp.dev/uri"
)

// traceSourceParams name a file as a trace does.
type traceSourceParams struct {
	// Config is the scenario whose run the trace has; "" if the client does not know it.
	Config string `json:"config,omitempty"`
	File   string `json:"file"`
}

// traceSourced is where that file is.
type traceSourced struct {
	// URI is "" for a file that is in no scenario: of the standard library, of a module
	// that others have written, or one that is gone.
	URI uri.URI `json:"uri"`
}

// traceSource finds the file on this machine that a trace names. Only files of the
// scenarios that are open are found.
func (s *server) traceSource(_ context.Context, p *traceSourceParams) (*traceSourced, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.scenarios
	if c := s.scenario(p.Config); c != nil {
		all = []*scenario{c}
	}
	for _, c := range all {
		if path := c.sources[p.File]; path != "" {
			return &traceSourced{uri.File(path)}, nil
		}
	}
	return &traceSourced{}, nil
}
