package lsp

import (
	"context"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"go.lsp.dev/jsonrpc2"
)

// newConfigCommand writes a config for the package of a file, or for the programs in
// a folder, and shows it; one that is there is shown as it is.
func (s *server) newConfigCommand(ctx context.Context, c *command) error {
	dir, err := s.packageAt(c)
	if err != nil {
		return err
	}
	kept := Kept{Path: filepath.Join(dir, config.FileName), Did: "kept"}
	if !exists(kept.Path) {
		text, err := newConfig(kept.Path, programsIn(dir))
		if err != nil {
			return jsonrpc2.Errorf(requestFailed, "%s: %v", c.name, err)
		}
		if err := s.create(ctx, kept.Path, text, "New "+config.FileName); err != nil {
			return err
		}
		kept.Did = "created"
	}
	c.answer = kept
	return s.showFile(ctx, kept.Path, "the config")
}

// packageAt is the folder that a command's file lies in, or that it is; without a file
// the only one that is open. It lies in a folder that is open.
func (s *server) packageAt(c *command) (dir string, err error) {
	s.mu.Lock()
	folders := slices.Clone(s.folders)
	s.mu.Unlock()
	if c.args.URI == "" && len(folders) == 1 {
		return folders[0], nil
	}
	dir = fileOf(c.args.URI)
	if info, err := os.Stat(dir); dir != "" && (err != nil || !info.IsDir()) {
		dir = filepath.Dir(dir)
	}
	inside := func(folder string) bool {
		rel, err := filepath.Rel(folder, dir)
		return err == nil && filepath.IsLocal(rel)
	}
	if dir == "" || !slices.ContainsFunc(folders, inside) {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: the uri %q is in none of the open folders; name a file or a folder in one of them", c.name, c.args.URI)
	}
	return dir, nil
}

// mainPackage is a main package as a config names it.
type mainPackage struct {
	name, path string
	// drives says that it records calls or counts operations, as workloads do.
	drives bool
}

// maxPrograms is how many main packages are looked for at most.
const maxPrograms = 20

// programsIn are the main packages in a folder: itself, if it is one, or else those
// below it, by path.
func programsIn(dir string) (all []mainPackage) {
	if p, ok := programAt(dir, dir); ok {
		return []mainPackage{p}
	}
	walked := 0
	filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error { //nolint:errcheck // what cannot be read holds no program
		if walked++; walked > maxWalked || len(all) == maxPrograms {
			return filepath.SkipAll
		}
		switch name := filepath.Base(at); {
		case err != nil || !d.IsDir() || at == dir:
			return nil
		case strings.ContainsRune("._", rune(name[0])) || name == "node_modules" || name == "vendor" || name == "testdata" || exists(filepath.Join(at, "go.mod")):
			return filepath.SkipDir
		}
		if p, ok := programAt(dir, at); ok {
			all = append(all, p)
		}
		return nil
	})
	return all
}

// programAt is the main package in a folder, as a config in another one names it.
func programAt(from, dir string) (p mainPackage, ok bool) {
	guest := build.Default
	guest.GOOS, guest.GOARCH, guest.CgoEnabled = "wasip1", "wasm", false
	pkg, err := guest.ImportDir(dir, 0)
	if err != nil || pkg.Name != "main" {
		return p, false
	}
	p.name, p.path = hostName(filepath.Base(dir)), "."
	if rel, err := filepath.Rel(from, dir); err == nil && rel != "." {
		p.path = "./" + filepath.ToSlash(rel)
	}
	for _, file := range pkg.GoFiles {
		b, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil || !scan.Mentions(b) {
			continue
		}
		for _, site := range scan.Scan(file, string(b)).Sites {
			p.drives = p.drives || records(site.Kind) || site.Call == "Budget" || site.Call == "Ops"
		}
	}
	return p, true
}

// hostName makes the name of a node of that of a folder.
func hostName(folder string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, folder)
	name = strings.Trim(name[:min(len(name), 60)], "-")
	if name == "" || slices.Contains([]string{"localhost", "workload", "finally"}, name) {
		return "node"
	}
	return name
}

// newConfig is the text of a config for some programs: the first that drives others is
// the workload, and all others are nodes, which crash.
func newConfig(path string, all []mainPackage) (string, error) {
	if len(all) == 0 {
		return "", fmt.Errorf("there is no package main in %s, nor below it; a config needs a program to run", filepath.Dir(path))
	}
	lines, workload, taken := []string{`  "duration": "1m"`}, "", map[string]bool{}
	var nodes []string
	for _, p := range all {
		if p.drives && workload == "" {
			workload = p.path
			continue
		}
		name := p.name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s-%d", p.name, n)
		}
		taken[name] = true
		nodes = append(nodes, fmt.Sprintf("    {\"name\": %s, \"package\": %s}", quote(name), quote(p.path)))
	}
	if len(nodes) > 0 {
		lines = append(lines, "  \"nodes\": [\n"+strings.Join(nodes, ",\n")+"\n  ]")
	}
	if workload != "" {
		lines = append(lines, fmt.Sprintf(`  "workload": {"package": %s}`, quote(workload)))
	}
	if len(nodes) > 0 {
		lines = append(lines, "  \"faults\": {\n    \"crash\": {\"every\": \"5s\"}\n  }")
	}
	text := "{\n" + strings.Join(lines, ",\n") + "\n}\n"
	if wrong := config.Read(path, []byte(text)).Problems(); len(wrong) > 0 {
		return "", fmt.Errorf("no config can be written for it: %v", wrong[0])
	}
	return text, nil
}
