package worker

import (
	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/lsp/work"
)

// recall replays known failures. One that fails is run once more, for its story.
func (t *task) recall(p *engine.Program) (*work.Done, error) {
	var known []*schedule.Schedule
	var files []string
	for _, file := range t.Known {
		s, _, err := schedule.Read(file)
		if err != nil {
			t.tell(work.Event{Recalled: &work.Recalled{File: file, Problem: err.Error()}})
			continue
		}
		known, files = append(known, s), append(files, file)
	}
	var failed error
	_, err := p.Recall(t.ctx, known, engine.RecallOptions{Jobs: t.Jobs, Stop: t.stop, Each: func(r engine.Recalled) {
		e := &work.Recalled{File: files[r.Index]}
		if r.Problem != nil {
			e.Problem = r.Problem.Error()
		}
		if failed == nil && (r.State == engine.StillFails || r.State == engine.FailsOther) {
			s := known[r.Index]
			var again *engine.Result
			if again, failed = p.Run(t.ctx, engine.Input{Seed: s.Seed, Schedule: p.Resolve(s), Trace: true}); failed != nil {
				return
			}
			e.Failure = failure(again)
			e.Failure.File, e.Failure.Story = files[r.Index], again.Story()
		}
		t.tell(work.Event{Recalled: e})
	}})
	if err == nil {
		err = failed
	}
	return &work.Done{}, err
}
