package lsp

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// timelineCommand records a run and opens its trace: the answer is that of
// seedfall/trace/open. To a client that draws no timeline it shows the story of the
// run as a text.
func (s *server) timelineCommand(ctx context.Context, c *command) error {
	j, title, err := s.traceJob(c.scenario, &traceOpenParams{Fingerprint: c.args.Fingerprint, Seed: Decimal(c.args.Seed)}, nil)
	if err != nil {
		return err
	}
	o, err := s.recordTrace(ctx, c, j, title)
	if err != nil {
		return err
	}
	if err := s.traces.add(o); err != nil {
		return refused(err)
	}
	answer := opened(o)
	s.mu.Lock()
	draws := s.abilities.timeline
	s.mu.Unlock()
	if !draws {
		if answer.File, err = writeStory(ctx, o); err != nil {
			return refused(err)
		}
		if err := s.showFile(ctx, answer.File, "the story of the run"); err != nil {
			return err
		}
	}
	c.answer = answer
	return nil
}

// showFile shows a file, or says where it is; what says what it is.
func (s *server) showFile(ctx context.Context, path, what string) error {
	s.mu.Lock()
	can := s.abilities.showsFiles
	s.mu.Unlock()
	if !can {
		return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: what + " is in " + path})
	}
	_, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.File(path), TakeFocus: new(true)})
	return err
}

// writeStory writes the story of a run beside its trace, and gives the path.
func writeStory(ctx context.Context, o *openTrace) (path string, err error) {
	path = strings.TrimSuffix(o.path, tracefile.Extension) + ".txt"
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	b := bufio.NewWriter(f)
	err = tellStory(ctx, b, o.File)
	if e := b.Flush(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return path, err
}

// tellStory writes the steps that led to a failure, and then all events that did.
// Of a run without one it writes all events, as many as an answer has.
func tellStory(ctx context.Context, b *bufio.Writer, f *tracefile.File) error {
	query := ""
	switch {
	case f.Failure == nil:
		fmt.Fprintf(b, "seed %d: %s\n", f.Seed, f.Reason)
	default:
		fmt.Fprintf(b, "seed %d fails: %s\n  %s\n", f.Seed, f.Failure.Title(), f.Failure.Message)
		if f.Failure.Event != 0 {
			query = fmt.Sprintf("cause:#%d", f.Failure.Event)
		}
	}
	if f.Story != nil {
		fmt.Fprintf(b, "\nthe story, %d events of the %d that led to the failure:\n", len(f.Story.Steps), f.Story.Past)
		for _, step := range f.Story.Steps {
			fmt.Fprintf(b, "%10s  %s %s\n", step.At.Seconds(), step.Node, step.Text)
		}
	}
	filter, err := f.Filter(ctx, query)
	if err != nil {
		return err
	}
	events, err := f.Search(ctx, filter, 0, maxEvents)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "\n%d of %d events:\n", len(events), f.Header.Events)
	return writeEvents(b, f.Printer(), events)
}

func writeEvents(b *bufio.Writer, p *trace.Printer, events []trace.Event) error {
	for i := range events {
		if err := p.Text(b, &events[i]); err != nil {
			return err
		}
	}
	return nil
}
