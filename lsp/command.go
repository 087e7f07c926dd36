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
	// URI is a file, and Position a place in it, for commands that find out by
	// themselves what is there.
	URI      uri.URI            `json:"uri,omitempty"`
	Position *protocol.Position `json:"position,omitempty"`
}

// verb is what a client can have done. It starts something, or shows it, and answers
// when that has ended.
type verb struct {
	do func(*server, context.Context, *command) error
	// general is about no scenario, or finds out by itself which. Any other is about
	// the one that is named, or the only one.
	general bool
	// idle runs nothing, and writes into no folder that is not trusted, so that it is
	// done there, too.
	idle bool
	// again says that seedfall.rerunLast does it once more.
	again bool
	// theirs is one that the clients of our own methods have under the same name. It
	// is not announced to them: such a client registers all that is announced, and a
	// name can be registered once.
	theirs bool
}

// commands are all verbs. docs/editors.md has a row for each.
var commands = map[string]verb{
	"seedfall.run":          {do: (*server).runCommand, again: true},
	"seedfall.replay":       {do: (*server).replayCommand, again: true},
	"seedfall.shrink":       {do: (*server).shrinkCommand, again: true},
	"seedfall.stop":         {do: (*server).stopCommand},
	"seedfall.showSchedule": {do: (*server).showScheduleCommand},
	"seedfall.clearResults": {do: (*server).clearCommand},
	"seedfall.timeline":     {do: (*server).timelineCommand, again: true},

	"seedfall.removeFault":     {do: (*server).removeFaultCommand, again: true},
	"seedfall.why":             {do: (*server).whyCommand, again: true},
	"seedfall.setTrigger":      {do: (*server).setTriggerCommand, general: true},
	"seedfall.pause":           {do: (*server).pauseCommand, general: true},
	"seedfall.resume":          {do: (*server).resumeCommand, general: true},
	"seedfall.runForDuration":  {do: (*server).runForDurationCommand, again: true},
	"seedfall.runUntilFailure": {do: (*server).runUntilFailureCommand, again: true},
	"seedfall.verifyFix":       {do: (*server).verifyFixCommand, again: true},
	"seedfall.addToCorpus":     {do: (*server).addToCorpusCommand},
	"seedfall.copyCommandLine": {do: (*server).copyCommandLineCommand},

	"seedfall.runAtCursor":            {do: (*server).runAtCursorCommand, general: true, again: true},
	"seedfall.runFile":                {do: (*server).runFileCommand, general: true, again: true},
	"seedfall.check":                  {do: (*server).checkCommand, again: true},
	"seedfall.generateRegressionTest": {do: (*server).generateRegressionTestCommand},
	"seedfall.newConfig":              {do: (*server).newConfigCommand, general: true, theirs: true},
	"seedfall.openFailures":           {do: (*server).openFailuresCommand, general: true, idle: true},
	"seedfall.memoryUsage":            {do: (*server).memoryUsageCommand, general: true, idle: true},
	"seedfall.doctor":                 {do: (*server).doctorCommand, general: true, idle: true, theirs: true},
	"seedfall.rerunLast":              {do: (*server).rerunLastCommand, general: true, theirs: true},
	"seedfall.stopAll":                {do: (*server).stopAllCommand, general: true, idle: true, theirs: true},
}

// command is a call of one.
type command struct {
	verb
	name     string
	args     arguments
	scenario *scenario
	token    protocol.ProgressToken // the client's own; nil if it gave none
	// answer is what the client gets, a struct or JSON; nil if there is nothing to
	// tell.
	answer any
}

func commandNames() []string { return slices.Sorted(maps.Keys(commands)) }

// announced are the commands that a client may show; ours says that it has our own
// methods.
func announced(ours bool) []string {
	return slices.DeleteFunc(commandNames(), func(name string) bool { return ours && commands[name].theirs })
}

// ExecuteCommand implements protocol.Server.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	v, known := commands[p.Command]
	if !known {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q", p.Command)
	}
	c := &command{verb: v, name: p.Command, token: p.WorkDoneToken}
	if len(p.Arguments) > 0 {
		if err := json.Unmarshal(p.Arguments[0], &c.args); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", p.Command, err)
		}
	}
	if err := s.runnable(c); err != nil {
		return nil, err
	}
	if c.again {
		s.mu.Lock()
		s.last = c
		s.mu.Unlock()
	}
	if err := c.do(s, ctx, c); err != nil || c.answer == nil {
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
	case !trusted && !c.idle:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "this workspace is not trusted, so nothing is run in it")
	case c.scenario == nil && !c.general:
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
	c.scenario.results, c.scenario.saved = results{job: job}, nil
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
