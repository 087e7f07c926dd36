package lsp

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	"go.lsp.dev/protocol"
)

// CommandLine is the answer of seedfall.copyCommandLine.
type CommandLine struct {
	// Text does the same in a terminal, in the folder Dir: in a POSIX shell, or on
	// Windows in PowerShell.
	Text string `json:"text"`
	Dir  string `json:"dir"`
}

// copyCommandLineCommand tells how to do in a terminal what a lens does, with what the
// settings add to how programs are built.
func (s *server) copyCommandLineCommand(ctx context.Context, c *command) error {
	s.mu.Lock()
	dir := ""
	if name := s.name(c.scenario); name != c.scenario.path {
		dir = c.scenario.path[:len(c.scenario.path)-len(name)]
	}
	words, env, own := s.commandWords(c), s.environ(c.scenario), s.abilities.seedfall
	s.mu.Unlock()
	line := CommandLine{Text: shellLine(env, words, runtime.GOOS == "windows"), Dir: dir}
	c.answer = line
	if own {
		return nil
	}
	return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: line.Text})
}

// commandWords are the words of the command line. mu is held.
func (s *server) commandWords(c *command) []string {
	replay := []string{"seedfall", "replay", "-c", s.name(c.scenario)}
	switch f := c.scenario.results.failing(c.args.Fingerprint); {
	case f != nil && f.shrunk != nil && f.shrunk.File != "":
		return append(replay, "-faults", f.shrunk.File)
	case f != nil:
		return append(replay, "-seed", fmt.Sprint(f.Seed))
	case c.args.Seed != 0:
		return append(replay, "-seed", fmt.Sprint(c.args.Seed))
	}
	n := c.args.Seeds
	if n == 0 {
		n = s.settingsOf(c.scenario).seeds
	}
	return []string{"seedfall", "run", "-c", s.name(c.scenario), "-seeds", fmt.Sprint(n)}
}

// environ is what the settings add to the environment of the go command in runs of a
// scenario, each NAME=value. mu is held.
func (s *server) environ(c *scenario) []string {
	goflags := os.Getenv("GOFLAGS")
	if c.view != nil {
		goflags = c.view.GoFlags
	}
	return s.build().Environ(goflags)
}

// shellLine is a command with variables of its environment, each NAME=value, as a
// POSIX shell reads it, or PowerShell.
func shellLine(env, words []string, powerShell bool) string {
	var parts []string
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		if powerShell {
			parts = append(parts, "$env:"+name+" = "+quotedAlways(value, powerShell)+";")
		} else {
			parts = append(parts, name+"="+quoted(value, powerShell))
		}
	}
	for _, w := range words {
		parts = append(parts, quoted(w, powerShell))
	}
	return strings.Join(parts, " ")
}

// quoted is a word as a shell reads it: as it is, if no shell takes any of it for more
// than itself.
func quoted(w string, powerShell bool) string {
	special := func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("-_./:=+%", r) && (powerShell || r != ',' && r != '@') && (!powerShell || r != '\\')
	}
	if w != "" && !strings.ContainsFunc(w, special) {
		return w
	}
	return quotedAlways(w, powerShell)
}

// quotedAlways is a word in single quotes, in which only these mean more.
func quotedAlways(w string, powerShell bool) string {
	quote := `'\''`
	if powerShell {
		quote = "''"
	}
	return "'" + strings.ReplaceAll(w, "'", quote) + "'"
}
