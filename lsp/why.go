package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seedfall/seedfall/internal/atomicfile"
	"github.com/seedfall/seedfall/lsp/work"
)

// Why is the answer of seedfall.why.
type Why struct {
	// Text is what the command line prints for "seedfall cause".
	Text string `json:"text"`
	// File has it.
	File string `json:"file"`
}

// whyCommand looks for the cause of a failure, or of that of a seed, and shows it.
func (s *server) whyCommand(ctx context.Context, c *command) error {
	j, err := s.failingJob(c.scenario, work.Why, c.args.Fingerprint, c.args.Seed)
	if err != nil {
		return err
	}
	j.Files = map[string]string{}
	s.mu.Lock()
	for name, file := range c.scenario.sources {
		j.Files[name] = s.rel(file)
	}
	s.mu.Unlock()
	d, err := s.await(ctx, c, j, fmt.Sprintf("seedfall: why seed %d fails", j.Seed), func(work.Event) {})
	switch {
	case err != nil:
		return err
	case d.Text == "":
		return notDone(d)
	}
	base := filepath.Base(c.scenario.path)
	path := filepath.Join(homeOf(c.scenario), fmt.Sprintf("%s-seed-%d.cause.txt", strings.TrimSuffix(base, filepath.Ext(base)), j.Seed))
	if err := atomicfile.WriteBytes(path, atomicfile.Options{Mode: 0o644}, []byte(d.Text)); err != nil {
		return refused(err)
	}
	c.answer = Why{d.Text, path}
	return s.showFile(ctx, path, "the cause")
}
