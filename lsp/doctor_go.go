package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"strings"
	"time"
)

// goPatience is how long the go command may take to say what it is, in real time.
const goPatience = 10 * time.Second

// oldestGo is the first release that builds guests.
const oldestGo = "go1.26"

// goFindings say which go command there is, and whether it can build. env is what the
// settings add to its environment. It is asked outside of any module, so that it does
// not load another toolchain.
func goFindings(ctx context.Context, env []string) []Finding {
	const install = "install Go 1.26 or later, or start the editor where it is found"
	path, err := exec.LookPath("go")
	if err != nil {
		return []Finding{{"go", healthError, "there is no go command in PATH", install}}
	}
	ctx, cancel := context.WithTimeout(ctx, goPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "env", "-json", "GOVERSION", "GOCACHE", "GOFLAGS")
	cmd.Dir = os.TempDir()
	cmd.Env = append(append(os.Environ(), env...), "GOTOOLCHAIN=local")
	out, err := cmd.Output()
	var is struct{ GOVERSION, GOCACHE, GOFLAGS string }
	if err == nil {
		err = json.Unmarshal(out, &is)
	}
	if err != nil {
		return []Finding{{"go", healthError, fmt.Sprintf("%s does not say what it is: %v", path, err), install}}
	}
	return []Finding{versionFinding(path, is.GOVERSION, is.GOFLAGS), cacheFinding(is.GOCACHE)}
}

func versionFinding(path, is, flags string) Finding {
	f := Finding{"go", healthOK, fmt.Sprintf("%s in %s", is, path), ""}
	if flags != "" {
		f.Message += ", with GOFLAGS " + flags
	}
	if v, _, _ := strings.Cut(is, " "); version.IsValid(v) && version.Compare(v, oldestGo) < 0 {
		f.Health, f.Try = healthError, "install Go 1.26 or later, or start the editor where it is found"
		f.Message += fmt.Sprintf(", and the first that builds guests is %s", oldestGo)
	}
	return f
}

func cacheFinding(dir string) Finding {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, "seedfall-*"); err == nil {
			f.Close()           //nolint:errcheck // nothing was written
			os.Remove(f.Name()) //nolint:errcheck // the go command removes what is old
		}
	}
	if err != nil {
		return Finding{"cache", healthError, fmt.Sprintf("nothing can be written to Go's cache: %v", err), "set GOCACHE to a folder of yours"}
	}
	return Finding{"cache", healthOK, "Go's cache is in " + dir, ""}
}
