package lsp

import (
	"encoding/json"
	"fmt"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
)

// traceOpenParams name a trace: a file that is there, or a run of a config, which
// is made again and recorded.
type traceOpenParams struct {
	File string `json:"file,omitempty"`
	// Of is the handle of an open trace: what is recorded is about its run. It counts in
	// place of Config, Fingerprint and Seed.
	Of string `json:"of,omitempty"`
	// Config is the path of a scenario; "" is the only one. Fingerprint names one of
	// its failures; else the run is that of Seed.
	Config      string  `json:"config,omitempty"`
	Fingerprint string  `json:"fingerprint,omitempty"`
	Seed        Decimal `json:"seed,omitempty"`
	// Schedule is what to run, as a schedule file has it: as JSON, or as the text of
	// the file. Fingerprint then only names the failure that the verdict compares
	// with, and Seed counts if the schedule has none.
	Schedule json.RawMessage `json:"schedule,omitempty"`
	// NearestPassing asks for a passing run near the failing one that it names.
	NearestPassing *nearestPassing `json:"nearestPassing,omitempty"`
}

// nearestPassing names a failing run: a failure that is known, or a seed.
type nearestPassing struct {
	Fingerprint string  `json:"fingerprint,omitempty"`
	Seed        Decimal `json:"seed,omitempty"`
}

// maxSchedule bounds the schedule that a client sends, in bytes.
const maxSchedule = 4 << 20

// traceJob is the job that records what is asked for, and its title. of is the trace
// that it is about; nil for none.
func (s *server) traceJob(c *scenario, p *traceOpenParams, of *openTrace) (j *job, title string, err error) {
	if string(p.Schedule) == "null" {
		p.Schedule = nil
	}
	switch {
	case p.Schedule != nil && p.NearestPassing != nil:
		return nil, "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "schedule and nearestPassing exclude each other")
	case p.NearestPassing != nil && of != nil:
		j, title = againJob(of, work.Passing), "seedfall: a passing run near seed %d"
	case p.NearestPassing != nil:
		j, err = s.failingJob(c, work.Passing, p.NearestPassing.Fingerprint, uint64(p.NearestPassing.Seed))
		title = "seedfall: a passing run near seed %d"
	case p.Schedule != nil:
		j, err = editedJob(p, of)
		title = "seedfall: trace of a changed schedule of seed %d"
	case of != nil:
		j, title = againJob(of, work.Trace), "seedfall: trace of seed %d"
	default:
		j, err = s.failingJob(c, work.Trace, p.Fingerprint, uint64(p.Seed))
		title = "seedfall: trace of seed %d"
	}
	if err != nil {
		return nil, "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := c.results.failing(p.Fingerprint); f != nil {
		j.note = s.since(c, f)
	}
	return j, fmt.Sprintf(title, j.Seed), nil
}

// failingJob is a job about the smallest schedule of a failure, or if none is named
// about a seed.
func (s *server) failingJob(c *scenario, do work.Do, fingerprint string, seed uint64) (*job, error) {
	j := &job{Job: work.Job{Do: do, Seed: seed, Fails: fingerprint}}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := c.results.failing(fingerprint)
	if f == nil {
		if fingerprint != "" {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no failure %q is known", fingerprint)
		}
		return j, nil
	}
	j.Seed, j.Schedule, j.note = f.Seed, f.File, s.since(c, f)
	if f.shrunk != nil && f.shrunk.File != "" {
		j.Schedule = f.shrunk.File
	}
	return j, nil
}

// editedJob is the job that runs a schedule which the client has sent. of is the trace
// that it is about; nil for none.
func editedJob(p *traceOpenParams, of *openTrace) (*job, error) {
	content := []byte(p.Schedule)
	if text := ""; json.Unmarshal(content, &text) == nil {
		content = []byte(text)
	}
	if len(content) > maxSchedule {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the schedule has %d bytes, and at most %d are taken", len(content), maxSchedule)
	}
	changed, bare, err := schedule.Parse(numbered(content))
	if err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the schedule cannot be used: %v", err)
	}
	seed, fails := uint64(p.Seed), p.Fingerprint
	if of != nil {
		again := againJob(of, work.Trace)
		seed, fails = again.Seed, again.Fails
	}
	if bare {
		changed.Seed = seed
	}
	return &job{Job: work.Job{Do: work.Trace, Seed: changed.Seed, Content: string(changed.Encode()), Fails: fails}}, nil
}
