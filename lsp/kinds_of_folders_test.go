package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/view"
	"golang.org/x/tools/txtar"
)

// kv is the archive of most tests, in a folder.
func kv(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a, err := txtar.ParseFile(filepath.Join("testdata", "kv.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		add(t, root, f.Name, string(f.Data))
	}
	return root
}

func add(t *testing.T, root, name, content string) {
	t.Helper()
	at := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		t.Fatal(err)
	}
	put(t, at, content)
}

// visit starts a server on a folder, with the archive's worker, and waits until its
// configs have been looked at.
func visit(t *testing.T, root, options string) *client {
	t.Helper()
	c := talk(t, root, []string{fakeWorker, filepath.Join(root, "worker.json")}, func(*server) {})
	c.call("initialize", fmt.Sprintf(`{"capabilities": %s, "workspaceFolders": [{"uri": %q, "name": "w"}], "initializationOptions": %s}`, everything, c.uri(""), options), nil)
	c.notify("initialized", "{}")
	c.wait("configs", func() bool { return c.logged("in the open folders") })
	return c
}

// quietly are options with which nothing is run without being asked for.
const quietly = `{"shrink": {"auto": false}, "run": {"trigger": "off", "delay": "0s"}}`

// said are the messages that were shown.
func (c *client) said() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.messages {
		var p struct{ Message string }
		if m.Method == "window/showMessage" && json.Unmarshal(m.Params, &p) == nil {
			all = append(all, strings.ReplaceAll(p.Message, c.root, "ROOT"))
		}
	}
	return all
}

// sweep asks for one, and gives the error if there is one.
func (c *client) sweep() string {
	c.t.Helper()
	m := c.answer(c.ask("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.run", "arguments": [{"config": %q}]}`, c.root+"/seedfall.json")))
	_, text, _ := strings.Cut(m.err, ": ")
	return strings.ReplaceAll(text, c.root, "ROOT")
}

// symbols are the sites of a file, by line and name.
func (c *client) symbols(name string) (all []string) {
	c.t.Helper()
	var found []struct {
		Name  string
		Range span
	}
	c.call("textDocument/documentSymbol", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, c.uri(name)), &found)
	for _, f := range found {
		all = append(all, fmt.Sprintf("%d %s", f.Range.Start.Line+1, f.Name))
	}
	return all
}

// until is the last lens of a place where nothing fails.
const until = "seedfall.runUntilFailure: run until a failure"

const broken = "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() {\n\tread(1, \n}\n\nfunc read(got, want int) {\n\tsim.Always(got == want, \"writes are kept\")\n}\n"

func TestAPackageWithSyntaxErrors(t *testing.T) {
	root := kv(t)
	add(t, root, "client/main.go", broken)
	c := visit(t, root, quietly)
	c.open("client/main.go", "")
	const run = "seedfall.run: run 100 seeds"
	expect(t, "lenses", c.lenses("client/main.go"), []string{"5 " + run + " of seedfall.json", "5 seedfall.run: paused: code does not compile", "5 " + until,
		"10 " + run, "10 seedfall.run: not run yet", "10 " + until})
	expect(t, "the answer to run", []string{c.sweep()}, []string{"paused: code does not compile: ROOT/client/main.go: expected operand, found '}'"})
	expect(t, "messages", c.said(), nil)
	c.open("client/main.go", strings.Replace(broken, "1, \n", "1, 1)\n", 1))
	put(t, filepath.Join(root, "client", "main.go"), c.content("client/main.go"))
	c.notify("textDocument/didSave", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, c.uri("client/main.go")))
	expect(t, "once it is right", []string{c.sweep()}, []string{""})
}

func TestNoModule(t *testing.T) {
	root := kv(t)
	if err := os.Remove(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal(err)
	}
	add(t, root, "second.json", `{"$schema": "seedfall", "nodes": [{"name": "n", "package": "./server"}]}`)
	c := visit(t, root, quietly)
	c.open("client/main.go", "")
	expect(t, "sites", c.symbols("client/main.go"), []string{"10 writes are kept", "11 a key is empty", "12 nobody comes here"})
	expect(t, "messages", c.said(), []string{"seedfall: the programs of second.json and 1 other config are not found: " +
		`go: go.mod file not found in current directory or any parent directory; run "go mod init" in the programs' folder`})
	add(t, root, "go.mod", "module example.com/kv\n\ngo 1.26\n\nrequire github.com/seedfall/seedfall v0.0.0\n\nreplace github.com/seedfall/seedfall => ./seedfall\n")
	c.notify("workspace/didChangeWatchedFiles", fmt.Sprintf(`{"changes": [{"uri": %q, "type": 1}]}`, c.uri("go.mod")))
	c.wait("the programs", func() bool { return strings.Count(c.log.String(), "in the open folders") == 2 })
	c.run()
}

func TestAMissingToolchain(t *testing.T) {
	t.Run("no go command", func(t *testing.T) {
		t.Setenv("PATH", "")
		c := visit(t, kv(t), quietly)
		c.open("client/main.go", "")
		expect(t, "sites", c.symbols("client/main.go"), []string{"10 writes are kept", "11 a key is empty", "12 nobody comes here"})
		expect(t, "messages", c.said(), []string{"seedfall: there is no go command in PATH, so that nothing can be run: install Go, or start the editor where it is found"})
	})
	t.Run("a later one is needed", func(t *testing.T) {
		out, err := exec.Command("go", "env", "GOVERSION").Output()
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("GOTOOLCHAIN", "local")
		root := kv(t)
		add(t, root, "go.mod", "module example.com/kv\n\ngo 1.999\n")
		c := visit(t, root, quietly)
		c.open("client/main.go", "")
		expect(t, "sites", c.symbols("client/main.go"), []string{"10 writes are kept", "11 a key is empty", "12 nobody comes here"})
		expect(t, "messages", c.said(), []string{fmt.Sprintf("seedfall: the programs of seedfall.json are not found: go: go.mod requires go >= 1.999 (running go %s; GOTOOLCHAIN=local); "+
			"install that version, or have the go command download it by GOTOOLCHAIN=auto", strings.TrimPrefix(strings.TrimSpace(string(out)), "go"))})
	})
}

func TestAReadOnlyFolder(t *testing.T) {
	root := kv(t)
	if err := os.Chmod(root, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(root, 0o777) }) //nolint:errcheck // the folder is removed next
	why := "permission denied"
	if os.WriteFile(filepath.Join(root, ".seedfall"), nil, 0o666) == nil {
		why = "not a directory" // this user may write everywhere, so there is a file in the way
	}
	c := visit(t, root, quietly)
	c.open("client/main.go", "")
	c.run()
	expect(t, "the lens of a run", c.lenses("client/main.go")[1:2], []string{"5 seedfall.shrink: fails: seed 2 and 1 more · shrink"})
	expect(t, "messages", c.said(), []string{"seedfall: ROOT/.seedfall cannot be written, so that no results and no schedules are kept: " +
		"locking ROOT/.seedfall/sweeper.lock: mkdir ROOT/.seedfall: " + why})
}

