//go:build linux

package lsp_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write writes a file of a project, and its folder.
func write(b *testing.B, root, name, text string) {
	b.Helper()
	at := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
}

// module writes go.mod and go.sum of a project that uses this module.
func module(b *testing.B, root, path string) {
	b.Helper()
	here, err := filepath.Abs("..")
	if err != nil {
		b.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(here, "go.sum"))
	if err != nil {
		b.Fatal(err)
	}
	write(b, root, "go.mod", "module "+path+"\n\ngo 1.26.0\n\nrequire github.com/seedfall/seedfall v0.0.0\n\nreplace github.com/seedfall/seedfall => "+here+"\n")
	write(b, root, "go.sum", string(sum))
}

// folder is a new one by its real name.
func folder(b *testing.B) string {
	b.Helper()
	dir, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	return dir
}

// packages is how many the large project has.
const packages = 100

// large is a project of a hundred packages: a server and a client that import all
// the others, each of three files, of which every tenth package has sites. The
// client's file has 131 kB and a site in every tenth function.
func large(b *testing.B) (root string) {
	b.Helper()
	root = folder(b)
	module(b, root, "example.com/large")
	write(b, root, "seedfall.json", `{"duration": "1m", "nodes": [{"name": "server", "package": "./server"}], "workload": {"package": "./client"}}`)
	var imports, calls strings.Builder
	for i := range packages - 2 {
		fmt.Fprintf(&imports, "\t\"example.com/large/p%02d\"\n", i)
		fmt.Fprintf(&calls, "\tp%02d.Do0(1)\n", i)
		for j := range 3 {
			write(b, root, fmt.Sprintf("p%02d/f%d.go", i, j), plainFile(i, j))
		}
	}
	write(b, root, "server/main.go", "package main\n\nimport (\n"+imports.String()+")\n\nfunc main() {\n"+calls.String()+"}\n")
	write(b, root, "client/main.go", longFile(131<<10))
	return root
}

func plainFile(pkg, file int) string {
	var t strings.Builder
	fmt.Fprintf(&t, "package p%02d\n\n", pkg)
	sites := pkg%10 == 0 && file == 0
	if sites {
		t.WriteString("import \"github.com/seedfall/seedfall/sim\"\n\n")
	}
	for i := range 40 {
		fmt.Fprintf(&t, "// Do%d adds.\nfunc Do%d(n int) int {\n\tsum := 0\n\tfor i := range n {\n\t\tsum += i*%d + n\n\t}\n", 100*file+i, 100*file+i, i+1)
		if sites {
			fmt.Fprintf(&t, "\tsim.Always(sum >= 0, \"sum %d of %d\", \"n\", n)\n", i, pkg)
		}
		t.WriteString("\treturn sum\n}\n\n")
	}
	return t.String()
}

// longFile is a program of a number of bytes.
func longFile(size int) string {
	var t strings.Builder
	t.WriteString("package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() { step0(1) }\n\n")
	for i := 0; t.Len() < size; i++ {
		fmt.Fprintf(&t, "// step%d is a step of many.\nfunc step%d(n int) {\n\tsum := 0\n\tfor i := range n {\n\t\tsum += i\n\t}\n", i, i)
		if i%10 == 0 {
			fmt.Fprintf(&t, "\tsim.Always(sum >= 0, \"step %d is right\", \"n\", n)\n", i)
		}
		t.WriteString("}\n\n")
	}
	return t.String()
}

// kvlogBench is a project of its own that is examples/kvlog.
func kvlogBench(b *testing.B) (root string) {
	b.Helper()
	root = folder(b)
	from := filepath.Join("..", "examples", "kvlog")
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == ".seedfall" {
				return filepath.SkipDir
			}
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		write(b, root, rel, strings.ReplaceAll(string(content), "github.com/seedfall/seedfall/examples/kvlog", "example.com/kvlog"))
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := os.Remove(filepath.Join(root, "fixed.json")); err != nil { // a second scenario
		b.Fatal(err)
	}
	module(b, root, "example.com/kvlog")
	return root
}
