package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// modfile is what go mod edit says of a go.mod.
type modfile struct {
	Require []struct{ Path, Version string }
	Replace []struct {
		Old, New struct{ Path, Version string }
	}
}

func readModfile(ctx context.Context, dir, name string) (m modfile, err error) {
	out, err := goCommand(ctx, dir, "mod", "edit", "-json", name)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(out, &m)
}

// version gives the version of a module that m requires, "" for none.
func (m modfile) version(module string) string {
	for _, r := range m.Require {
		if r.Path == module {
			return r.Version
		}
	}
	return ""
}

const (
	// copies is where a modfile looks for a module with stand-ins, followed by
	// MODULE@VERSION.
	copies = "./.seedfall/standins/"
	// standIns, beside the bugs, has the files of our own that go over such copies,
	// by module and package.
	standIns = "_standins"
)

// standIn makes the copies of modules that m asks for: the module as the go
// command has it, and over it the files that stand in for what wasip1 lacks. The
// go command lets nobody replace single files of a module.
func (m modfile) standIn(ctx context.Context, root, dir string) error {
	for _, r := range m.Replace {
		what, ours := strings.CutPrefix(r.New.Path, copies)
		if !ours {
			continue
		}
		if err := copyModule(ctx, root, dir, r.Old.Path, what); err != nil {
			return fmt.Errorf("stand-ins for %s: %w", what, err)
		}
	}
	return nil
}

func copyModule(ctx context.Context, root, dir, module, versioned string) error {
	out, err := goCommand(ctx, os.TempDir(), "mod", "download", "-json", versioned)
	if err != nil {
		return err
	}
	var download struct{ Dir, GoMod string }
	if err := json.Unmarshal(out, &download); err != nil {
		return err
	}
	to := filepath.Join(dir, filepath.FromSlash(copies+versioned))
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := copyTree(to, download.Dir); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(to, "go.mod"), download.GoMod); err != nil { // not every module has one itself
		return err
	}
	return copyTree(to, filepath.Join(root, standIns, filepath.FromSlash(module)))
}

// copyTree copies the files that a build looks at over those of to.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == "testdata":
			return fs.SkipDir
		case e.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !e.Type().IsRegular() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		return copyFile(filepath.Join(to, name), path)
	})
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
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
