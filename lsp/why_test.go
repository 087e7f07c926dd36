package lsp

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
)

func TestTheCauseOfAFailureIsShownInTheWordsOfTheCommandLine(t *testing.T) {
	s, config, file := hastyRunner(t)
	s.scenarios[0].results.failed(&work.Failure{Seed: 7, Fingerprint: "abc", File: file, Failure: &verdict.Failure{}}, "")
	c := &shower{}
	s.client = &rpc.Conn{Client: c}
	s.abilities.showsFiles = true
	ask := func(args object) (string, error) {
		b, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := s.ExecuteCommand(t.Context(), &protocol.ExecuteCommandParams{Command: "seedfall.why", Arguments: []protocol.LSPAny{b}})
		return string(answer), err
	}
	answer, err := ask(object{"config": config, "fingerprint": "abc"})
	var why Why
	if err != nil || json.Unmarshal([]byte(answer), &why) != nil {
		t.Fatalf("%s, %v", answer, err)
	}
	shown, err := os.ReadFile(c.shown)
	if err != nil || string(shown) != why.Text || c.shown != why.File {
		t.Errorf("%s is shown: %v", c.shown, err)
	}
	for _, want := range []string{`fails at 0.`, `always "in time" in workload`, "Which faults does it need?", "without it the run passes"} {
		if !strings.Contains(why.Text, want) {
			t.Errorf("no %q in\n%s", want, why.Text)
		}
	}
	if _, err := ask(object{"config": config, "seed": 3}); err == nil || !strings.Contains(err.Error(), "seed 3 does not fail") {
		t.Errorf("%v", err)
	}
}
