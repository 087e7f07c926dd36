package lsp

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/view"
)

// What the settings add to a build stands in the line in front of the command.
func TestACommandLineBuildsAsTheServerDoes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the line is one of PowerShell there; TestWordsAreQuotedForTheirShell has that form")
	}
	newStage(t)
	t.Setenv("GOFLAGS", "-trimpath")
	dir := project(t)
	e := edit(t, dir, `{"run": {"trigger": "off", `+quick+`}, "build": {"tags": ["b", "a"], "flags": ["-ldflags=-X 'main.v=1'"], "env": {"GOPROXY": "off", "NAME": "it's $HOME"}}}`)
	e.quiet()
	line := func(args string) string {
		t.Helper()
		return string(e.answer(e.command("copyCommandLine", args)).result)
	}
	wantText(t, "with settings", line(`{"seed": 3}`), written(CommandLine{
		`GOPROXY=off NAME='it'\''s $HOME' GOFLAGS='-trimpath "-ldflags=-X '\''main.v=1'\''" -tags=a,b' seedfall replay -c seedfall.json -seed 3`, dir + "/"}))
	e.server.mu.Lock()
	e.server.scenarios[0].view = &view.View{GoFlags: "-mod=mod"} // what the go command has said
	e.server.mu.Unlock()
	wantText(t, "in a module", line(`{}`), written(CommandLine{
		`GOPROXY=off NAME='it'\''s $HOME' GOFLAGS='-mod=readonly "-ldflags=-X '\''main.v=1'\''" -tags=a,b' seedfall run -c seedfall.json -seeds 10`, dir + "/"}))
	e.notify("workspace/didChangeConfiguration", `{"settings": {"seedfall": {"build": {"tags": [], "flags": [], "env": {}}}}}`)
	wantText(t, "without", line(`{"seed": 3}`), written(CommandLine{`seedfall replay -c seedfall.json -seed 3`, dir + "/"}))
	e.notify("workspace/didChangeConfiguration", `{"settings": {"seedfall": {"run": {"seeds": 10}}, "gopls": {"build.buildFlags": ["-tags=c"]}}}`)
	e.quiet() // the configs are loaded anew, and this project has no view
	wantText(t, "with the settings of Go", line(`{"seed": 3}`), written(CommandLine{`GOFLAGS='-trimpath -tags=c' seedfall replay -c seedfall.json -seed 3`, dir + "/"}))
}

func TestWordsAreQuotedForTheirShell(t *testing.T) {
	env, words := []string{"A=1 2", "B="}, []string{"run", "-c", "it's.json", `C:\a`, "a,b@c"}
	wantText(t, "PowerShell", shellLine(env, words, true), `$env:A = '1 2'; $env:B = ''; run -c 'it''s.json' C:\a 'a,b@c'`)
	wantText(t, "POSIX", shellLine(env, words, false), `A='1 2' B='' run -c 'it'\''s.json' 'C:\a' a,b@c`)
}

// A shell reads the words as they were.
func TestAShellReadsQuotedWordsAsTheyWere(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh: what it reads cannot be seen")
	}
	for _, w := range []string{"", "a", "a b", "it's", `"$HOME" \ * ~ # ! ; & | < > ( ) [ ] { } ? %`, "é\n\t", "-x=~/y", "a,b@c:d"} {
		out, err := exec.Command(sh, "-c", fmt.Sprintf("V=%s; printf '%%s|%%s' %s \"$V\"", quoted(w, false), quoted(w, false))).Output()
		if err != nil || string(out) != w+"|"+w {
			t.Errorf("%q is read as %q: %v", w, out, err)
		}
		if strings.HasPrefix(quoted(w, false), `"`) {
			t.Errorf("%q is in quotes in which a shell expands", w)
		}
	}
}
