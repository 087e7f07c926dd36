package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// modelled prepares a config, with checkers of the test's own.
func modelled(t *testing.T, text string, models map[string]check.Checker) *engine.Program {
	t.Helper()
	p, err := engine.Prepare(context.Background(), parse(t, text), engine.PrepareOptions{CacheDir: prepared.dir, Workers: 2, Models: models})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// stacked is a config whose history is judged by testdata/stack.
func stacked(mode string) string { return judging(mode, `{"package": "./testdata/stack"}`) }

func TestAProgramJudgesHistories(t *testing.T) {
	p := modelled(t, stacked("history-stack"), nil)
	for _, c := range []struct{ mode, message, detail string }{
		{mode: "history-stack"},
		{"history-stack-queue", "not linearizable as ./testdata/stack: pop() = 1 cannot be explained", "Just before it the state could only be [1 2]."},
		{"history-stack-boom", "cannot be judged: the model ./testdata/stack ends with panic: boom was called",
			"asked about boom() by workload#1/g1 [1, 2]\nmain.stack.Step github.com/seedfall/seedfall/engine/testdata/stack/main.go:24\nmain.main "},
		{"history-stack-text", "cannot be judged as ./testdata/stack: a call of push that it does not know", `"one" is not a whole number of 64 bits`},
		{"history-good", "not linearizable as ./testdata/stack: put(\"k\", 0) cannot be explained", ""},
	} {
		r, err := p.WithModels(parse(t, stacked(c.mode))).Run(context.Background(), engine.Input{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		var message, detail string
		if r.Failure != nil {
			message, detail = r.Failure.Words(), r.Failure.Detail
		}
		if message != c.message || !strings.Contains(detail, c.detail) {
			t.Errorf("%s: %s\n%s", c.mode, message, detail)
		}
	}
}

func TestASweepIsJudgedTheSameByOneAndByTwo(t *testing.T) {
	p := modelled(t, stacked("history-stack-queue"), nil)
	sweep := func(jobs int) string {
		var b strings.Builder
		s, err := p.Sweep(context.Background(), engine.Seeds{First: 1, Last: 6}, engine.SweepOptions{Jobs: jobs, Each: func(r *engine.Result) {
			failure, err := json.Marshal(r.Failure)
			fmt.Fprintf(&b, "%d %s %s %v\n", r.Seed, r.Digest, failure, err)
		}})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%d %+v", s.Failed, s.Histories)
		return b.String()
	}
	if one, two := sweep(1), sweep(2); one != two || !strings.Contains(one, "6 [{History: By:./testdata/stack Seeds:6 Calls:18 Violations:6") {
		t.Errorf("by one\n%s\nby two\n%s", one, two)
	}
}

func TestTheCodeOfAModelIsPartOfTheProgram(t *testing.T) {
	with, without := modelled(t, stacked("history-stack"), nil), program(t, alone("history-stack"))
	if with.ID == without.ID {
		t.Error("the program is the same with the model as without")
	}
	bad := strings.Replace(stacked("history-stack"), "./testdata/stack", "./testdata/nothing", 1)
	_, err := engine.Prepare(context.Background(), parse(t, bad), engine.PrepareOptions{CacheDir: prepared.dir})
	var compile *engine.CompileError
	if !errors.As(err, &compile) || compile.Package != "./testdata/nothing" {
		t.Errorf("a model that is not there: %v", err)
	}
}

// allows is a model that allows everything.
type allows struct{ name string }

func (a allows) String() string { return a.name }

func (allows) Check(ops []history.Op, _ check.Options) (*check.Result, error) {
	return &check.Result{Verdict: check.OK, Steps: int64(len(ops))}, nil
}

func TestAModelOfTheCallerGoesBeforeTheConfig(t *testing.T) {
	for name, text := range map[string]string{"a program": stacked("history-stack-queue"),
		"a model of seedfall": judging("history-stack-queue", `{"model": "queue"}`), "none": judging("history-stack-queue", `{"model": "none"}`)} {
		r, err := modelled(t, text, map[string]check.Checker{"": allows{"anything"}}).Run(context.Background(), engine.Input{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Passed() || len(r.Histories) != 1 || r.Histories[0].By != "anything" || !reflect.DeepEqual(r.Histories[0].Linear, &check.Result{Verdict: check.OK, Steps: 3}) {
			t.Errorf("%s: %+v", name, r.Histories)
		}
	}
}
