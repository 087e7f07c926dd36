package lsp

import (
	"fmt"
	"io/fs"
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
	{"why", `{"fingerprint": "none"}`, "-32602: "},
	{"removeFault", `{"fingerprint": "f1"}`, "-32602: "},
	{"removeFault", `{"fingerprint": "f1", "fault": 1}`, "-32803: "},
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
	{"runAtCursor", `{"uri": "file://$root/client/main.go", "position": {"line": 9, "character": 1}}`, `{"configs":["`},
	{"runAtCursor", `{"uri": "file://$root/client/main.go"}`, "-32602: seedfall.runAtCursor: there is no position; "},
	{"runAtCursor", `{"position": {"line": 9, "character": 1}}`, `-32602: seedfall.runAtCursor: the uri "" names no file`},
	{"runAtCursor", `{"uri": "file://$root/client/main.go", "position": 9}`, "-32602: "},
	{"runFile", `{"uri": "file://$root/seedfall.json", "seeds": 3}`, `{"configs":["`},
	{"runFile", `{}`, `-32602: seedfall.runFile: the uri "" names no file`},
	{"runFile", `{"uri": "untitled:1"}`, `-32602: seedfall.runFile: the uri "untitled:1" names no file`},
	{"check", `{"seed": 7}`, `{"same":true,"message":"two runs of the seed are the same","ran":1}`},
	{"check", `{"seed": 7, "seeds": 3}`, "-32602: seedfall.check: a failure or a seed is one run; "},
	{"check", `{"fingerprint": "none"}`, "-32602: no failure "},
	{"check", `{"seeds": "3"}`, "-32602: "},
	{"generateRegressionTest", `{"fingerprint": "none"}`, "-32602: "},
	{"generateRegressionTest", `{"fingerprint": "f1"}`, "-32803: "}, // its file is not there
	{"generateRegressionTest", `{"fingerprint": 1}`, "-32602: "},
	{"newConfig", `{"uri": "file://$root/seedfall.json"}`, `{"path":"`}, // it is there: another scenario would be in the way of other tests
	{"newConfig", `{}`, `{"path":"`},                                    // of the folder that is open
	{"newConfig", `{"uri": "file:///"}`, `-32602: seedfall.newConfig: the uri "file:///" is in none of the open folders; `},
	{"newConfig", `{"uri": "file://$root/seedfall/sim/sim.go"}`, "-32803: seedfall.newConfig: there is no package main in "},
	{"newConfig", `{"uri": 7}`, "-32602: "},
	{"openFailures", `{}`, `{"failures":[{"config":"`},
	{"openFailures", `{"uri": "nowhere"}`, `{"failures":[`}, // which it does not look at
	{"memoryUsage", `{}`, `{"text":"the server has `},
	{"doctor", `{}`, `{"ok":true,"text":"seedfall doctor: `},
	{"runFile", `{"uri": "file://$root/nowhere_test.go"}`, "-32602: seedfall.runFile: no config in the open folders runs "},
	{"rerunLast", `{}`, "-32602: seedfall.runFile: no config "}, // which was the last
	{"stopAll", `{}`, "null"},
}

func TestEveryCommandIsAnswered(t *testing.T) {
	c := openArchive(t, "kv.txt", ours)
	script := filepath.Join(c.root, "worker.json")
	b, err := fs.ReadFile(os.DirFS(c.root), "worker.json")
	if err != nil {
		t.Fatal(err)
	}
	more := fmt.Sprintf(`{"recall": [{"done": {}}], "check": [{"done": {"checked": {"ran": 1}}}], "trace": [{"done": {"file": %q}}],`, sampleTrace(t, 3, "line"))
	put(t, script, strings.Replace(string(b), "{", more, 1))
	tested := map[string]bool{}
	for _, call := range commandCalls {
		tested["seedfall."+call.name] = true
		args := strings.Replace(call.args, "{", fmt.Sprintf(`{"config": %q, `, c.root+"/seedfall.json"), 1)
		args = strings.ReplaceAll(strings.Replace(args, ", }", "}", 1), "$root", c.root)
		begins(t, call.name+" "+call.args, spoke(c.answer(c.command(call.name, args))), call.want)
	}
	if got, want := slices.Sorted(maps.Keys(tested)), commandNames(); !slices.Equal(got, want) {
		t.Errorf("tested are\n%q\nof\n%q", got, want)
	}
	for _, name := range commandNames() {
		name = strings.TrimPrefix(name, "seedfall.")
		begins(t, name+" with a number", spoke(c.answer(c.command(name, "5"))), "-32602: ")
		begins(t, name+" with a wrong field", spoke(c.answer(c.command(name, `{"config": 5}`))), "-32602: ")
		if !commands["seedfall."+name].general {
			begins(t, name+" in no scenario", spoke(c.answer(c.command(name, `{"config": "nowhere"}`))), `-32602: seedfall.`+name+`: no config "nowhere"`)
		}
	}
	begins(t, "failures of no scenario", spoke(c.answer(c.command("openFailures", `{"config": "nowhere"}`))), `-32602: seedfall.openFailures: no config "nowhere"`)
	begins(t, "a command that there is not", spoke(c.answer(c.command("none", "{}"))), `-32602: there is no command "seedfall.none"`)
	c.neverPanicked()
}

func TestEveryCommandIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(string(page)) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), "|")
		if strings.HasPrefix(line, "| `seedfall.") {
			for _, name := range strings.Split(cell, ",") {
				rows = append(rows, strings.Trim(name, " `"))
			}
		}
	}
	if slices.Sort(rows); !slices.Equal(rows, commandNames()) {
		t.Errorf("docs/editors.md has\n%q\nthere are\n%q", rows, commandNames())
	}
}
