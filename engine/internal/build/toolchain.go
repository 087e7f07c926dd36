package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// toolchain is the go command as the user's folder and environment choose it.
type toolchain struct {
	path     string   // of the go command
	dir      string   // where it runs: Request.Dir
	env      []string // in addition to the process's environment
	version  string   // GOVERSION: "go1.26.8"
	goroot   string
	modules  string            // GOMODCACHE
	tags     []string          // of the request and of GOFLAGS
	overlay  string            // the user's own -overlay file from GOFLAGS, or ""
	replaced map[string]string // what it says: path of a source file to that of its content
	laid     string            // hash of Request.Overlay and the files it names, or ""
	mod      string            // "-mod=readonly" if GOFLAGS asks to edit go.mod, or ""
}

// findToolchain asks the go command about itself. GOTOOLCHAIN and the
// toolchain line of go.mod have their usual effect, since it is asked in the
// user's folder.
func findToolchain(ctx context.Context, r Request) (*toolchain, error) {
	if info, err := os.Stat(r.Dir); err != nil {
		return nil, fmt.Errorf("build: folder of the config: %w", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("build: folder of the config: %s is not a folder", r.Dir)
	}
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, errors.New("build: there is no go command on PATH; install Go, or add its bin folder to PATH")
	}
	tc := &toolchain{path: path, dir: r.Dir, env: append(r.Env[:len(r.Env):len(r.Env)],
		"GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")}
	out, err := tc.run(ctx, "env", "-json", "GOVERSION", "GOROOT", "GOMOD", "GOWORK", "GOFLAGS", "GO111MODULE", "GOMODCACHE")
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	var env struct{ GOVERSION, GOROOT, GOMOD, GOWORK, GOFLAGS, GO111MODULE, GOMODCACHE string }
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("build: go env -json: %w", err)
	}
	if (env.GOMOD == os.DevNull || env.GOMOD == "") && env.GOWORK == "" && env.GO111MODULE != "off" {
		return nil, fmt.Errorf("build: there is no go.mod in %s or above it; run \"go mod init\" in the program's folder", r.Dir)
	}
	tc.version, tc.goroot, tc.modules = env.GOVERSION, filepath.Clean(env.GOROOT), filepath.Clean(env.GOMODCACHE)
	if err := tc.useFlags(env.GOFLAGS, r.Tags); err != nil {
		return nil, fmt.Errorf("build: GOFLAGS: %w", err)
	}
	return tc, nil
}

// goError is a go command that failed.
type goError struct {
	args   string // the command's first words
	output string // what it printed on standard error, trimmed
	err    error
}

func (e *goError) Error() string {
	if e.output == "" {
		return fmt.Sprintf("go %s: %v", e.args, e.err)
	}
	return fmt.Sprintf("go %s: %s", e.args, e.output)
}

func (e *goError) Unwrap() error { return e.err }

// run returns the standard output of the go command.
func (tc *toolchain) run(ctx context.Context, args ...string) ([]byte, error) {
	var stderr bytes.Buffer
	return tc.runInto(ctx, &stderr, stderr.String, args...)
}

// runInto is run with somebody else who takes the standard error, and gives its text
// when the command has ended.
func (tc *toolchain) runInto(ctx context.Context, stderr io.Writer, text func() string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, tc.path, args...)
	cmd.Dir = tc.dir
	cmd.Env = append(cmd.Environ(), tc.env...)
	// An interrupted go command removes its work folder and stops its
	// compilers; a killed one does neither.
	cmd.Cancel = func() error {
		if runtime.GOOS == "windows" {
			return cmd.Process.Kill()
		}
		return cmd.Process.Signal(os.Interrupt)
	}
	cmd.WaitDelay = 5 * time.Second
	var stdout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return stdout.Bytes(), &goError{args[0], strings.TrimRight(text(), "\n"), err}
	}
	return stdout.Bytes(), nil
}

// flags are those that go list and go build share.
func (tc *toolchain) flags() []string {
	flags := []string{"-buildvcs=false", "-trimpath"}
	if tc.mod != "" {
		flags = append(flags, tc.mod)
	}
	if tc.overlay != "" {
		flags = append(flags, "-overlay="+tc.overlay)
	}
	if len(tc.tags) > 0 {
		flags = append(flags, "-tags="+strings.Join(tc.tags, ","))
	}
	return flags
}

// besideModules is the same toolchain under a name outside the module cache.
// A toolchain that the go command downloaded lies in there, and the go command
// refuses to overlay files of the module cache.
func (tc *toolchain) besideModules(folder string) (*toolchain, error) {
	if !strings.HasPrefix(tc.goroot, tc.modules+string(filepath.Separator)) {
		return tc, nil
	}
	link := filepath.Join(folder, "goroot")
	if err := os.Symlink(tc.goroot, link); err != nil {
		return nil, fmt.Errorf("build: the os/signal overlay needs a link to the toolchain %s in the module cache: %w", tc.version, err)
	}
	linked := *tc
	linked.path, linked.goroot = filepath.Join(link, "bin", "go"), link
	linked.env = append(tc.env[:len(tc.env):len(tc.env)], "GOROOT="+link, "GOTOOLCHAIN=local")
	return &linked, nil
}
