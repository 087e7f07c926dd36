package worker

import (
	"fmt"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/lsp/work"
)

// quick is how long nothing is said at all, in real time: a program that is there
// already, but for what was just saved, is ready by then.
const quick = 3 * time.Second

// silent is how long nothing is said of how long a preparation still takes, in real
// time: most are over by then.
const silent = 10 * time.Second

// estimate tells how far a program is that is being prepared, and after a while how
// long the stage still takes, by the time that it has taken until now. What was done
// before, and only had to be found, is left out: a stage counts from the first word
// about it.
type estimate struct {
	now   func() time.Time
	tell  func(*work.Preparing)
	begun time.Time // of all stages

	stage engine.Stage
	first int       // work that was done when the stage began
	since time.Time // its begin
	said  time.Time
	spoke engine.Stage // the last one of which something was said
	share int          // in percent; it never falls
}

func newEstimate(now func() time.Time, tell func(*work.Preparing)) *estimate {
	return &estimate{now: now, tell: tell, begun: now()}
}

// shares are the percent at which a stage begins and ends.
var shares = map[engine.Stage]struct{ from, to int }{engine.Building: {0, 60}, engine.Compiling: {60, 100}}

// things are what a stage counts.
var things = map[engine.Stage]string{engine.Building: "package", engine.Compiling: "program"}

func (e *estimate) hear(p engine.Preparing) {
	now := e.now()
	if p.Stage != e.stage {
		e.stage, e.first, e.since = p.Stage, p.Work, now
	}
	if p.Total > 0 {
		in := shares[p.Stage]
		e.share = max(e.share, in.from+(in.to-in.from)*p.Work/p.Total)
	}
	if now.Sub(e.begun) < quick || e.spoke == p.Stage && now.Sub(e.said) < often {
		return
	}
	e.said, e.spoke = now, p.Stage
	text := fmt.Sprintf("%s: %d of %s", p.Stage, p.Done, plural(p.Of, things[p.Stage]))
	if left := e.left(&p, now); left > 0 {
		text += fmt.Sprintf(", about %v more", left)
	}
	e.tell(&work.Preparing{Text: text, Percent: e.share})
}

// left is how long the stage still takes; 0 if that is not known.
func (e *estimate) left(p *engine.Preparing, now time.Time) time.Duration {
	done, took := p.Work-e.first, now.Sub(e.since)
	if now.Sub(e.begun) < silent || done <= 0 || p.Work >= p.Total {
		return 0
	}
	return spoken(took * time.Duration(p.Total-p.Work) / time.Duration(done))
}

// spoken is a duration as precise as an estimate can be.
func spoken(d time.Duration) time.Duration {
	switch {
	case d < 10*time.Second:
		return max(time.Second, d.Round(time.Second))
	case d < time.Minute:
		return d.Round(5 * time.Second)
	}
	return d.Round(10 * time.Second)
}
