package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/history"
)

// judge gives the verdicts on lines of a history, judged as a config says.
func judge(t *testing.T, histories, lines string) []Verdict {
	t.Helper()
	c, problems := config.Parse("seedfall.json", []byte(`{"workload": {"package": "./w"}, "histories": [`+histories+`]}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	l, err := history.Decode(strings.NewReader("{\"schema\":1}\n" + lines))
	if err != nil {
		t.Fatal(err)
	}
	return New(c, nil, 1_000_000).All(l)
}

// The config knows the names of models, levels and guarantees without the rooms
// that they come from.
func TestTheConfigNamesWhatThereIs(t *testing.T) {
	keys := map[string][]string{}
	for _, k := range config.Keys("histories[0]") {
		for _, v := range k.Values {
			keys[k.Name] = append(keys[k.Name], v.Name)
		}
	}
	if want := append(check.Names(), "none"); !slices.Equal(keys["model"], want) {
		t.Errorf("models %q, want %q", keys["model"], want)
	}
	var levels []string
	for _, l := range txn.Levels() {
		levels = append(levels, l.String())
	}
	slices.Sort(levels)
	if slices.Sort(keys["isolation"]); !slices.Equal(keys["isolation"], levels) {
		t.Errorf("levels %q, want %q", keys["isolation"], levels)
	}
	for _, name := range keys["guarantees"] {
		if guarantees[config.Guarantee(name)] == 0 {
			t.Errorf("no guarantee %q", name)
		}
	}
}

// Each history is judged by its own entry, the calls apart from the transactions.
func TestEachHistoryIsJudgedByItsOwnEntry(t *testing.T) {
	verdicts := judge(t, `{"name": "a", "model": "register"}, {"name": "b", "isolation": "read-committed"}, {"name": "quiet", "model": "none"}`, `
{"history":"b","client":"c","txn":[["append","x",1]],"status":"ok","invoke":1,"return":2}
{"history":"b","client":"d","kind":"get","args":["x"],"result":1,"status":"ok","invoke":3,"return":4}
{"history":"a","client":"c","kind":"read","result":null,"status":"ok","invoke":5,"return":6}
{"history":"quiet","client":"c","kind":"anything","status":"ok","invoke":7,"return":8}
{"client":"c","txn":[["r","x",[]]],"status":"ok","invoke":9,"return":10}`[1:])
	var got []string
	for _, v := range verdicts {
		got = append(got, strings.Join([]string{v.History, v.By, v.Verdict.String()}, " "))
	}
	want := []string{" serializable ok", "a register ok", "b kv violation", "b read-committed ok"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A lease ends when the clock of the guest shows so: 1,000,000 here is the begin
// of the run.
func TestTheEndOfALeaseIsReadFromTheGuestsClock(t *testing.T) {
	const lines = `
{"client":"c","kind":"acquire","args":["l","c"],"result":[1,1000500],"status":"ok","invoke":1,"return":2,"invoke_at":"100ns","return_at":"110ns"}
{"client":"d","kind":"acquire","args":["l","d"],"result":[2,1000900],"status":"ok","invoke":3,"return":4,"invoke_at":"400ns","return_at":"$"}`
	for at, want := range map[string]check.Verdict{"450ns": check.Violation, "550ns": check.OK} {
		v := judge(t, `{"model": "lease"}`, strings.ReplaceAll(lines[1:], "$", at))
		if v[0].Verdict != want {
			t.Errorf("acquired again at %s: %v", at, v[0].Verdict)
		}
	}
}

// What a failure says, with the calls that it comes from.
func TestAViolationIsAFailureAtTheCallThatShowsItFirst(t *testing.T) {
	for _, c := range []struct{ name, histories, lines, message, detail, conflicts string }{
		{"of two keys the one that showed first", ``, `
{"client":"c","kind":"put","args":["b",1],"status":"ok","invoke":1,"return":2,"invoke_at":"1ms","return_at":"2ms","node":"n","invoke_event":1,"return_event":2}
{"client":"d","kind":"get","args":["a"],"result":7,"status":"ok","invoke":5,"return":8,"node":"m","invoke_event":5,"return_event":8}
{"client":"c","kind":"get","args":["b"],"result":null,"status":"ok","invoke":6,"return":7,"invoke_at":"6ms","return_at":"7ms","node":"n","invoke_event":6,"return_event":7}`,
			"not linearizable as kv: get(\"b\") = null cannot be explained",
			"key \"b\": get(\"b\") = null by c [6, 7] cannot be explained: null was there first; 1 must come before null, as put(\"b\", 1) by c [1, 2] had returned when get(\"b\") = null by c [6, 7] was called.\n" +
				"Just before it the state could only be 1.\nthe calls:\n  0.001000s to 0.002000s  put(\"b\", 1) by c [1, 2]\n  0.006000s to 0.007000s  get(\"b\") = null by c [6, 7]\n2 keys are in violation in all; this one showed first", "2"},
		{"a model without an order", `{"model": "unique-ids"}`, `
{"client":"c","kind":"generate","result":5,"status":"ok","invoke":1,"return":2,"node":"n","invoke_event":1,"return_event":2}
{"client":"d","kind":"generate","result":5,"status":"ok","invoke":1,"return":3,"node":"m","invoke_event":3,"return_event":4}`,
			"gives an identifier twice: generate() = 5 cannot be explained", "", "2"},
		{"a call that the model does not know", `{"model": "counter"}`, `
{"client":"c","kind":"add","args":[1],"status":"ok","invoke":1,"return":2,"node":"n"}
{"client":"c","kind":"sub","args":[1],"status":"ok","invoke":3,"return":4,"node":"m"}`,
			"cannot be judged as counter: a call of sub that it does not know", `check: operation 1: kind "sub" is not known to this model; use add, read, add-and-get`, ""},
		{"transactions", ``, `
{"client":"c","txn":[["r","x",[]],["append","y",1]],"status":"ok","invoke":1,"return":5,"node":"n","invoke_event":1,"return_event":5}
{"client":"d","txn":[["r","y",[]],["append","x",1]],"status":"ok","invoke":2,"return":6,"node":"m","invoke_event":2,"return_event":6}`,
			"not serializable: G2-item, write skew", "", "5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := judge(t, c.histories, c.lines[1:])[0]
			f, at, conflicts, ok := v.Failure()
			if !ok || f.Words() != c.message || f.Node != "" {
				t.Errorf("%+v at %+v", f, at)
			}
			if c.detail != "" && f.Detail != c.detail {
				t.Errorf("detail\n%s\nwant\n%s", f.Detail, c.detail)
			}
			got := ""
			for _, o := range conflicts {
				got += string(rune('0' + o.ReturnEvent))
			}
			if got != c.conflicts {
				t.Errorf("conflicts with the calls that ended with events %q, want %q", got, c.conflicts)
			}
		})
	}
}
