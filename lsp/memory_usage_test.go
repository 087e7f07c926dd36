package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/process"
	"github.com/seedfall/seedfall/lsp/work"
)

func TestTheMemoryOfServerAndWorkerIsTold(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}, "memoryLimit": "1GiB"}`)
	e.open("main.go", "")
	e.quiet()
	ask := func() (u MemoryUsage) {
		t.Helper()
		a := e.answer(e.command("memoryUsage", ""))
		if err := json.Unmarshal(a.result, &u); err != nil {
			t.Fatal(a.err, err)
		}
		e.told("window/showMessage", u.Text, 0)
		return u
	}
	u := ask()
	if u.Server < 1<<20 || u.Worker != 0 || u.Limit != 1<<30 || u.Open != 1 || !strings.HasSuffix(u.Text, " MiB; no worker runs; 1 file open, "+plural(u.Remembered, "file")+" remembered, the types of 0 modules, 0 traces") {
		t.Errorf("without a worker: %+v", u)
	}
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	u = ask()
	if !strings.Contains(u.Text, "MiB; the worker has ") && !strings.Contains(u.Text, "the system does not tell") || !strings.Contains(u.Text, ", of 1.0 GiB that it may have; 1 file open") {
		t.Errorf("with a worker: %+v", u)
	}
	w.say(j, prepared(), done(work.Done{Cancelled: true}))
	e.answer(id)
}

func TestNumbersOfBytesAreTexts(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 MiB", 300 << 20: "300 MiB", 2<<30 + 1<<29: "2.5 GiB"} {
		if got := process.MemoryText(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
