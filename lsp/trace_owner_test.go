package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/lsp/work"
)

func TestATraceFileBelongsToTheConfigThatItNames(t *testing.T) {
	of := func(path string, files ...string) *scenario {
		c := &scenario{path: path, sources: map[string]string{}}
		for _, f := range files {
			c.sources[f] = "/" + f
		}
		return c
	}
	header := tracefile.Header{Program: "p1", Config: "seedfall.json", Sites: []trace.Site{{File: "m/a.go"}, {File: "m/b.go"}, {File: "net/dial.go"}}}
	few, many, named, none := of("/few/seedfall.json", "m/a.go"), of("/many/seedfall.json", "m/a.go", "m/b.go"), of("/a/other.json", "m/a.go", "m/b.go"), of("/b/seedfall.json", "n/a.go")
	known := func(c *scenario, program string) *scenario {
		return &scenario{path: c.path, sources: c.sources, ran: ran{program: program}}
	}
	for _, c := range []struct {
		name   string
		header tracefile.Header
		all    []*scenario
		want   string
	}{
		{"most lines", header, []*scenario{few, many, named, none}, "/many/seedfall.json"},
		{"the program is known", header, []*scenario{known(few, "p1"), many}, "/few/seedfall.json"},
		{"another program is known", header, []*scenario{few, known(many, "p2")}, "/few/seedfall.json"},
		{"only another program", header, []*scenario{known(many, "p2"), none}, "the program of /many/seedfall.json is not the one that this trace was recorded with, so its run cannot be made again"},
		{"no lines", header, []*scenario{named, none}, "no config seedfall.json in the open folders is of the program of this trace, so its run cannot be made again"},
		{"no config", tracefile.Header{Program: "p1"}, []*scenario{many}, "this trace does not say of which program it is, so its run cannot be made again"},
		{"a run without lines", tracefile.Header{Program: "p1", Config: "other.json"}, []*scenario{few, named}, "/a/other.json"},
	} {
		s := &server{scenarios: c.all}
		got, err := s.owner(&openTrace{File: &tracefile.File{Header: c.header}})
		if err == nil && got.path != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

// A trace that was opened as a file is made again by the config of the folder that it
// was recorded with, as long as that is of the same program.
func TestTheRunOfATraceFileIsMadeAgain(t *testing.T) {
	s, config, _ := hastyRunner(t)
	recorded := must[traceOpened](t, s, "seedfall/trace/open", object{"config": config, "schedule": json.RawMessage(heldUp)})
	path := filepath.Join(t.TempDir(), "sent.sftrace")
	b, err := os.ReadFile(recorded.File)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, string(b))
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"file": path})
	state := object{"handle": o.Handle, "at": 300_000_000, "goroutines": true}
	refused := func(method string, params object, want string) {
		t.Helper()
		if _, err := ask[object](t, s, method, params); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", method, err)
		}
	}
	refused("seedfall/trace/state", state, "no config seedfall.json in the open folders is of the program of this trace")

	main := filepath.Join(filepath.Dir(config), "w", "main.go")
	s.scenarios[0].sources = map[string]string{"example.com/m/w/main.go": main}
	if st := must[traceStated](t, s, "seedfall/trace/state", state); len(st.Goroutines.Nodes) != 1 {
		t.Errorf("%+v", st.Goroutines)
	}
	near := must[traceOpened](t, s, "seedfall/trace/open", object{"of": o.Handle, "nearestPassing": object{}})
	if near.Near == nil || near.Near.Text != "without fault 2, a pause of workload, the run passes" {
		t.Errorf("%+v", near.Near)
	}
	again := must[traceOpened](t, s, "seedfall/trace/open", object{"of": o.Handle, "schedule": o.Header.Schedule})
	if v := again.Verdict; v.Outcome != work.Fails || v.Text != `the run fails in the same way: always "in time" in workload` || again.Header.Digest != o.Header.Digest {
		t.Errorf("%+v", v)
	}
	if same := must[traceOpened](t, s, "seedfall/trace/open", object{"of": again.Handle}); same.Header.Digest != o.Header.Digest {
		t.Errorf("%+v", same.Header)
	}

	put(t, main, strings.Replace(hasty, "range 5", "range 6", 1))
	want := fmt.Sprintf("the program of %s is not the one that this trace was recorded with", config)
	s.scenarios[0].ran = ran{} // as if the server were new
	refused("seedfall/trace/open", object{"of": o.Handle, "schedule": o.Header.Schedule}, want)
	s.scenarios[0].ran = ran{}
	refused("seedfall/trace/state", state, want)
	refused("seedfall/trace/open", object{"of": o.Handle, "nearestPassing": object{}}, want) // without a run
	refused("seedfall/trace/open", object{"of": "trace-99"}, `the trace "trace-99" is not open`)
}
