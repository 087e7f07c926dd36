package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// arguments are those of every command: an object, of which each command looks at
// what it needs.
type arguments struct {
	// Config is the path of the scenario's config.
	Config string `json:"config"`
	// Seeds is how many to run, from First; 0 is what the settings say.
	First uint64 `json:"first,omitempty"`
	Seeds uint64 `json:"seeds,omitempty"`
	// Fingerprint names a way to fail.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Seed is a single one.
	Seed uint64 `json:"seed,omitempty"`
	// Schedule is the path of a schedule file; Fault the number of one of its faults,
	// from 1.
	Schedule string `json:"schedule,omitempty"`
	Fault    int    `json:"fault,omitempty"`
	// Duration is how long to run, such as "10m".
	Duration string `json:"duration,omitempty"`
	// Trigger says when to run without being asked, as the setting run.trigger does.
	Trigger string `json:"trigger,omitempty"`
}

// commands are what a client can have done. Each starts something, or shows it,
// and answers at once when its job has ended.
var commands = map[string]func(*server, context.Context, *command) error{
	"seedfall.run":          (*server).runCommand,
	"seedfall.replay":       (*server).replayCommand,
	"seedfall.shrink":       (*server).shrinkCommand,
	"seedfall.stop":         (*server).stopCommand,
	"seedfall.showSchedule": (*server).showScheduleCommand,
	"seedfall.clearResults": (*server).clearCommand,
	"seedfall.timeline":     (*server).timelineCommand,

	"seedfall.removeFault":     (*server).removeFaultCommand,
	"seedfall.why":             (*server).whyCommand,
	"seedfall.setTrigger":      (*server).setTriggerCommand,
	"seedfall.pause":           (*server).pauseCommand,
	"seedfall.resume":          (*server).resumeCommand,
	"seedfall.runForDuration":  (*server).runForDurationCommand,
	"seedfall.runUntilFailure": (*server).runUntilFailureCommand,
	"seedfall.verifyFix":       (*server).verifyFixCommand,
	"seedfall.addToCorpus":     (*server).addToCorpusCommand,
	"seedfall.copyCommandLine": (*server).copyCommandLineCommand,
}

// general are the commands that are not about a scenario.
var general = []string{"seedfall.setTrigger", "seedfall.pause", "seedfall.resume"}

// command is a call of one.
type command struct {
	name     string
	args     arguments
	scenario *scenario
	token    protocol.ProgressToken // the client's own; nil if it gave none
	// answer is what the client gets, a struct or JSON; nil if there is nothing to
	// tell.
	answer any
}

func commandNames() []string { return slices.Sorted(maps.Keys(commands)) }

// ExecuteCommand implements protocol.Server.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	do := commands[p.Command]
	if do == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q", p.Command)
	}
	c := &command{name: p.Command, token: p.WorkDoneToken}
	if len(p.Arguments) > 0 {
		if err := json.Unmarshal(p.Arguments[0], &c.args); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", p.Command, err)
		}
	}
	if err := s.runnable(c); err != nil {
		return nil, err
	}
	if err := do(s, ctx, c); err != nil || c.answer == nil {
		return protocol.LSPAny("null"), err
	}
	return marshal(c.answer), nil
}

// runnable finds the scenario of a command, and says why it may not be run.
func (s *server) runnable(c *command) error {
	s.mu.Lock()
	trusted := s.trusted
	c.scenario = s.scenario(c.args.Config)
	if c.args.Config == "" && len(s.scenarios) == 1 {
		c.scenario = s.scenarios[0]
	}
	s.mu.Unlock()
	switch {
	case !trusted:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "this workspace is not trusted, so nothing is run in it")
	case c.scenario == nil && !slices.Contains(general, c.name):
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: no config %q in the open folders", c.name, c.args.Config)
	}
	return nil
}

func (s *server) stopCommand(_ context.Context, c *command) error {
	s.sweeper.stop(func(j *job) bool { return j.scenario == c.scenario })
	return nil
}

func (s *server) clearCommand(_ context.Context, c *command) error {
	s.mu.Lock()
	job := c.scenario.results.job
	c.scenario.results = results{job: job}
	s.mu.Unlock()
	s.keep(c.scenario, false)
	s.refresh()
	return nil
}

func (s *server) showScheduleCommand(ctx context.Context, c *command) error {
	s.mu.Lock()
	f := c.scenario.results.failing(c.args.Fingerprint)
	file, can := "", s.abilities.showsFiles
	if f != nil {
		file = f.File
		if f.shrunk != nil {
			file = f.shrunk.File
		}
	}
	s.mu.Unlock()
	switch {
	case file == "":
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no schedule of that failure is kept")
	case !can:
		return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "the schedule is in " + file})
	}
	_, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.File(file), TakeFocus: new(true)})
	return err
}
