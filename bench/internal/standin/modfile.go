// Package standin lets modules be built for wasip1 that lack a little for it: it
// copies a module as the go command has it, and puts files of our own over the
// copy. The go command lets nobody replace single files of a module.
//
// A go.mod asks for such a copy with a line like
//
//	replace example.com/m => ./.seedfall/standins/example.com/m@v1.2.3
//
// and the files of our own lie in _files, by module and package.
package standin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Modfile is what a go.mod says.
type Modfile struct {
	dir string // where it lies

	Require []Module
	Replace []struct{ Old, New Module }
}

// Module is a module with its version, "" for any. As the New of a replacement
// its path may be that of a folder, which begins with a dot.
type Module struct{ Path, Version string }

// Read reads the go.mod called name in dir.
func Read(ctx context.Context, dir, name string) (m Modfile, err error) {
	out, err := goCommand(ctx, dir, "mod", "edit", "-json", name)
	if err != nil {
		return m, err
	}
	m.dir = dir
	return m, json.Unmarshal(out, &m)
}

// Version gives the version of a module that m requires, "" for none.
func (m Modfile) Version(module string) string {
	for _, r := range m.Require {
		if r.Path == module {
			return r.Version
		}
	}
	return ""
}

func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=") // a -modfile in it is not for these
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("go %s: %w\n%s%s", strings.Join(args, " "), err, exit.Stderr, out)
	}
	return out, err
}
