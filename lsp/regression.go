package lsp

import (
	"context"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/corpus"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
	"go.lsp.dev/jsonrpc2"
)

// Kept is the answer of seedfall.addToCorpus, seedfall.generateRegressionTest and
// seedfall.newConfig.
type Kept struct {
	// Path is the file of the known failure, or of the config.
	Path string `json:"path"`
	// Did is "created", "replaced" if it was there with a larger schedule, or "kept"
	// if it was there as it is.
	Did string `json:"did"`
}

// addToCorpusCommand makes a failure a known one, in a file to be committed.
func (s *server) addToCorpusCommand(_ context.Context, c *command) error {
	small, err := s.smallest(c)
	if err != nil {
		return err
	}
	kept, err := s.addToCorpus(c.scenario, small)
	if err == nil {
		c.answer = kept
	}
	return err
}

// generateRegressionTestCommand does the same as an edit, which can be looked at and
// taken back, and shows the file: every sweep replays it first from then on. A failure
// that the corpus has already is handled as addToCorpus does.
func (s *server) generateRegressionTestCommand(ctx context.Context, c *command) error {
	small, err := s.smallest(c)
	if err != nil {
		return err
	}
	if _, ok := verdict.FromSignature(small.Fails); !ok {
		return jsonrpc2.Errorf(requestFailed, "the schedule of %q does not say how it fails; shrink it first", c.args.Fingerprint)
	}
	kept := Kept{Path: corpusOf(c.scenario).Path(verdict.Fingerprint(small.Fails)), Did: didNames[corpus.Created]}
	if exists(kept.Path) {
		kept, err = s.addToCorpus(c.scenario, small)
	} else {
		entry := *small
		entry.Corpus = nil
		err = s.create(ctx, kept.Path, string(entry.Encode()), "Regression test of "+filepath.Base(c.scenario.path))
	}
	if err != nil {
		return err
	}
	c.answer = kept
	return s.showFile(ctx, kept.Path, "the regression test")
}

// smallest is the smallest schedule that is known of a failure.
func (s *server) smallest(c *command) (*schedule.Schedule, error) {
	s.mu.Lock()
	f := c.scenario.results.failing(c.args.Fingerprint)
	file := ""
	if f != nil {
		file = f.File
		if f.shrunk != nil && f.shrunk.File != "" {
			file = f.shrunk.File
		}
	}
	s.mu.Unlock()
	if file == "" {
		return nil, s.unknown(c)
	}
	small, _, err := schedule.Read(file)
	if err != nil {
		return nil, jsonrpc2.Errorf(requestFailed, "%v", err)
	}
	return small, nil
}

// didNames are the words for what adding did.
var didNames = map[corpus.Added]string{corpus.Kept: "kept", corpus.Created: "created", corpus.Replaced: "replaced"}

func (s *server) addToCorpus(c *scenario, small *schedule.Schedule) (Kept, error) {
	e, did, err := corpusOf(c).Add(small, false)
	if err != nil {
		return Kept{}, jsonrpc2.Errorf(requestFailed, "%v", err)
	}
	return Kept{e.Path, didNames[did]}, nil
}