func TestTwoThousandFiles(t *testing.T) {
	newStage(t)
	root := kv(t)
	for i := range 2000 {
		text := fmt.Sprintf("package big\n\nfunc F%d() int { return %d }\n", i, i)
		if i%500 == 0 {
			text = fmt.Sprintf("package big\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc F%d() { sim.Reachable(\"big %d\") }\n", i, i)
		}
		add(t, root, fmt.Sprintf("big/f%d.go", i), text)
	}
	add(t, root, "seedfall.json", `{"nodes": [{"name": "n", "package": "./server"}], "workload": {"package": "."}}`)
	const text = "package main\n\nimport (\n\t\"example.com/kv/big\"\n\t\"github.com/seedfall/seedfall/sim\"\n)\n\nfunc main() {\n\tbig.F500()\n\tsim.Sometimes(true, \"here\")\n}\n"
	add(t, root, "main.go", text)
	asked, release := make(chan bool), make(chan bool)
	e := talk(t, root, nil, func(s *server) {
		s.load = func(ctx context.Context, c *config.Config) (*loaded, error) {
			asked <- true
			<-release
			l := view.List(ctx, view.Build{}, []view.Programs{{Dir: c.Dir(), Packages: packagesOf(c)}}, 1)[0]
			return loadedAs(c, &l, spelling(nil)), l.Err
		}
	})
	e.initialize(ours, quietly, nil)
	<-asked
	e.open("main.go", "// Moved.\n"+text)
	lines := func() (all []int) {
		var lenses []struct{ Range span }
		if err := json.Unmarshal(e.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": e.uri("main.go")}}).result, &lenses); err != nil {
			t.Fatal(err)
		}
		for _, l := range lenses {
			all = append(all, l.Range.Start.Line+1)
		}
		return all
	}
	if got, want := lines(), []int{9, 9, 9, 11, 11, 11}; !slices.Equal(got, want) {
		t.Errorf("while the go command is waited for there are lenses in the lines %v, want %v", got, want)
	}
	close(release)
	e.quiet()
	if got, want := lines(), []int{9, 9, 9, 11, 11, 11}; !slices.Equal(got, want) {
		t.Errorf("behind it there are lenses in the lines %v, want %v", got, want)
	}
	var found []struct{ Name string }
	if err := json.Unmarshal(e.call("workspace/symbol", map[string]any{"query": "big"}).result, &found); err != nil {
		t.Fatal(err)
	}
	expect(t, "sites of all files", []string{fmt.Sprint(found)}, []string{"[{big 0} {big 1000} {big 1500} {big 500}]"})
	expect(t, "messages", e.said(), nil)
}

