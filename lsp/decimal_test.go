package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
)

// highest is the last of all seeds.
const highest = "18446744073709551615"

func TestASeedIsReadAsItIsWrittenAndAsANumber(t *testing.T) {
	for text, want := range map[string]string{`{"config":"c","first":"2","seed":"` + highest + `"}`: "", `{"seed": 7}`: `{"config":"","seed":"7"}`, `{"seed": null, "seeds": 3}`: `{"config":"","seeds":3}`,
		`{"seed": "-1"}`: "the seed -1 is not", `{"seed": "18446744073709551616"}`: "the seed 18446744073709551616 is not", `{"seed": 1.5}`: "the seed 1.5 is not", `{"seed": {}}`: "the seed {} is not"} {
		var a arguments
		err := json.Unmarshal([]byte(text), &a)
		if got := string(marshal(a)); err == nil && got != want && (want != "" || got != text) {
			t.Errorf("%s becomes %s", text, got)
		}
		if err != nil && (want == "" || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// rounded is an answer as a program reads it whose numbers have 53 bits, and as it
// sends parts of it back.
func rounded(t *testing.T, raw []byte) (o object) {
	t.Helper()
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return o
}

// digits is a number that an editor would round.
var digits = regexp.MustCompile(`[:\[,]\s*\d{16,}`)

func TestTheHighestSeedComesToTheEditorAndBack(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`)
	e.open("main.go", "")
	e.quiet()
	id := e.command("run", `{"first": "`+highest+`", "seeds": 10}`)
	w := g.worker()
	j := w.expect("sweep " + highest + "-" + highest)
	w.say(j, prepared(), work.Event{Failure: fails(math.MaxUint64)}, done(work.Done{Progress: &work.Progress{Seeds: 1, Ran: 1, Failed: 1}}))
	e.answer(id)
	w.say(w.expect("replay "+highest), done(work.Done{}))
	e.quiet()
	tests := e.call("seedfall/tests", struct{}{}).result
	if !bytes.Contains(tests, []byte(`"seeds":["`+highest+`"]`)) {
		t.Errorf("the tests are %s", tests)
	}
	var lenses []map[string]any
	e.call("textDocument/codeLens", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, e.uri("main.go")), &lenses)
	var args json.RawMessage
	for _, l := range lenses {
		a := e.call("codeLens/resolve", string(marshal(l))).result
		var resolved struct {
			Command struct {
				Title     string
				Arguments []any
			}
		}
		if err := json.Unmarshal(a, &resolved); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(resolved.Command.Title, "fails: seed "+highest) {
			args = json.RawMessage(marshal(resolved.Command.Arguments[0]))
		}
	}
	wantText(t, "the command line", string(e.answer(e.command("copyCommandLine", string(args))).result),
		fmt.Sprintf(`{"text":"seedfall replay -c seedfall.json -seed %s","dir":%q}`, highest, e.root+"/"))
	id = e.command("timeline", `{"seed": "`+highest+`"}`)
	w.say(w.expect("trace "+highest), done(work.Done{Error: "enough"}))
	e.answer(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.messages {
		if n := digits.Find(m.Params); n != nil {
			t.Errorf("%s has %s", m.Method, n)
		}
	}
}

func TestARunOfTheHighestSeedIsRecordedAndMadeAgain(t *testing.T) {
	s, config := runner(t)
	ask := func(method string, params object) object {
		t.Helper()
		answer, err := s.Request(t.Context(), method, marshal(params))
		if err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		raw := marshal(answer.(rpc.Plain).Value)
		if n := digits.Find(raw); n != nil {
			t.Errorf("%s has %s", method, n)
		}
		return rounded(t, raw)
	}
	header := func(o object) map[string]any { return o["header"].(map[string]any) }
	first := ask("seedfall/trace/open", object{"config": config, "seed": highest})
	if seed := header(first)["seed"]; seed != highest || filepath.Base(first["file"].(string)) != "seedfall-seed-"+highest+"-drawn.sftrace" {
		t.Errorf("the seed is %v, in %s", seed, first["file"])
	}
	again := ask("seedfall/trace/open", object{"config": config, "schedule": header(first)["schedule"]})
	if header(again)["seed"] != highest || header(again)["digest"] != header(first)["digest"] {
		t.Errorf("its schedule makes the run %v", header(again))
	}
	ask("seedfall/trace/state", object{"handle": first["handle"], "at": 1, "goroutines": true})
	for _, command := range []string{"run", "replay"} {
		s.client = &rpc.Conn{Client: &shower{}}
		_, err := s.ExecuteCommand(t.Context(), &protocol.ExecuteCommandParams{Command: "seedfall." + command, Arguments: []protocol.LSPAny{marshal(object{"config": config, "first": highest, "seed": highest, "seeds": 1})}})
		if err != nil {
			t.Errorf("%s: %v", command, err)
		}
	}
	if r := &s.scenarios[0].results; r.progress == nil || r.progress.Ran != 1 || len(r.failures) != 1 || r.failures[0].Seed != math.MaxUint64 {
		t.Errorf("the sweep came to %+v", r)
	}
}
