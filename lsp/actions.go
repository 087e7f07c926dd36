package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/lsp/internal/text"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// action is something that a user may have done at a place.
type action struct {
	title string
	kind  protocol.CodeActionKind
	// command and args are a command of the server; "" for an action that edits.
	command string
	args    arguments
	// edits are those of the document; preferred says that there is nothing better to
	// do about what is wrong.
	edits     []protocol.TextEdit
	preferred bool
	// about is what is wrong; nil for nothing.
	about *protocol.Diagnostic
}

// sourceKind is the kind of an action that does what a lens does, by command.
func sourceKind(command string) protocol.CodeActionKind {
	return protocol.CodeActionKindSource + "." + protocol.CodeActionKind(command)
}

func actionKinds() []protocol.CodeActionKind {
	kinds := []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}
	for _, c := range []string{"seedfall.run", "seedfall.runUntilFailure", "seedfall.shrink", "seedfall.showSchedule", "seedfall.timeline", "seedfall.why", "seedfall.stop"} {
		kinds = append(kinds, sourceKind(c))
	}
	return kinds
}

// CodeAction implements protocol.Server.
func (s *server) CodeAction(_ context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []protocol.CommandOrCodeAction{}
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return found, nil
	}
	all := s.fixes(d, p.Range)
	if s.trusted {
		all = append(all, s.failureActions(d, p.Range)...)
		all = append(all, s.lensActions(d, p.Range)...)
	}
	for i := range all {
		if a := &all[i]; asked(a.kind, p.Context.Only) {
			if made := s.made(d, a, p.Context.Diagnostics); made != nil {
				found = append(found, made)
			}
		}
	}
	return found, nil
}

// asked says whether a client that wants only some kinds wants one.
func asked(kind protocol.CodeActionKind, only []protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == "" || o == kind || strings.HasPrefix(string(kind), string(o)+".")
	})
}

// made is an action for the client; nil if the client cannot have it. shown are the
// diagnostics that it shows there.
func (s *server) made(d *document, a *action, shown []protocol.Diagnostic) protocol.CommandOrCodeAction {
	var command protocol.Command
	if a.command != "" {
		command = protocol.Command{Title: a.title, Command: a.command, Arguments: []protocol.LSPAny{marshal(a.args)}}
	}
	switch {
	case !s.abilities.actions && a.command == "":
		return nil
	case !s.abilities.actions:
		return &command
	}
	made := &protocol.CodeAction{Title: a.title, Kind: &a.kind, Command: command}
	if len(a.edits) > 0 {
		made.Edit = &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{d.uri: a.edits}}
	}
	if a.preferred && s.abilities.preferred {
		made.IsPreferred = new(true)
	}
	if a.about != nil {
		for i := range shown {
			if shown[i].Range == a.about.Range && shown[i].Message == a.about.Message {
				made.Diagnostics = append(made.Diagnostics, shown[i])
			}
		}
	}
	return made
}

// lensActions are what the lenses of some lines do. Those that only tell something
// are left out.
func (s *server) lensActions(d *document, r protocol.Range) (all []action) {
	if d.scanned() == nil {
		return nil
	}
	for _, l := range s.slots(d) {
		at := s.span(d.text, l.from, l.to)
		if at.Start.Line > r.End.Line || at.End.Line < r.Start.Line {
			continue
		}
		c := s.scenario(l.Config)
		title, command, args := s.lens(c, &l.slot)
		if l.What == "state" && args.Fingerprint == "" {
			continue
		}
		if command == "seedfall.why" {
			title = fmt.Sprintf("why seed %d fails", args.Seed)
		}
		a := action{title: "seedfall: " + title, kind: sourceKind(command), command: command, args: args}
		if !slices.ContainsFunc(all, func(b action) bool { return b.command == a.command && b.args == a.args }) {
			all = append(all, a)
		}
	}
	return all
}

// failureActions are what can be done about the failures that are shown in a range.
func (s *server) failureActions(d *document, r protocol.Range) (all []action) {
	shown := s.published[d.uri]
	for i := range shown {
		var data fixData
		if !overlap(shown[i].Range, r) || json.Unmarshal(shown[i].Data, &data) != nil {
			continue
		}
		c := s.scenario(data.Config)
		if c == nil || c.results.failing(data.Fingerprint) == nil {
			continue
		}
		f := c.results.failing(data.Fingerprint)
		add := func(command, format string, args ...any) {
			all = append(all, action{title: fmt.Sprintf(format, args...), kind: protocol.CodeActionKindQuickFix, command: command, about: &shown[i],
				args: arguments{Config: data.Config, Fingerprint: data.Fingerprint, Seed: f.Seed}})
		}
		if c.results.job != nil {
			add("seedfall.stop", "Stop what runs of %s", s.name(c))
		}
		if s.abilities.timeline {
			add("seedfall.timeline", "Open the timeline of seed %d", f.Seed)
		}
		add("seedfall.replay", "Replay seed %d", f.Seed)
		add("seedfall.why", "Tell why seed %d fails", f.Seed)
		switch {
		case f.shrunk != nil:
			add("seedfall.showSchedule", "Show the schedule, shrunk to %s", plural(f.shrunk.Faults, "fault"))
		default:
			add("seedfall.shrink", "Shrink the schedule of seed %d", f.Seed)
			if f.File != "" {
				add("seedfall.showSchedule", "Show the schedule of seed %d", f.Seed)
			}
		}
	}
	return all
}

// overlap says whether two ranges have a position in common.
func overlap(a, b protocol.Range) bool {
	behind := func(a, b protocol.Position) bool {
		return a.Line > b.Line || a.Line == b.Line && a.Character > b.Character
	}
	return !behind(a.Start, b.End) && !behind(b.Start, a.End)
}

// edit replaces a part of a document.
func (s *server) edit(t *text.Document, from, to int, with string) protocol.TextEdit {
	return protocol.TextEdit{Range: s.span(t, from, to), NewText: with}
}
