package lsp

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// runCommand sweeps, and answers when the sweep has ended.
func (s *server) runCommand(ctx context.Context, c *command) error {
	j, title := s.sweepOf(c)
	return s.do(ctx, c, j, title)
}

// sweepOf is the sweep that a command asks for, and its title.
func (s *server) sweepOf(c *command) (j *job, title string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first, n := max(1, c.args.First), c.args.Seeds
	if n == 0 {
		n = s.settingsOf(c.scenario).seeds
	}
	j = &job{Job: work.Job{Do: work.Sweep, First: first, Last: first + min(n-1, math.MaxUint64-first), Distinct: s.settingsOf(c.scenario).distinct}}
	return j, fmt.Sprintf("seedfall: %d seeds of %s", n, s.name(c.scenario))
}

func (s *server) replayCommand(ctx context.Context, c *command) error {
	j := &job{Job: work.Job{Do: work.Replay, Seed: c.args.Seed}}
	s.mu.Lock()
	if f := c.scenario.results.failing(c.args.Fingerprint); f != nil {
		j.Seed, j.Schedule, j.note = f.Seed, f.File, s.since(c.scenario, f)
	}
	title := fmt.Sprintf("seedfall: replay of seed %d", j.Seed)
	s.mu.Unlock()
	return s.do(ctx, c, j, title)
}

func (s *server) shrinkCommand(ctx context.Context, c *command) error {
	s.mu.Lock()
	f := c.scenario.results.failing(c.args.Fingerprint)
	if f == nil {
		s.mu.Unlock()
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no failure %q is known", c.args.Fingerprint)
	}
	j := &job{Job: work.Job{Do: work.Shrink, Seed: f.Seed, Schedule: f.File, Runs: s.settingsOf(c.scenario).runs}, note: s.since(c.scenario, f)}
	title := fmt.Sprintf("seedfall: shrinking seed %d", f.Seed)
	s.mu.Unlock()
	return s.do(ctx, c, j, title)
}

// do has a job done and answers when it has ended. The client sees its progress,
// and can end it there or by cancelling its request.
func (s *server) do(ctx context.Context, c *command, j *job, title string) error {
	return s.doAnd(ctx, c, j, title, func(work.Event) {})
}

// doAnd is do with somebody else who hears of the job.
func (s *server) doAnd(ctx context.Context, c *command, j *job, title string, hear func(work.Event)) error {
	_, err := s.await(ctx, c, j, title, hear)
	return err
}

// await is doAnd for what needs to know how the job has ended.
func (s *server) await(ctx context.Context, c *command, j *job, title string, hear func(work.Event)) (*work.Done, error) {
	j.scenario, j.urgency = c.scenario, urgentAsked
	if j.note != "" {
		if err := s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: "seedfall: " + j.note}); err != nil {
			s.logf("a message: %v", err)
		}
	}
	done := make(chan *work.Done, 1)
	p := s.begin(c.token, title, func() { s.stopJob(j) })
	j.hear = func(e work.Event) {
		if e.Done != nil {
			defer func() { done <- e.Done }()
		}
		hear(e)
		s.heard(j, e)
		p.heard(e)
	}
	s.listing(func() { s.sweeper.add(j) })
	select {
	case <-ctx.Done():
		s.stopJob(j)
		<-done
		return nil, ctx.Err()
	case d := <-done:
		switch {
		case d.Error != "" && (d.Kind == work.Internal || d.Kind == work.Crash):
			return nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s", d.Error)
		case d.Error != "" && d.Kind == work.BadCode:
			return nil, jsonrpc2.Errorf(requestFailed, "%s", d.Error)
		}
		return d, nil
	}
}

// requestFailed is the code of a request that is right and cannot be done now.
const requestFailed = jsonrpc2.Code(-32803)

func (s *server) stopJob(j *job) { s.sweeper.stop(func(o *job) bool { return o == j }) }

// automatic makes a job one that nobody waits for.
func (s *server) automatic(c *scenario, u urgency, j *job) *job {
	j.scenario, j.urgency, j.automatic = c, u, true
	j.hear = func(e work.Event) { s.heard(j, e) }
	return j
}

// maxStrikes is how often a seed may be running when the worker ends, before it is
// left out of sweeps.
const maxStrikes = 2

// ready completes a job that is about to begin, or says why it cannot.
func (s *server) ready(j *job) *work.Done {
	s.look(j.scenario)
	d, buffers := s.complete(j)
	if d == nil && len(buffers) > 0 {
		if err := s.lay(j, buffers); err != nil {
			return &work.Done{Error: err.Error(), Kind: work.Other}
		}
	}
	return d
}

// complete is ready for a scenario whose files have been looked at. The buffers are what
// the job is of besides them.
func (s *server) complete(j *job) (d *work.Done, buffers []*document) {
	c := j.scenario
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stirred = true
	if !s.there(c) {
		return &work.Done{Cancelled: true}, nil
	}
	if why := s.paused(c); why != "" {
		if j.automatic {
			return &work.Done{Cancelled: true}, nil
		}
		return &work.Done{Error: "paused: code does not compile: " + why, Kind: work.BadCode}, nil
	}
	j.Config, j.Memory, j.snapshot = c.path, s.settings.memory, s.now(c)
	if c.stricken != j.snapshot {
		c.stricken, c.strikes = j.snapshot, map[uint64]int{}
	}
	j.Env = s.environ(c)
	j.Jobs = s.settingsOf(c).jobs
	if j.Jobs <= 0 {
		j.Jobs = half()
	}
	if j.Do == work.Sweep {
		j.Skip = nil
		for _, seed := range slices.Sorted(maps.Keys(c.strikes)) {
			switch n := c.strikes[seed]; {
			case seed < j.First || seed > j.Last:
			case n >= maxStrikes:
				j.Skip = append(j.Skip, seed)
			default:
				j.Jobs = 1 // so that it shows which of them it is
			}
		}
	}
	c.stand(j.snapshot)
	c.results.job = j
	return nil, s.buffers(c)
}
