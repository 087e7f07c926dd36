package lsp

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/lsp/work"
)

func TestTheMostUrgentJobIsFirst(t *testing.T) {
	var q queue
	add := func(id int, u urgency, front bool) { q.add(&job{Job: work.Job{ID: id}, urgency: u}, front) }
	add(1, urgentShrink, false)
	add(2, urgentSweep, false)
	add(3, urgentAsked, false)
	add(4, urgentSweep, false)
	add(5, urgentKnown, false)
	add(6, urgentAsked, false)
	add(7, urgentSweep, true) // one that gave way
	if taken := q.take(func(j *job) bool { return j.ID == 4 }); len(taken) != 1 {
		t.Errorf("%d jobs are taken", len(taken))
	}
	order := ""
	for j := q.next(false); j != nil; j = q.next(false) {
		order += fmt.Sprint(j.ID)
	}
	wantText(t, "the order", order, "536721")
}

func TestSettingsOfSweeps(t *testing.T) {
	s := defaultSettings()
	problems := s.read([]byte(`{"memoryLimit": "512MiB", "run.budget": "2m", "shrink": {"budget": "70", "auto": false}}`))
	if len(problems) > 0 || s.memory != 512<<20 || s.budget.String() != "2m0s" || s.runs != 70 || s.shrink {
		t.Errorf("%v: %+v", problems, s)
	}
	problems = s.read([]byte(`{"memoryLimit": "much", "run": {"budget": "-1s"}, "shrink.budget": "all"}`))
	wantText(t, "what is wrong", fmt.Sprint(problems), "["+
		`seedfall.memoryLimit: "much" is not taken: use a size such as "2GiB"; 0 is no limit `+
		`seedfall.run.budget: "-1s" is not taken: use a duration such as "1s" `+
		`seedfall.shrink.budget: "all" is not taken: use a number of runs such as "200"; 0 is as many as it takes]`)
}

func TestSweepsThatFollowEachOtherAddUp(t *testing.T) {
	r := &results{}
	ways := func(seeds ...uint64) []work.Way { return []work.Way{{Fingerprint: "f", Seeds: seeds}} }
	for _, part := range []struct {
		first, last, ran uint64
		ways             []work.Way
	}{{1, 10, 4, ways(2)}, {5, 10, 6, ways(7)}, {11, 20, 10, nil}} {
		j := &job{Job: work.Job{First: part.first, Last: part.last}, snapshot: "s"}
		r.begin(j)
		d := &work.Done{Progress: &work.Progress{Seeds: part.last - part.first + 1, Ran: part.ran, Failed: uint64(len(part.ways)), Failures: part.ways}}
		r.advance(j, d.Progress)
		r.finish(j, d)
	}
	wantText(t, "the sum", fmt.Sprint(summary(r.progress), r.progress.Failures, r.next, r.complete), "20 of 20 seeds, 2 failed[{f [2 7]}] 21 true")
	r.begin(&job{Job: work.Job{First: 21, Last: 30}, snapshot: "other"})
	wantText(t, "in other files", summary(r.progress), "0 of 10 seeds, 0 failed")
}
