package lsp

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// commandCalls are calls of each command, in this order, with the begin of the answer.
var commandCalls = []struct{ name, args, want string }{
	{"run", `{"seeds": 3}`, "null"},
	{"runUntilFailure", `{}`, "null"},
	{"runForDuration", `{"duration": "1m"}`, "null"},
	{"runForDuration", `{"duration": "-1m"}`, "-32602: "},
	{"replay", `{"fingerprint": "f1"}`, "null"},
	{"replay", `{"seed": 7}`, "null"},
	{"shrink", `{"fingerprint": "none"}`, "-32602: "},
	{"shrink", `{"fingerprint": "f1"}`, "null"},
	{"stop", `{}`, "null"},
	{"showSchedule", `{"fingerprint": "none"}`, "-32602: "},
	{"showSchedule", `{"fingerprint": "f1"}`, "null"},
	{"timeline", `{"seed": 1}`, `{"handle":"trace-`},
	{"setTrigger", `{"trigger": "off"}`, "null"},
	{"setTrigger", `{}`, "-32602: "},
	{"pause", `{}`, "null"},
	{"resume", `{}`, "null"},
	{"verifyFix", `{"fingerprint": "f1"}`, `{"fixed":false,"message":"not verified: `},
	{"verifyFix", `{}`, "-32602: "},
	{"addToCorpus", `{"fingerprint": "none"}`, "-32602: "},
	{"addToCorpus", `{"fingerprint": "f1"}`, "-32803: "}, // its file is not there
	{"copyCommandLine", `{}`, `{"text":"seedfall run -c seedfall.json`},
	{"clearResults", `{}`, "null"},
}

func TestEveryCommandIsAnswered(t *testing.T) {
	c := openArchive(t, "kv.txt", ours)
	script := filepath.Join(c.root, "worker.json")
	b, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	more := fmt.Sprintf(`{"recall": [{"done": {}}], "trace": [{"done": {"file": %q}}],`, sampleTrace(t, 3, "line"))
	put(t, script, strings.Replace(string(b), "{", more, 1))
	tested := map[string]bool{}
	for _, call := range commandCalls {
		tested["seedfall."+call.name] = true
		args := strings.Replace(call.args, "{", fmt.Sprintf(`{"config": %q, `, c.root+"/seedfall.json"), 1)
		begins(t, call.name+" "+call.args, spoke(c.answer(c.command(call.name, strings.Replace(args, ", }", "}", 1)))), call.want)
	}
	if got, want := slices.Sorted(maps.Keys(tested)), commandNames(); !slices.Equal(got, want) {
		t.Errorf("tested are\n%q\nof\n%q", got, want)
	}
	for _, name := range commandNames() {
		name = strings.TrimPrefix(name, "seedfall.")
		begins(t, name+" with a number", spoke(c.answer(c.command(name, "5"))), "-32602: ")
		begins(t, name+" with a wrong field", spoke(c.answer(c.command(name, `{"config": 5}`))), "-32602: ")
		if !slices.Contains(general, "seedfall."+name) {
			begins(t, name+" in no scenario", spoke(c.answer(c.command(name, `{"config": "nowhere"}`))), `-32602: seedfall.`+name+`: no config "nowhere"`)
		}
	}
	begins(t, "a command that there is not", spoke(c.answer(c.command("none", "{}"))), `-32602: there is no command "seedfall.none"`)
	c.neverPanicked()
}
