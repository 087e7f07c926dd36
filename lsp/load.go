package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	slashpath "path"
	"path/filepath"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"golang.org/x/tools/go/packages"
)

// loaded are the files of a config's programs.
type loaded struct {
	files, sources map[string]string
	workload       string // folder of the workload's package; "" if there is none
}

// load asks the go command which files a config's programs are built from.
func load(ctx context.Context, c *config.Config) (*loaded, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, err
	}
	var patterns []string
	for _, g := range c.Guests() {
		patterns = append(patterns, g.Package)
	}
	conf := &packages.Config{Context: ctx, Dir: c.Dir(), Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule,
		Env: append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")}
	if len(c.Tags) > 0 {
		conf.BuildFlags = []string{"-tags=" + strings.Join(c.Tags, ",")}
	}
	roots, err := packages.Load(conf, patterns...)
	if err != nil {
		return nil, goSays(err)
	}
	if err := unlisted(roots); err != nil {
		return nil, err
	}
	l := &loaded{files: map[string]string{}, sources: map[string]string{}}
	packages.Visit(roots, func(p *packages.Package) bool {
		if p.Module == nil {
			return false // the standard library, which needs nothing else
		}
		for _, f := range p.GoFiles {
			name := trimmed(p, f)
			l.files[f], l.sources[name] = name, f
		}
		return true
	}, nil)
	if w := c.Workload; w != nil {
		for _, p := range roots {
			if len(p.GoFiles) > 0 && (p.PkgPath == w.Package || filepath.Dir(p.GoFiles[0]) == filepath.Join(c.Dir(), w.Package)) {
				l.workload = filepath.Dir(p.GoFiles[0])
			}
		}
	}
	return l, nil
}

// goSays is an error of the go command in its own words, if it has some.
func goSays(err error) error {
	if _, words, ok := strings.Cut(err.Error(), "stderr: "); ok && strings.TrimSpace(words) != "" {
		return errors.New(strings.TrimSpace(words))
	}
	return fmt.Errorf("the go command lists no packages: %w", err)
}

// unlisted is the first error about packages of which none has a file; nil if one
// has.
func unlisted(roots []*packages.Package) error {
	var first error
	for _, p := range roots {
		if len(p.GoFiles) > 0 {
			return nil
		}
		for _, e := range p.Errors {
			if first == nil {
				first = errors.New(strings.TrimSpace(e.Msg))
			}
		}
	}
	return first
}

// trimmed is the name of a file in a binary that is built with -trimpath.
func trimmed(p *packages.Package, file string) string {
	dir := p.PkgPath
	if m := p.Module; m.Version != "" && !m.Main {
		dir = m.Path + "@" + m.Version + strings.TrimPrefix(p.PkgPath, m.Path)
	}
	return slashpath.Join(dir, filepath.Base(file))
}
