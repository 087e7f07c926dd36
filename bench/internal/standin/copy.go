package standin

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// copies is where a modfile looks for a module with stand-ins, followed by
// MODULE@VERSION.
const copies = "./.seedfall/standins/"

//go:embed all:_files
var files embed.FS

// Copy makes the copies of modules that m asks for. Those that are there are
// made anew.
func (m Modfile) Copy(ctx context.Context) error {
	for _, r := range m.Replace {
		what, ours := strings.CutPrefix(r.New.Path, copies)
		if !ours {
			continue
		}
		if err := m.copyModule(ctx, r.Old.Path, what); err != nil {
			return fmt.Errorf("stand-ins for %s: %w", what, err)
		}
	}
	return nil
}

func (m Modfile) copyModule(ctx context.Context, module, versioned string) error {
	out, err := goCommand(ctx, os.TempDir(), "mod", "download", "-json", versioned)
	if err != nil {
		return err
	}
	var download struct{ Dir, GoMod string }
	if err := json.Unmarshal(out, &download); err != nil {
		return err
	}
	to := filepath.Join(m.dir, filepath.FromSlash(copies+versioned))
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := copyTree(to, os.DirFS(download.Dir)); err != nil {
		return err
	}
	goMod, err := os.ReadFile(download.GoMod) // not every module has one itself
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, "go.mod"), goMod, 0o644); err != nil {
		return err
	}
	own, err := standIns(module)
	if err != nil {
		return err
	}
	return copyTree(to, own)
}

// standIns gives the files of our own that go over a module.
func standIns(module string) (fs.FS, error) {
	path := "_files/" + module
	if _, err := fs.Stat(files, path); errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("there are none; remove the replacement from go.mod")
	}
	return fs.Sub(files, path)
}

// copyTree copies the files that a build looks at over those of to.
func copyTree(to string, from fs.FS) error {
	return fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
		path := filepath.Join(to, filepath.FromSlash(name))
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == "testdata":
			return fs.SkipDir
		case e.IsDir():
			return os.MkdirAll(path, 0o755)
		case !e.Type().IsRegular() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return os.WriteFile(path, data, 0o644)
	})
}
