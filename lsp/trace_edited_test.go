package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
)

// hasty is a program that fails when something holds it up.
const hasty = `package main

import (
	"time"

	"github.com/seedfall/seedfall/sim"
)

func main() {
	for range 5 {
		was := time.Now()
		time.Sleep(100 * time.Millisecond)
		sim.Always(time.Since(was) < 150*time.Millisecond, "in time")
	}
}
`

// heldUp is a schedule with which it does: the second pause holds it up.
const heldUp = `{"seed": 7, "faults": [
	{"at": "20ms", "kind": "pause", "node": "workload", "until": "30ms"},
	{"at": "220ms", "kind": "pause", "node": "workload", "until": "400ms"}]}`

// hastyRunner is a runner of that program, with a file of the schedule.
func hastyRunner(t *testing.T) (s *server, config, file string) {
	t.Helper()
	s, config = runner(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(config), "w", "main.go"), []byte(hasty), 0o644); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(filepath.Dir(config), "held.faults.json")
	if err := os.WriteFile(file, []byte(heldUp), 0o644); err != nil {
		t.Fatal(err)
	}
	return s, config, file
}

// An edited schedule runs and is recorded, and its run can be asked for goroutines,
// although no file has it.
func TestAnEditedScheduleIsRunAndRecorded(t *testing.T) {
	s, config, _ := hastyRunner(t)
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"config": config, "schedule": json.RawMessage(heldUp)})
	if v := o.Verdict; v == nil || v.Outcome != work.Fails || v.Text != `the run fails: always "in time" in workload` || v.Fingerprint == "" || len(v.Unfired) != 0 {
		t.Fatalf("%+v", v)
	}
	if h := o.Header; h.Seed != 7 || h.Failure == nil || len(h.Schedule.Faults) != 2 {
		t.Errorf("%+v", h)
	}
	if name := filepath.Base(o.File); !strings.HasPrefix(name, "seedfall-seed-7-edited-") || filepath.Ext(name) != tracefile.Extension {
		t.Errorf("the trace is in %s", o.File)
	}
	st := must[traceStated](t, s, "seedfall/trace/state", object{"handle": o.Handle, "at": 300_000_000, "goroutines": true})
	if len(st.Goroutines.Nodes) != 1 {
		t.Errorf("%+v", st.Goroutines)
	}

	edit := schedule.Edit{Remove: []int{2}}
	taken := *o.Header.Schedule.Schedule
	taken.Seed = uint64(o.Header.Schedule.Seed)
	less, err := edit.Apply(&taken)
	if err != nil {
		t.Fatal(err)
	}
	passes := must[traceOpened](t, s, "seedfall/trace/open", object{"config": config, "schedule": string(less.Encode()), "fingerprint": o.Verdict.Fingerprint})
	if v := passes.Verdict; v.Outcome != work.Passes || v.Text != "the run passes" || passes.File == o.File {
		t.Errorf("%+v in %s", v, passes.File)
	}
	again := must[traceOpened](t, s, "seedfall/trace/open", object{"config": config, "schedule": o.Header.Schedule, "fingerprint": o.Verdict.Fingerprint})
	if v := again.Verdict; v.Outcome != work.Fails || v.Text != `the run fails in the same way: always "in time" in workload` || again.Header.Digest != o.Header.Digest {
		t.Errorf("%+v", v)
	}

	for want, schedule := range map[string]string{
		`the schedule cannot be used: 1:11: unknown field "sead"`:                            `{"sead": 1}`,
		`the schedule cannot be used: 1:1: faults[0]: a crash needs a node`:                  `[{"kind": "crash"}]`,
		`has no such nodes for: crash of nobody`:                                             `[{"kind": "crash", "node": "nobody"}]`,
		`schedule and nearestPassing exclude each other`:                                     "",
		`the schedule cannot be used: 1:1: schema 9; this seedfall reads schema 1: use the`:  `{"schema": 9}`,
		`the schedule cannot be used: 1:1: unexpected end of the file`:                       `""`,
		`the schedule cannot be used: 1:1: faults[0]: kind "flood" is not a kind of fault; `: `[{"kind": "flood"}]`,
	} {
		p := object{"config": config, "schedule": json.RawMessage(schedule)}
		if schedule == "" {
			p["schedule"], p["nearestPassing"] = object{}, object{"seed": 1}
		}
		if _, err := ask[object](t, s, "seedfall/trace/open", p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", schedule, err, want)
		}
	}
	if why := s.scenarios[0].results.problem; why != "" {
		t.Errorf("a schedule that does not fit makes the scenario bad: %s", why)
	}
}

func TestTheNearestPassingRunOfAFailureIsRecorded(t *testing.T) {
	s, config, file := hastyRunner(t)
	s.scenarios[0].results.failed(&work.Failure{Seed: 7, Fingerprint: "abc", File: file, Failure: &verdict.Failure{}}, "")
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"config": config, "nearestPassing": object{"fingerprint": "abc"}})
	if n := o.Near; n == nil || n.How != work.LessOne || n.Number != 2 || n.Fault.Kind != "pause" || n.Text != "without fault 2, a pause of workload, the run passes" || n.Seed != 7 {
		t.Errorf("%+v", n)
	}
	if h := o.Header; h.Failure != nil || len(h.Schedule.Faults) != 1 || o.Verdict.Outcome != work.Passes {
		t.Errorf("%+v, %+v", h, o.Verdict)
	}
	for want, near := range map[string]object{
		"seed 3 does not fail":      {"seed": 3},
		`no failure "xyz" is known`: {"fingerprint": "xyz"},
	} {
		if _, err := ask[object](t, s, "seedfall/trace/open", object{"config": config, "nearestPassing": near}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", near, err)
		}
	}
}

func TestAFaultIsRemovedFromASchedule(t *testing.T) {
	s, config, _ := hastyRunner(t)
	c := &sayer{}
	s.client = &rpc.Conn{Client: c}
	remove := func(args object) (string, error) {
		b, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := s.ExecuteCommand(context.Background(), &protocol.ExecuteCommandParams{Command: "seedfall.removeFault", Arguments: []protocol.LSPAny{b}})
		return string(answer), err
	}
	for fault, want := range map[int]string{
		1: `without fault 1 the run fails: always "in time" in workload`,
		2: "without fault 2 the run passes",
	} {
		answer, err := remove(object{"config": config, "schedule": "held.faults.json", "fault": fault})
		var got FaultRemoved
		if err != nil || json.Unmarshal([]byte(answer), &got) != nil {
			t.Fatalf("%s, %v", answer, err)
		}
		if _, err := os.Stat(got.File); err != nil || c.said != "seedfall: "+want || !strings.HasSuffix(want, got.Text) {
			t.Errorf("%s: %q, %v", answer, c.said, err)
		}
	}
	for want, args := range map[string]object{
		"there is no fault 3; the schedule has 2, numbered from 1": {"schedule": "held.faults.json", "fault": 3},
		"there is no fault 1; the schedule has 0, numbered from 1": {"seed": 5, "fault": 1},
		"the fault 0 is not taken: faults are numbered from 1":     {"seed": 5},
		"none.faults.json: there is no such schedule":              {"schedule": "none.faults.json", "fault": 1},
	} {
		args["config"] = config
		if _, err := remove(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
}

// sayer is a client that shows messages.
type sayer struct {
	protocol.UnimplementedClient
	said string
}

func (c *sayer) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	c.said = p.Message
	return nil
}
