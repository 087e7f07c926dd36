package lsp

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
)

// runCommand sweeps, and answers when the sweep has ended.
func (s *server) runCommand(ctx context.Context, c *command) error {
	s.mu.Lock()
	first, n := max(1, c.args.First), c.args.Seeds
	if n == 0 {
		n = s.settings.seeds
	}
	j := &job{Job: work.Job{Do: work.Sweep, First: first, Last: first + n - 1, Distinct: s.settings.distinct}}
	title := fmt.Sprintf("seedfall: %d seeds of %s", n, s.name(c.scenario))
	s.mu.Unlock()
	return s.do(ctx, c, j, title)
}

func (s *server) replayCommand(ctx context.Context, c *command) error {
	j := &job{Job: work.Job{Do: work.Replay, Seed: c.args.Seed}}
	s.mu.Lock()
	if f := c.scenario.results.failing(c.args.Fingerprint); f != nil {
		j.Seed, j.Schedule = f.Seed, f.File
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
	j := &job{Job: work.Job{Do: work.Shrink, Seed: f.Seed, Schedule: f.File, Runs: s.settings.runs}}
	title := fmt.Sprintf("seedfall: shrinking seed %d", f.Seed)
	s.mu.Unlock()
	return s.do(ctx, c, j, title)
}

// do has a job done and answers when it has ended. The client sees its progress,
// and can end it there or by cancelling its request.
func (s *server) do(ctx context.Context, c *command, j *job, title string) error {
	_, err := s.await(ctx, c, j, title)
	return err
}

// await is do for what needs to know how the job has ended.
func (s *server) await(ctx context.Context, c *command, j *job, title string) (*work.Done, error) {
	j.scenario = c.scenario
	done := make(chan *work.Done, 1)
	p := s.begin(c.token, title, func() { s.sweeper.stop(j) })
	j.hear = func(e work.Event) {
		s.heard(j, e)
		p.heard(e)
		if e.Done != nil {
			done <- e.Done
		}
	}
	s.start(j)
	select {
	case <-ctx.Done():
		s.sweeper.stop(j)
		<-done
		return nil, ctx.Err()
	case d := <-done:
		if d.Error != "" && d.Kind == work.Internal {
			return nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s", d.Error)
		}
		return d, nil
	}
}

// background has a job done that nobody waits for.
func (s *server) background(c *scenario, j *job) {
	j.scenario, j.automatic = c, true
	j.hear = func(e work.Event) { s.heard(j, e) }
	s.start(j)
}

func (s *server) start(j *job) {
	s.mu.Lock()
	j.Config, j.Jobs = j.scenario.path, s.settings.jobs
	if j.Jobs <= 0 {
		j.Jobs = max(1, runtime.NumCPU()/2)
	}
	s.mu.Unlock()
	s.sweeper.add(j)
}

// heard takes what the worker says about a job into the results.
func (s *server) heard(j *job, e work.Event) {
	s.mu.Lock()
	r := &j.scenario.results
	if e.Done == nil {
		r.job = j
	}
	var next []*job
	switch {
	case e.Say != "":
		r.doing = e.Say
	case e.Prepared != nil:
		r.problem, r.kind, r.outdated = "", "", false
		if j.Do == work.Sweep {
			r.progress, r.complete, r.unreached = &work.Progress{Seeds: j.Last - j.First + 1}, false, nil
			r.failures = nil
		}
	case e.Progress != nil:
		r.progress, r.doing = e.Progress, ""
		r.count(e.Progress)
	case e.Failure != nil && j.Do == work.Shrink:
		if f := r.failing(e.Failure.Fingerprint); f != nil {
			f.shrunk = e.Failure
		}
	case e.Failure != nil:
		if r.failed(e.Failure) && j.Do == work.Sweep {
			next = append(next, &job{Job: work.Job{Do: work.Replay, Seed: e.Failure.Seed, Schedule: e.Failure.File}})
		}
	case e.Done != nil:
		s.ended(j, e.Done)
	}
	s.mu.Unlock()
	for _, n := range next {
		s.background(j.scenario, n)
	}
	s.refresh()
}

// ended takes the end of a job. mu is held.
func (s *server) ended(j *job, d *work.Done) {
	r := &j.scenario.results
	r.job, r.doing = nil, ""
	s.tokens++
	r.run = s.tokens
	if d.Error != "" {
		r.problem, r.kind = d.Error, d.Kind
		return
	}
	if d.Progress != nil {
		r.progress = d.Progress
		r.count(d.Progress)
		r.complete, r.unreached = d.Progress.Ran == d.Progress.Seeds, d.Unreached
	}
	if j.Do == work.Replay && d.Passed {
		r.failures = slices.DeleteFunc(r.failures, func(f *failing) bool { return f.File == j.Schedule && f.Seed == j.Seed })
	}
}

// count brings the seeds of each way to fail up to date.
func (r *results) count(p *work.Progress) {
	for _, w := range p.Failures {
		if f := r.failing(w.Fingerprint); f != nil {
			f.seeds = w.Seeds
		}
	}
}
