package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// setTriggerCommand changes when seeds are run without being asked for, until the
// settings are sent anew.
func (s *server) setTriggerCommand(_ context.Context, c *command) error {
	s.mu.Lock()
	err := options["run.trigger"](&s.settings, json.RawMessage(marshal(c.args.Trigger)))
	for _, own := range s.folderSettings {
		own.trigger = s.settings.trigger
	}
	s.mu.Unlock()
	if err != nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: the trigger %q is not taken: %v", c.name, c.args.Trigger, err)
	}
	s.retrigger()
	return nil
}

// pauseCommand ends what nobody has asked for, and lets nothing such begin.
func (s *server) pauseCommand(context.Context, *command) error {
	s.mu.Lock()
	s.asleep = true
	s.mu.Unlock()
	s.sweeper.stop(func(j *job) bool { return j.automatic })
	s.refresh()
	return nil
}

func (s *server) resumeCommand(context.Context, *command) error {
	s.mu.Lock()
	s.asleep = false
	s.mu.Unlock()
	s.retrigger()
	return nil
}

// runForDurationCommand sweeps as long as its argument says.
func (s *server) runForDurationCommand(ctx context.Context, c *command) error {
	d, err := time.ParseDuration(c.args.Duration)
	if err != nil || d <= 0 {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, `%s: the duration %q is not taken: use one such as "10m"`, c.name, c.args.Duration)
	}
	s.mu.Lock()
	j := s.endless(c)
	j.Budget, j.Distinct = d, s.settingsOf(c.scenario).distinct
	title := fmt.Sprintf("seedfall: %s for %v", s.name(c.scenario), d)
	s.mu.Unlock()
	return s.do(ctx, c, j, title)
}

// runUntilFailureCommand sweeps until a seed fails.
func (s *server) runUntilFailureCommand(ctx context.Context, c *command) error {
	s.mu.Lock()
	j := s.endless(c)
	j.Distinct = 1
	title := fmt.Sprintf("seedfall: %s until a failure", s.name(c.scenario))
	s.mu.Unlock()
	return s.do(ctx, c, j, title)
}

// endless is a sweep of all seeds from the first that the command names, or else
// from those that have been run. mu is held.
func (s *server) endless(c *command) *job {
	first := max(1, c.args.First)
	if r := &c.scenario.results; c.args.First == 0 && r.progress != nil && !r.outdated {
		first = r.next
	}
	return &job{Job: work.Job{Do: work.Sweep, First: first, Last: lastSeed}}
}

// Verified is the answer of seedfall.verifyFix.
type Verified struct {
	// Fixed says that every schedule of the failure passes now.
	Fixed bool `json:"fixed"`
	// Message says what has become of it, in a sentence.
	Message string `json:"message"`
}

// verifyFixCommand replays what is known of a failure on the code as it is now, and
// says whether it still fails.
func (s *server) verifyFixCommand(ctx context.Context, c *command) error {
	s.mu.Lock()
	f := c.scenario.results.failing(c.args.Fingerprint)
	if f == nil || f.File == "" {
		s.mu.Unlock()
		return s.unknown(c)
	}
	j := &job{Job: work.Job{Do: work.Recall, Known: []string{f.File}}}
	if f.shrunk != nil && f.shrunk.File != "" {
		j.Known = append(j.Known, f.shrunk.File)
	}
	was := f.Title
	s.mu.Unlock()
	said := map[string]*work.Recalled{}
	err := s.doAnd(ctx, c, j, "seedfall: verifying a fix", func(e work.Event) {
		if e.Recalled != nil {
			said[e.Recalled.File] = e.Recalled
		}
	})
	if err != nil {
		return err
	}
	v := verdictOf(j.Known, said, was)
	c.answer = v
	kind := protocol.MessageTypeInfo
	if !v.Fixed {
		kind = protocol.MessageTypeWarning
	}
	return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: kind, Message: "seedfall: " + v.Message})
}

// verdictOf says what the replays of a failure come to: the worst of them.
func verdictOf(files []string, said map[string]*work.Recalled, was string) Verified {
	for _, file := range files {
		r := said[file]
		switch {
		case r == nil:
			return Verified{Message: "not verified: the replay has not ended"}
		case r.Problem != "":
			return Verified{Message: fmt.Sprintf("not verified: %s cannot be replayed: %s", file, r.Problem)}
		case r.Failure != nil:
			return Verified{Message: "it still fails: " + r.Failure.Title}
		}
	}
	return Verified{Fixed: true, Message: fmt.Sprintf("fixed: %q does not happen any more in its schedule", was)}
}

func (s *server) unknown(c *command) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: no schedule of a failure %q is kept", c.name, c.args.Fingerprint)
}