// A file that does not mention a package with sites is not parsed.
func TestFilesWithoutSitesAreNotParsed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.go")
	put(t, path, "package a\n"+strings.Repeat("\nfunc f() { g(1, 2, 3) }\n", 10_000))
	if n := testing.AllocsPerRun(5, func() {
		if read(path, nil) != nil {
			t.Error("it has sites")
		}
	}); n > 100 {
		t.Errorf("%v allocations", n)
	}
}

func TestAVendoredTree(t *testing.T) {
	root := kv(t)
	const mod = "module example.com/kv\n\ngo 1.26\n\nrequire (\n\texample.org/dep v1.0.0\n\tgithub.com/seedfall/seedfall v0.0.0\n)\n\nreplace github.com/seedfall/seedfall => ./seedfall\n"
	const listed = "# example.org/dep v1.0.0\n## explicit; go 1.26\nexample.org/dep\n# github.com/seedfall/seedfall v0.0.0 => ./seedfall\n## explicit; go 1.26\ngithub.com/seedfall/seedfall/sim\n# github.com/seedfall/seedfall => ./seedfall\n"
	add(t, root, "go.mod", mod)
	add(t, root, "vendor/modules.txt", listed)
	add(t, root, "vendor/github.com/seedfall/seedfall/sim/sim.go", "package sim\n\nfunc Reachable(name string, details ...any) {}\n")
	add(t, root, "vendor/example.org/dep/dep.go", "package dep\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc Seen(name string) { sim.Reachable(name) }\n")
	add(t, root, "client/main.go", "package main\n\nimport \"example.org/dep\"\n\nfunc main() {\n\tdep.Seen(\"by a vendored package\")\n}\n")
	add(t, root, "vendor/example.org/dep/seedfall.json", `{"nodes": [{"name": "not looked at", "package": "."}]}`)
	c := visit(t, root, quietly)
	c.open("client/main.go", "")
	c.open("vendor/example.org/dep/dep.go", "")
	c.typesAreKnown(1)
	const run = "seedfall.run: run 100 seeds"
	expect(t, "lenses", c.lenses("client/main.go"), []string{"5 " + run + " of seedfall.json", "5 seedfall.run: not run yet", "5 " + until, "6 " + run, "6 seedfall.run: not run yet", "6 " + until})
	expect(t, "of what is vendored", c.lenses("vendor/example.org/dep/dep.go"), []string{"5 " + run, "5 seedfall.run: name comes from the callers · not run yet", "5 " + until})
	expect(t, "configs", c.said(), nil)
	put(t, filepath.Join(root, "vendor", "modules.txt"), strings.Replace(listed, "## explicit; go 1.26\nexample.org/dep\n", "example.org/dep\n", 1))
	c.notify("workspace/didChangeWatchedFiles", fmt.Sprintf(`{"changes": [{"uri": %q, "type": 2}]}`, c.uri("go.mod")))
	c.wait("a message", func() bool { return c.count("window/showMessage") > 0 })
	expect(t, "messages", c.said(), []string{"seedfall: the programs of seedfall.json are not found: go: inconsistent vendoring in ROOT:\n" +
		"\texample.org/dep@v1.0.0: is explicitly required in go.mod, but not marked as explicit in vendor/modules.txt\n\n" +
		"\tTo ignore the vendor directory, use -mod=readonly or -mod=mod.\n\tTo sync the vendor directory, run:\n\t\tgo mod vendor"})
}

func TestAnUntrustedFolderHasLensesWithoutTheGoCommand(t *testing.T) {
	t.Setenv("PATH", "")
	c := visit(t, kv(t), `{"trusted": false, "build": {"env": {"GOFLAGS": "-toolexec=sh"}}, "run": {"trigger": "off"}}`)
	c.open("client/main.go", "")
	const run = "seedfall.run: trust the workspace to run"
	expect(t, "lenses", c.lenses("client/main.go"), []string{"5 " + run, "5 seedfall.run: not run yet", "10 " + run, "10 seedfall.run: not run yet",
		"11 " + run, "11 seedfall.run: not run yet", "12 " + run, "12 seedfall.run: not run yet"})
	expect(t, "messages", c.said(), nil)
	expect(t, "the answer to run", []string{c.sweep()}, []string{"this workspace is not trusted, so nothing is run in it"})
}

