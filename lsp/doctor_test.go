package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/config"
)

// examined is what the doctor finds, without what differs from machine to machine.
func (c *client) examined() (d Doctor) {
	c.t.Helper()
	a := c.answer(c.command("doctor", `{}`))
	if err := json.Unmarshal(a.result, &d); err != nil {
		c.t.Fatal(a.err, err)
	}
	d.Text = strings.ReplaceAll(d.Text, c.root, "ROOT")
	for _, machine := range [][2]string{
		{`(?m)^(\w+) +(\w+) +(\S)`, "$1 $2: $3"},
		{`(?m)^ +try`, "  try"},
		{`built with .*`, "built with GO"},
		{`ok go: .*`, "ok go: GO"},
		{`Go's cache is in .*`, "Go's cache is in CACHE"},
	} {
		d.Text = regexp.MustCompile(machine[0]).ReplaceAllString(d.Text, machine[1])
	}
	return d
}

func TestTheDoctorLooksAtEverything(t *testing.T) {
	c := openArchive(t, "kv.txt", ours)
	c.open("client/main.go", "")
	d := c.examined()
	wantText(t, "the page", d.Text, `seedfall doctor: all is well

ok server: seedfall test, built with GO
ok editor: an editor that does not say its name; it has progress, lenses drawn anew; it has not files shown, files created, files watched, settings asked for, the timeline
ok go: GO
ok cache: Go's cache is in CACHE
ok folder: ROOT
ok config: seedfall.json: not run yet
ok sim: package sim is v0.0.0
`)
	c.run()
	if d := c.examined(); !d.OK || !strings.Contains(d.Text, "\nok config: seedfall.json: 3 of 3 seeds, 2 failed, 1 undecided\n") {
		t.Errorf("after a run\n%s", d.Text)
	}
}

// A plain editor is shown the page as a file.
func TestTheDoctorWritesWhatIsWrong(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	t.Setenv("PATH", t.TempDir())
	root := folder(t)
	put(t, filepath.Join(root, "seedfall.json"), `{"nods": []}`)
	c := talk(t, root, nil, func(s *server) { s.options.Version = "v0.2.0" })
	c.call("initialize", `{"processId": null, "rootUri": "`+c.uri("")+`", "capabilities": {}, "clientInfo": {"name": "Vi", "version": "1"}}`, nil)
	c.notify("initialized", "{}")
	c.wait("the folders", func() bool { return c.logged("1 config in the open folders") })
	d := c.examined()
	if d.OK || len(d.Findings) == 0 {
		t.Errorf("%+v", d)
	}
	for _, want := range []string{
		"seedfall doctor: 2 errors, 0 warnings\n",
		"ok server: seedfall v0.2.0, built with GO\n",
		"ok editor: Vi 1; it has not progress, ",
		"error go: there is no go command in PATH\n  try: install Go 1.26 or later, ",
		`error config: seedfall.json has 2 problems; the first: ROOT/seedfall.json:1:1: nodes: there is nothing to run; `,
	} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("no %q in\n%s", want, d.Text)
		}
	}
	c.told("window/showMessage", "what the doctor has found is in ", 0)
	pages, err := filepath.Glob(filepath.Join(cache, "*", "seedfall", "doctor.txt"))
	if err == nil && len(pages) == 0 {
		pages, err = filepath.Glob(filepath.Join(cache, "seedfall", "doctor.txt"))
	}
	if err != nil || len(pages) != 1 {
		t.Fatalf("%v, %v", pages, err)
	}
	if b, err := os.ReadFile(pages[0]); err != nil || !strings.HasPrefix(string(b), "seedfall doctor: 2 errors") {
		t.Errorf("%s, %v", b, err)
	}
}

func TestTheDoctorAsksNoGoCommandWithoutTrust(t *testing.T) {
	root := folder(t)
	c := talk(t, root, nil, func(*server) {})
	c.initialize(ours, `{"trusted": false}`, nil)
	c.wait("the folders", func() bool { return c.logged("0 configs in the open folders") })
	d := c.examined()
	if !strings.HasPrefix(d.Text, "seedfall doctor: 0 errors, 2 warnings\n") || strings.Contains(d.Text, "\nok go: ") ||
		!strings.Contains(d.Text, "\nwarning trust: this workspace is not trusted, ") || !strings.Contains(d.Text, "\nwarning config: there is no seedfall.json in the open folders\n  try: seedfall.newConfig writes one\n") {
		t.Error(d.Text)
	}
}

func TestAnOldGoAndAnotherLibraryAreFound(t *testing.T) {
	if f := versionFinding("/go", "go1.25.3", ""); f.Health != healthError || f.Message != "go1.25.3 in /go, and the first that builds guests is go1.26" {
		t.Errorf("%+v", f)
	}
	if f := versionFinding("/go", "go1.27.0 X:foo", "-v"); f.Health != healthOK || f.Message != "go1.27.0 X:foo in /go, with GOFLAGS -v" {
		t.Errorf("%+v", f)
	}
	if f := cacheFinding(filepath.Join(os.DevNull, "cache")); f.Health != healthError || f.Try == "" {
		t.Errorf("%+v", f)
	}
	s := &server{options: Options{Version: "v0.3.0"}, scenarios: []*scenario{{conf: &config.Config{}, files: map[string]string{
		"/cache/sim.go": "github.com/seedfall/seedfall@v0.2.0/sim/sim.go", "/m/main.go": "example.com/m/main.go"}}}}
	all := s.libraryFindings()
	if len(all) != 1 || all[0] != (Finding{"sim", healthWarning, "package sim is v0.2.0, and this server is v0.3.0", "go get github.com/seedfall/seedfall@v0.3.0"}) {
		t.Errorf("%+v", all)
	}
}
