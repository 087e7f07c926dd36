package worker

import (
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/lsp/work"
)

// why looks for the cause of a failure, and tells it in the words of the command
// line.
func (t *task) why(p *engine.Program) (*work.Done, error) {
	in, err := t.input(p)
	if err != nil {
		return nil, err
	}
	s := in.Schedule
	if s == nil {
		r, err := p.Run(t.ctx, in)
		if err != nil {
			return nil, err
		}
		s = r.Schedule
	}
	c, err := p.Cause(t.ctx, s, engine.CauseOptions{Jobs: t.Jobs, Say: func(s string) { t.tell(work.Event{Say: s}) }})
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = c.WriteText(&b, func(name string) string {
		if shown := t.Files[name]; shown != "" {
			return shown
		}
		return name
	})
	return &work.Done{Text: b.String()}, err
}