func TestAFileOfNoConfigIsToldOnce(t *testing.T) {
	root := kv(t)
	if err := os.Remove(filepath.Join(root, "seedfall.json")); err != nil {
		t.Fatal(err)
	}
	c := visit(t, root, quietly)
	c.open("client/main.go", "")
	want := "// 3 3 \"github.com/seedfall/seedfall/sim\": this package is not part of any seedfall config, so that nothing is known of its properties; name a program that imports it in a seedfall.json\n"
	if got := c.listed("client/main.go", c.shown("client/main.go")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	expect(t, "messages", c.said(), nil)
}

func TestASymbolicLinkOpensTheSameFiles(t *testing.T) {
	root := kv(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip("this system has no symbolic links: ", err)
	}
	c := visit(t, link, quietly)
	c.open("client/main.go", "")
	c.run()
	const run = "seedfall.run: run 100 seeds"
	expect(t, "lenses", c.lenses("client/main.go")[:4], []string{"5 " + run + " of seedfall.json", "5 seedfall.shrink: fails: seed 2 and 1 more · shrink", "5 seedfall.why: why", "10 " + run})
	// The same file by its other name.
	c.close("client/main.go")
	c.root = root
	c.open("client/main.go", "")
	expect(t, "by another way", c.lenses("client/main.go")[3:4], []string{"10 " + run})
	c.wait("diagnostics", func() bool { return len(c.published("client/main.go")) > 0 })
}

func TestFoldersAreFiltered(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"seedfall.json", "a/seedfall.json", "a/b/seedfall.json", "c/a/seedfall.json", "d/seedfall.json", "vendor/seedfall.json"} {
		add(t, root, name, "{}")
	}
	for _, c := range []struct{ filters, want string }{
		{`[]`, "a/b/seedfall.json a/seedfall.json c/a/seedfall.json d/seedfall.json seedfall.json"},
		{`["-a"]`, "c/a/seedfall.json d/seedfall.json seedfall.json"},
		{`["-**/a"]`, "d/seedfall.json seedfall.json"},
		{`["-", "+a/b", "+d"]`, "a/b/seedfall.json d/seedfall.json"},
		{`["-a", "+a/b"]`, "a/b/seedfall.json c/a/seedfall.json d/seedfall.json seedfall.json"},
	} {
		s := defaultSettings()
		if problems := s.read([]byte(fmt.Sprintf(`{"directoryFilters": %s}`, c.filters))); problems != nil {
			t.Error(problems)
		}
		var got []string
		for _, f := range configsIn(root, s.filters) {
			rel, _ := filepath.Rel(root, f)
			got = append(got, filepath.ToSlash(rel))
		}
		slices.Sort(got)
		expect(t, c.filters, got, strings.Fields(c.want))
	}
}

func TestSettingsOfTheBuildReachTheWorker(t *testing.T) {
	g := newStage(t)
	dir := project(t)
	put(t, filepath.Join(dir, "slow.go"), "//go:build slow\n\npackage main\n")
	t.Setenv("GOFLAGS", "-tags=from_env")
	e := talk(t, dir, nil, func(*server) {})
	e.initialize(ours, `{"run": {"trigger": "off"}, "build": {"tags": ["slow"], "flags": ["-gcflags=all=-l"], "env": {"GOPROXY": "off"}}}`, nil)
	s := e.server
	e.quiet()
	s.mu.Lock()
	_, there := s.scenarios[0].files[filepath.Join(dir, "slow.go")]
	s.mu.Unlock()
	if !there {
		t.Error("a file with a tag of the settings is left out")
	}
	e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-100")
	expect(t, "environment of the build", j.Env, []string{"GOPROXY=off", "GOFLAGS=-gcflags=all=-l -tags=from_env,slow"})
	w.say(j, prepared(), swept(j))
	e.quiet()
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"seedfall": map[string]any{"build.tags": []string{}, "build.flags": []string{}, "build.env": map[string]string{}}}})
	e.quiet()
	s.mu.Lock()
	_, there = s.scenarios[0].files[filepath.Join(dir, "slow.go")]
	s.mu.Unlock()
	if there {
		t.Error("a file is still there when its tag has gone")
	}
}

func TestWrongSettingsOfTheBuildAreTold(t *testing.T) {
	s := defaultSettings()
	expect(t, "problems", s.read([]byte(`{"build": {"tags": "a", "flags": ["race"], "env": {"A=": "b"}}, "directoryFilters": ["a"]}`)), []string{
		`seedfall.build.env: {"A=": "b"} is not taken: use an object of variables such as {"GOPROXY": "off"}`,
		`seedfall.build.flags: ["race"] is not taken: use a list of flags such as ["-mod=vendor"], each with its value`,
		`seedfall.build.tags: "a" is not taken: use a list of tags such as ["integration"]`,
		`seedfall.directoryFilters: ["a"] is not taken: "a" begins with neither + nor -`,
	})
}
