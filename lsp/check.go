package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Checked is the answer of seedfall.check.
type Checked struct {
	// Same says that every seed that ran twice gave the same trace both times.
	Same bool `json:"same"`
	// Message says so in a sentence; Detail has the first lines that differ, "" if
	// none do.
	Message string `json:"message"`
	Detail  string `json:"detail,omitempty"`
	// Ran is how many seeds ran twice. Seed is the one whose runs differ.
	Ran  uint64  `json:"ran"`
	Seed Decimal `json:"seed,omitempty"`
}

// checkCommand runs a failure, a seed, or as many seeds as a sweep has, twice each, and
// compares the traces, as "seedfall run -check" does. Nothing of it becomes a result.
func (s *server) checkCommand(ctx context.Context, c *command) error {
	j, title, err := s.checkJob(c)
	if err != nil {
		return err
	}
	d, err := s.await(ctx, c, j, title, func(work.Event) {})
	switch {
	case err != nil:
		return err
	case d.Cancelled || d.Checked == nil:
		return notDone(d)
	}
	found := checkedOf(d.Checked)
	c.answer = found
	kind, text := protocol.MessageTypeInfo, found.Message
	if !found.Same {
		kind, text = protocol.MessageTypeWarning, text+"\n"+found.Detail
	}
	return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: kind, Message: "seedfall: " + strings.TrimSpace(text)})
}

// checkJob is the job of a check, and its title.
func (s *server) checkJob(c *command) (j *job, title string, err error) {
	if c.args.Fingerprint != "" || c.args.Seed != 0 {
		if c.args.Seeds != 0 || c.args.First != 0 {
			return nil, "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: a failure or a seed is one run; seeds and first are about several", c.name)
		}
		j, err = s.failingJob(c.scenario, work.Check, c.args.Fingerprint, c.args.Seed)
		if err != nil {
			return nil, "", err
		}
		return j, fmt.Sprintf("seedfall: seed %d twice", j.Seed), nil
	}
	j, _ = s.sweepOf(c)
	j.Do, j.Distinct = work.Check, 0
	return j, fmt.Sprintf("seedfall: %s, each twice", plural(int(j.Last-j.First+1), "seed")), nil
}

// checkedOf is what the worker has found, for the client.
func checkedOf(k *work.Checked) Checked {
	found := Checked{Same: !k.Differs, Ran: k.Ran, Seed: Decimal(k.Seed), Detail: k.Detail}
	switch {
	case k.Differs:
		found.Message = fmt.Sprintf("seed %d: %s", k.Seed, k.Message)
	case k.Ran == 1:
		found.Message = "two runs of the seed are the same"
	default:
		found.Message = fmt.Sprintf("two runs of each of %d seeds are the same", k.Ran)
	}
	return found
}
