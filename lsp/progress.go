package lsp

import (
	"fmt"
	"sync"
	"time"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
)

// progress is what a client shows of a job that somebody asked for.
type progress struct {
	server *server
	token  protocol.ProgressToken // nil if the client shows none
	key    string

	mu    sync.Mutex
	said  time.Time
	ended bool
	// share is the percentage that is shown, which never falls; prepared is what of it
	// was for preparing the program.
	share, prepared uint32
}

// pace is how long a progress is silent at least between two reports, in real
// time.
const pace = 250 * time.Millisecond

// begin shows that a job begins. stop is called if the user wants it to end. token
// is the client's own; nil has it make one.
func (s *server) begin(token protocol.ProgressToken, title string, stop func()) *progress {
	p := &progress{server: s, token: token}
	if token == nil {
		s.mu.Lock()
		can := s.abilities.progress
		s.tokens++
		made := protocol.String(fmt.Sprintf("seedfall-%d", s.tokens))
		s.mu.Unlock()
		if !can {
			return p
		}
		if err := s.client.WorkDoneProgressCreate(s.ctx, &protocol.WorkDoneProgressCreateParams{Token: made}); err != nil {
			s.logf("the client shows no progress: %v", err)
			return p
		}
		p.token = made
	}
	p.key = keyOf(p.token)
	s.mu.Lock()
	if s.cancels == nil {
		s.cancels = map[string]func(){}
	}
	s.cancels[p.key] = stop
	s.mu.Unlock()
	p.send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: new(true)})
	return p
}

func (p *progress) send(v any) {
	if p.token == nil {
		return
	}
	raw, err := protocol.Marshal(v)
	if err == nil {
		err = p.server.client.Progress(p.server.ctx, &protocol.ProgressParams{Token: p.token, Value: raw})
	}
	if err != nil {
		p.server.logf("progress: %v", err)
	}
}

// heard shows what a worker says.
func (p *progress) heard(e work.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	report := &protocol.WorkDoneProgressReport{Kind: "report"}
	switch {
	case e.Say != "":
		report.Message = new(e.Say)
	case e.Preparing != nil:
		report.Message = new(e.Preparing.Text)
		p.reach(report, uint32(e.Preparing.Percent)*preparing/100)
		p.prepared = p.share
	case e.Progress != nil && e.Progress.Seeds > 0:
		report.Message = new(summary(e.Progress))
		p.reach(report, p.prepared+uint32(uint64(100-p.prepared)*e.Progress.Ran/e.Progress.Seeds))
	case e.Failure != nil && e.Failure.Step != "":
		report.Message = new(e.Failure.Step)
	case e.Done != nil:
		p.end(e.Done)
		return
	default:
		return
	}
	if time.Since(p.said) >= pace {
		p.said = time.Now()
		p.send(report)
	}
}

// preparing is the percentage at which a program is ready that had to be built.
const preparing = 50

// reach shows a percentage. mu is held.
func (p *progress) reach(report *protocol.WorkDoneProgressReport, share uint32) {
	p.share = max(p.share, min(share, 100))
	report.Percentage = new(p.share)
}

func (p *progress) end(d *work.Done) {
	p.ended = true
	text := "done"
	switch {
	case d.Cancelled:
		text = "stopped"
	case d.Error != "":
		text = "could not be done"
	case d.Progress != nil:
		text = summary(d.Progress)
	}
	p.send(&protocol.WorkDoneProgressEnd{Kind: "end", Message: &text})
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	delete(p.server.cancels, p.key)
}

// summary is a sweep in a few words.
func summary(p *work.Progress) string {
	text := fmt.Sprintf("%d of %s, %d failed", p.Ran, plural(int(p.Seeds), "seed"), p.Failed)
	if n := len(p.Failures); n > 1 {
		text += fmt.Sprintf(" in %d ways", n)
	}
	if p.Undecided > 0 {
		text += fmt.Sprintf(", %d undecided", p.Undecided)
	}
	switch n := len(p.Skipped); n {
	case 0:
	case 1:
		text += fmt.Sprintf(", seed %d left out since it ends the worker", p.Skipped[0])
	default:
		text += fmt.Sprintf(", %d left out since they end the worker", n)
	}
	return text
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// keyOf tells tokens apart, numbers from texts.
func keyOf(t protocol.ProgressToken) string { return fmt.Sprintf("%T %v", t, t) }
