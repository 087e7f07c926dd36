package lsp

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/work"
)

func TestAKilledWorkerIsOneFailedJobAndTheNextStartsAnother(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), work.Event{Running: []uint64{4}})
	w.conn.Close()
	a := e.answer(id)
	if !strings.HasPrefix(a.err, "-32603: the worker has ended while it ran seed 4 (exit status 1):\nthe test ends the worker") {
		t.Errorf("the answer is %q", a.err)
	}
	wantText(t, "the lens", e.lens(), "could not run")
	id = e.command("run", `{}`)
	w = g.worker()
	j = w.expect("sweep 1-10")
	if j.Jobs != 1 || len(j.Skip) != 0 {
		t.Errorf("after a first strike %d seeds run at once, and %v are left out", j.Jobs, j.Skip)
	}
	w.say(j, prepared(), work.Event{Running: []uint64{4}})
	w.conn.Close()
	e.answer(id)
	id = e.command("run", `{}`)
	w = g.worker()
	j = w.expect("sweep 1-10")
	if len(j.Skip) != 1 || j.Skip[0] != 4 {
		t.Errorf("after a second strike %v are left out", j.Skip)
	}
	w.say(j, prepared(), swept(j))
	wantText(t, "the answer", e.answer(id).err, "")
	wantText(t, "the lens", e.lens(), "9 of 10 seeds, 0 failed, seed 4 left out since it ends the worker")
	e.told("textDocument/publishDiagnostics", "seed 4 is left out", 0)
}

func TestAWorkerThatDoesNotStart(t *testing.T) {
	newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	e.server.sweeper.command = []string{filepath.Join(e.root, "no-such-program")}
	a := e.answer(e.command("run", `{}`))
	if !strings.HasPrefix(a.err, "-32603: the worker does not start: ") {
		t.Errorf("the answer is %q", a.err)
	}
}

func TestAWorkerThatDoesNotEndIsKilled(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	id := e.command("run", `{}`)
	w := g.worker()
	w.say(w.expect("sweep 1-10"), prepared())
	e.answer(e.command("stop", `{}`))
	w.expect("cancel")
	w.gone() // though it says nothing
	wantText(t, "the answer", e.answer(id).err, "")
	id = e.command("run", `{}`)
	w = g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), swept(j))
	e.answer(id)
}

func TestTheEndOfTheConnectionEndsTheWorker(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	e.command("run", `{}`)
	w := g.worker()
	w.say(w.expect("sweep 1-10"), prepared())
	e.hangUp()
	w.gone()
}

func TestTheServerEndsWithTheEditorsProcess(t *testing.T) {
	newStage(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"=wait")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e := editWith(t, project(t), `{"run": {"trigger": "off"}}`, cmd.Process.Pid)
	e.quiet()
	in.Close()
	cmd.Wait() //nolint:errcheck // it has ended
	if code := e.ends(); code != 1 {
		t.Errorf("the server ends with %d", code)
	}
}

// The server is a process of its own here, and is killed so that it can do nothing
// about its worker, which is a real one in the middle of a long run.
func TestNoWorkerIsLeftWhenTheServerIsKilled(t *testing.T) {
	g := newStage(t)
	dir := project(t)
	put(t, filepath.Join(dir, "seedfall.json"), `{"nodes": [{"name": "n", "package": "."}], "duration": "24h"}`)
	put(t, filepath.Join(dir, "main.go"), "package main\n\nimport \"time\"\n\nfunc main() {\n\tfor {\n\t\ttime.Sleep(time.Millisecond)\n\t}\n}\n")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"=server", workerEnv+"=real")
	e := spawn(t, dir, cmd)
	e.initialize(ours, `{"run": {"trigger": "off", "jobs": 1}}`, nil)
	e.quiet()
	e.command("run", `{}`)
	w := g.worker()
	w.saying(`"running":[1]`)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	w.gone()
}

func TestARealWorkerSweepsAProgram(t *testing.T) {
	g := newStage(t)
	t.Setenv(roleEnv, "real")
	dir := project(t)
	put(t, filepath.Join(dir, "main.go"), "package main\n\nimport \"time\"\n\nfunc main() {\n\tfor {\n\t\ttime.Sleep(time.Second)\n\t}\n}\n")
	e := edit(t, dir, `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	id := e.command("run", `{"seeds": 3}`)
	w := g.worker()
	w.saying(`"done"`)
	wantText(t, "the answer", string(e.answer(id).result)+e.answer(id).err, "null")
	wantText(t, "the lens", e.lens(), "3 of 3 seeds, 0 failed")
}
