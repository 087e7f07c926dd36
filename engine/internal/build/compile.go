package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// program is one module, fresh from the linker.
type program struct {
	*pkg
	wasm   []byte
	sha256 string
}

// compile runs go build and reads what it wrote, by import path.
func (j *job) compile(ctx context.Context, scratch *scratch, last *entry) ([]program, error) {
	tc, flags := j.toolchain, append([]string{"build"}, j.toolchain.flags()...)
	if j.overlay() != noOverlay {
		var overlay string
		var err error
		if tc, overlay, err = j.addOverlay(scratch.dir); err != nil {
			return nil, err
		}
		flags = append(flags, "-overlay="+overlay)
	}
	var count *counted
	if j.request.Built != nil {
		count, flags = newCounted(j.graph, j.request.Built), append(flags, "-v")
	}
	var programs []program
	for i, batch := range batches(j.graph.programs()) {
		dir := filepath.Join(scratch.dir, fmt.Sprintf("bin%d", i))
		if err := j.prepareBatch(dir, batch, last); err != nil {
			return nil, &unwritable{err}
		}
		args := append(flags[:len(flags):len(flags)], "-o", dir+string(filepath.Separator), "--")
		if err := j.goBuild(ctx, tc, count, append(args, j.namesOf(batch)...), dir); err != nil {
			return nil, err
		}
		if count != nil {
			count.text() // nothing that the next one says
		}
		built, err := collect(dir, batch, last)
		if err != nil {
			return nil, err
		}
		programs = append(programs, built...)
	}
	if count != nil {
		count.finish()
	}
	slices.SortFunc(programs, func(a, b program) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return programs, nil
}

// addOverlay writes the os/signal overlay into the folder, and returns the
// toolchain to build with and the file for -overlay.
func (j *job) addOverlay(folder string) (*toolchain, string, error) {
	renamed, err := j.graph.renameWait()
	if err != nil {
		return nil, "", fmt.Errorf("build: the os/signal overlay does not know %s: %w", j.toolchain.version, err)
	}
	tc, err := j.toolchain.besideModules(folder)
	if err != nil {
		return nil, "", err
	}
	path, err := j.graph.writeOverlay(folder, tc.goroot, renamed)
	if err != nil {
		return nil, "", &unwritable{err}
	}
	return tc, path, nil
}

// namesOf are the batch's packages as the request names them.
func (j *job) namesOf(batch []*pkg) []string {
	var names []string
	for _, p := range batch {
		for i, main := range j.graph.mains {
			if main == p {
				names = append(names, j.request.Packages[i])
				break
			}
		}
	}
	return names
}

// goBuild runs the go command and tells apart why it failed. dir is the folder
// for its output. count hears of packages; nil is nobody.
func (j *job) goBuild(ctx context.Context, tc *toolchain, count *counted, args []string, dir string) error {
	var err error
	if count == nil {
		_, err = tc.run(ctx, args...)
	} else {
		_, err = tc.runInto(ctx, count, count.text, args...)
	}
	var failed *goError
	if err == nil {
		return nil
	}
	if ctx.Err() != nil || !errors.As(err, &failed) || failed.output == "" {
		return fmt.Errorf("build: %w", err)
	}
	output := j.toolchain.original(strings.ReplaceAll(failed.output, tc.goroot, j.toolchain.goroot))
	if j.overlay() != noOverlay && strings.Contains("\n"+output, "\n# "+signalPackage+"\n") {
		return fmt.Errorf("build: the os/signal overlay does not fit %s:\n%s", tc.version, output)
	}
	if j.store != nil && strings.Contains(output, dir) {
		// "copying FROM to DIR/server: write DIR/server: no space left on device"
		reasons := strings.Split(output, ": ")
		return &unwritable{errors.New(reasons[len(reasons)-1])}
	}
	return j.graph.compileError(j.request.Packages, output)
}

// headSize is enough of a module's start to hold its build ID, which the
// linker puts into the first section.
const headSize = 4 << 10

// collect reads the batch's modules. What still has the build ID of the last
// set's module is that module, by the go command's own judgement.
func collect(dir string, batch []*pkg, last *entry) ([]program, error) {
	var built []program
	for _, p := range batch {
		path := filepath.Join(dir, p.binary())
		if g := last.guest(p.ImportPath); g != nil {
			same, err := sameHead(path, g.wasm)
			if err != nil {
				return nil, fmt.Errorf("build: %w", err)
			}
			if same {
				built = append(built, program{p, g.wasm, g.SHA256})
				continue
			}
		}
		wasm, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("build: go build wrote no program for %s: %w", p.ImportPath, err)
		}
		sum := sha256.Sum256(wasm)
		built = append(built, program{p, wasm, hex.EncodeToString(sum[:])})
	}
	return built, nil
}

func sameHead(path string, wasm []byte) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	head := make([]byte, min(headSize, len(wasm)))
	if info.Size() != int64(len(wasm)) {
		return false, nil
	}
	if _, err := f.ReadAt(head, 0); err != nil {
		return false, err
	}
	return bytes.Equal(head, wasm[:len(head)]), nil
}

// programs are the packages to build, each once, by import path.
func (g *graph) programs() []*pkg {
	mains := slices.Clone(g.mains)
	slices.SortFunc(mains, func(a, b *pkg) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return slices.Compact(mains)
}

// batches splits packages so that no two of a batch have the same binary name,
// also on a file system that ignores case: go build -o FOLDER/ would write one
// over the other.
func batches(packages []*pkg) [][]*pkg {
	var all [][]*pkg
	taken := map[string]int{}
	for _, p := range packages {
		name := strings.ToLower(p.binary())
		i := taken[name]
		taken[name]++
		if i == len(all) {
			all = append(all, nil)
		}
		all[i] = append(all[i], p)
	}
	return all
}

// binary is the name that go build gives the program: the last element of its
// path, or the one before if the last is a major version.
func (p *pkg) binary() string {
	parent, name := path.Split(p.ImportPath)
	if parent != "" && isMajorVersion(name) {
		return path.Base(parent)
	}
	return name
}

// isMajorVersion says that s is "v2", "v3" and so on.
func isMajorVersion(s string) bool {
	digits, ok := strings.CutPrefix(s, "v")
	return ok && digits != "" && digits != "1" && digits[0] != '0' && strings.Trim(digits, "0123456789") == ""
}

// prepareBatch makes the folder for go build's output, with the last set's modules in it.
func (j *job) prepareBatch(dir string, batch []*pkg, last *entry) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for _, p := range batch {
		g := last.guest(p.ImportPath)
		if g == nil {
			continue
		}
		to := filepath.Join(dir, p.binary())
		if os.Link(filepath.Join(last.dir, g.File), to) == nil {
			continue
		}
		if err := os.WriteFile(to, g.wasm, 0o777); err != nil {
			return err
		}
	}
	return nil
}
