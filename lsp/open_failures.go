package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/seedfall/seedfall/internal/atomicfile"
)

// Failures is the answer of seedfall.openFailures.
type Failures struct {
	// Failures are all ways to fail that are known, by scenario, in the order in which
	// they were found.
	Failures []FailureAt `json:"failures"`
	// File has them as a text, a line for each that begins with file:line:column; "" if
	// there are none, or the folder of results cannot be written.
	File string `json:"file"`
}

// FailureAt is a way to fail, and where it is shown.
type FailureAt struct {
	// Config and Fingerprint name it, as the arguments of commands do.
	Config      string `json:"config"`
	Fingerprint string `json:"fingerprint"`
	Title       string `json:"title"`
	Message     string `json:"message"`
	// Seeds are those that are known to fail so, the first first.
	Seeds []Decimal `json:"seeds"`
	// Outdated says that the files have changed since.
	Outdated bool `json:"outdated"`
	// URI and Range are the site that failed, or the begin of the config.
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"`
}

// openFailuresCommand lists what fails, of one scenario or of all, and shows the list.
func (s *server) openFailuresCommand(ctx context.Context, c *command) error {
	if c.args.Config != "" && c.scenario == nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: no config %q in the open folders", c.name, c.args.Config)
	}
	found, list, first := Failures{Failures: []FailureAt{}}, strings.Builder{}, (*scenario)(nil)
	s.mu.Lock()
	for _, of := range s.scenarios {
		if c.args.Config != "" && of != c.scenario {
			continue
		}
		for _, f := range of.results.failures {
			if first == nil {
				first = of
			}
			at := s.failureAt(of, f)
			found.Failures = append(found.Failures, at)
			list.WriteString(s.line(of, f, &at))
		}
	}
	s.mu.Unlock()
	if first == nil {
		c.answer = found
		return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "seedfall: no failure is known"})
	}
	path := filepath.Join(homeOf(first), "failures.txt")
	if err := atomicfile.WriteBytes(path, atomicfile.Options{Mode: 0o644}, []byte(list.String())); err != nil {
		c.answer = found
		return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: "seedfall: the list of failures cannot be written: " + err.Error()})
	}
	found.File = path
	c.answer = found
	return s.showFile(ctx, path, "the list of failures")
}

// failureAt is a failure for the client. mu is held.
func (s *server) failureAt(c *scenario, f *failing) FailureAt {
	v := f.Failure.Failure
	u, r := s.place(c, v.Site, kindOf(string(v.Class)), v.Property)
	return FailureAt{Config: c.path, Fingerprint: f.Fingerprint, Title: f.Title, Message: v.Message, Seeds: decimals(f.seeds), Outdated: f.outdated, URI: u, Range: r}
}

// line is a failure in the list, in the form that editors and terminals jump from.
func (s *server) line(c *scenario, f *failing, at *FailureAt) string {
	text := fmt.Sprintf("%s:%d:%d: %s", fileOf(at.URI), at.Range.Start.Line+1, at.Range.Start.Character+1, f.Title)
	if at.Message != "" {
		text += ": " + strings.Join(strings.Fields(at.Message), " ")
	}
	return fmt.Sprintf("%s (%s of %s, at %s)%s\n", text, seedsText(f.seeds), s.name(c), f.Failure.Failure.At.Seconds(), badge(f.snapshot, f.outdated))
}
