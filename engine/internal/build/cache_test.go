package build

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fakeSet is a set with one made-up module. The number decides its ID.
func fakeSet(n int) (manifest, []program) {
	wasm := fmt.Appendf(nil, "\x00asm module %d", n)
	sum := sha256.Sum256(wasm)
	programs := []program{{&pkg{ImportPath: "example.com/m/server"}, wasm, hex.EncodeToString(sum[:])}}
	m := manifest{ID: fmt.Sprintf("%032x", n), Request: "request", Go: "go1.26.8"}
	m.Layout.G.M = 48
	m.addPrograms(programs)
	return m, programs
}

func newStore(t *testing.T) *store {
	t.Helper()
	s, err := openStore(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func installed(t *testing.T, s *store, n int) *entry {
	t.Helper()
	m, programs := fakeSet(n)
	e, err := s.install(m, programs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.release() })
	return e
}

func TestEightMostRecentlyUsedSetsStay(t *testing.T) {
	s := newStore(t)
	for n := range 11 {
		installed(t, s, n).release()
		if n == 8 {
			// Set 1 is used again, so it outlives 2 and 3.
			e := installed(t, s, 1)
			e.release()
		}
	}
	var want []string
	for _, n := range []int{10, 9, 1, 8, 7, 6, 5, 4} {
		want = append(want, fmt.Sprintf("%032x", n))
	}
	if got := s.byUse(); !slices.Equal(got, want) {
		t.Errorf("sets by use:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if left, _ := filepath.Glob(filepath.Join(s.sets(), "*"+lockSuffix)); len(left) != maxSets {
		t.Errorf("%d lock files for %d sets", len(left), maxSets)
	}
}

// Each case damages set 1, which was installed and is in use by nobody.
func TestDamagedSetIsNeverTrustedAndRepaired(t *testing.T) {
	edit := func(from, to string) func(*testing.T, string) {
		return func(t *testing.T, file string) {
			data, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(data), from) {
				t.Fatalf("%s: %v: has no %q", file, err, from)
			}
			write(t, file, strings.Replace(string(data), from, to, 1))
		}
	}
	truncate := func(t *testing.T, file string) {
		if err := os.Truncate(file, 5); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(t *testing.T, file string) {
		if err := os.RemoveAll(file); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, file string
		damage     func(*testing.T, string)
	}{
		{"module with a changed byte", "0-server.wasm", edit("module", "nodule")},
		{"torn module", "0-server.wasm", truncate},
		{"missing module", "0-server.wasm", remove},
		{"torn manifest", manifestFile, truncate},
		{"missing manifest", manifestFile, remove},
		{"manifest with another layout", manifestFile, edit(`"m": 48`, `"m": 40`)},
		{"manifest with another schema", manifestFile, edit(fmt.Sprintf(`"schema": %d`, schema), fmt.Sprintf(`"schema": %d`, schema-1))},
		{"manifest that names a file elsewhere", manifestFile, edit("0-server.wasm", "../../x.wasm")},
		{"manifest of another set", manifestFile, func(t *testing.T, file string) {
			other := &entry{dir: t.TempDir()}
			var programs []program
			other.manifest, programs = fakeSet(2)
			if err := other.write(programs); err != nil {
				t.Fatal(err)
			}
			data, _ := os.ReadFile(filepath.Join(other.dir, manifestFile))
			write(t, file, string(data))
		}},
		{"file instead of the folder", "", func(t *testing.T, dir string) {
			remove(t, dir)
			write(t, dir, "what is this?")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStore(t)
			e := installed(t, s, 1)
			e.release()
			if found := s.newest("request"); found == nil {
				t.Fatal("the intact set is not found")
			} else {
				found.release()
			}
			c.damage(t, filepath.Join(e.dir, c.file))
			if found := s.newest("request"); found != nil {
				t.Error("the damaged set is trusted")
			}
			installed(t, s, 1).release()
			found := s.newest("request")
			if found == nil {
				t.Fatal("the set was not repaired")
			}
			defer found.release()
			m, programs := fakeSet(1)
			if found.manifest.Layout != m.Layout || string(found.guest("example.com/m/server").wasm) != string(programs[0].wasm) {
				t.Error("the repaired set has another content")
			}
		})
	}
}

func TestCompiledCodeIsKeptOnlyWithItsSeal(t *testing.T) {
	s := newStore(t)
	e := installed(t, s, 1)
	code := filepath.Join(e.compiledDir(), "wazero-v0-amd64-linux")
	for _, name := range []string{"good", "flipped", "short"} {
		write(t, filepath.Join(code, name), "machine code of "+name)
	}
	if err := (&Set{entry: e}).SealCompiled(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(code, "flipped"), "machine code of fl1pped")
	write(t, filepath.Join(code, "short"), "machine")
	write(t, filepath.Join(code, "foreign"), "machine code of somebody")
	write(t, filepath.Join(code, "half.123.tmp"), "another process writes it")
	e.release()

	installed(t, s, 1)
	if got := files(t, code); !slices.Equal(got, []string{"good", "half.123.tmp"}) {
		t.Errorf("left: %q", got)
	}
	write(t, filepath.Join(e.dir, sealFile), "{}")
	if e := s.newest("request"); e == nil {
		t.Fatal("the set is not found")
	} else {
		e.release()
	}
	if got := files(t, code); !slices.Equal(got, []string{"half.123.tmp"}) {
		t.Errorf("without seals, left: %q", got)
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestScratchOfADeadBuildIsDeleted(t *testing.T) {
	s := newStore(t)
	dead := filepath.Join(s.scratches(), "1234")
	write(t, filepath.Join(dead, "bin0", "server"), "half a program")
	write(t, dead+lockSuffix, "")
	living, err := s.newScratch()
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.newScratch()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Base(living.dir), filepath.Base(other.dir)}
	slices.Sort(want)
	if got := folders(s.scratches()); !slices.Equal(got, want) {
		t.Errorf("scratch folders %q, want %q", got, want)
	}
	living.remove()
	other.remove()
	if got := files(t, s.scratches()); len(got) > 0 {
		t.Errorf("left: %q", got)
	}
}

// A helper is this test's own binary in another process.
const helperVariable = "SEEDFALL_BUILD_TEST_HELPER"

func TestMain(m *testing.M) {
	switch args := strings.Split(os.Getenv(helperVariable), "|"); args[0] {
	case "hold":
		helperHold(args[1])
	case "build":
		helperBuild(args[1])
	default:
		os.Exit(m.Run())
	}
}

func helper(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperVariable+"="+strings.Join(args, "|"))
	cmd.Stderr = os.Stderr
	return cmd
}

// helperHold uses set 0 of a store until its standard input ends.
func helperHold(dir string) {
	m, programs := fakeSet(0)
	e, err := (&store{dir}).install(m, programs)
	fmt.Println("holding", err)
	io.Copy(io.Discard, os.Stdin)
	e.release()
}

func TestSetInUseByAnotherProcessIsNotDeleted(t *testing.T) {
	s := newStore(t)
	cmd := helper("hold", s.dir)
	stdin, _ := cmd.StdinPipe()
	stdout, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "holding <nil>\n" {
		t.Fatal(line, err)
	}
	for n := 1; n <= 9; n++ {
		installed(t, s, n).release()
	}
	held := fmt.Sprintf("%032x", 0)
	if got := s.byUse(); !slices.Contains(got, held) || len(got) != maxSets+1 {
		t.Errorf("while it is in use: %q", got)
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	installed(t, s, 10)
	if got := s.byUse(); slices.Contains(got, held) || len(got) != maxSets {
		t.Errorf("when its process has ended: %q", got)
	}
}

// helperBuild builds ./b/server in a folder and prints what it got.
func helperBuild(dir string) {
	s, err := Guests(context.Background(), Request{Dir: dir, Packages: []string{"./b/server"}, CacheDir: cacheIn(dir)})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(s.ID, s.Guests[0].SHA256, s.Warnings)
}

func TestTwoProcessesMayBuildTheSameAtOnce(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	var outputs [2]strings.Builder
	var helpers [2]*exec.Cmd
	for i := range helpers {
		helpers[i] = helper("build", dir)
		helpers[i].Stdout = &outputs[i]
		if err := helpers[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range helpers {
		if err := h.Wait(); err != nil {
			t.Error(err)
		}
	}
	s := built(t, Request{Dir: dir, Packages: []string{"./b/server"}, CacheDir: cacheIn(dir)})
	want := fmt.Sprintln(s.ID, s.Guests[0].SHA256, s.Warnings)
	if outputs[0].String() != want || outputs[1].String() != want {
		t.Errorf("got %q and %q, want %q", outputs[0].String(), outputs[1].String(), want)
	}
	if got := files(t, filepath.Join(cacheIn(dir), "sets")); len(got) != 2 {
		t.Errorf("the cache has %q, want one set and its lock", got)
	}
}

func FuzzManifest(f *testing.F) {
	m, _ := fakeSet(1)
	dir := f.TempDir()
	if err := writeSummed(filepath.Join(dir, manifestFile), &m, &m.Sum); err != nil {
		f.Fatal(err)
	}
	good, _ := os.ReadFile(filepath.Join(dir, manifestFile))
	f.Add(good)
	f.Add([]byte(`{"schema": 2, "guests": [null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m manifest
		if err := readSummed(data, &m, &m.Sum, &m.Schema); err == nil && m.Schema != schema {
			t.Errorf("schema %d was read", m.Schema)
		}
	})
}

// A set takes the compiled code of those programs that are the same as in the last
// set of the request, with its seals.
func TestCodeOfAProgramThatHasNotChangedIsTakenOver(t *testing.T) {
	s := newStore(t)
	two := func(n int) (manifest, []program) {
		m, programs := fakeSet(n)
		_, same := fakeSet(100)
		client := same[0]
		client.pkg = &pkg{ImportPath: "example.com/m/client"}
		m.Guests = nil
		programs = append(programs, client)
		m.addPrograms(programs)
		return m, programs
	}
	install := func(n int) *entry {
		m, programs := two(n)
		e, err := s.install(m, programs)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.release() })
		return e
	}
	compile := func(e *entry, guest, file string) {
		write(t, filepath.Join(e.compiledDir(), "wazero", file), "code of "+guest)
		if err := e.note("example.com/m/" + guest); err != nil {
			t.Fatal(err)
		}
	}
	first := install(1)
	compile(first, "server", "aa")
	compile(first, "client", "bb")
	if err := first.seal(); err != nil {
		t.Fatal(err)
	}
	second := install(2)
	second.inherit(first)
	compile(second, "server", "cc")
	if err := second.seal(); err != nil {
		t.Fatal(err)
	}
	third := install(3) // a process that knows of the second by its files only
	again := install(2)
	third.inherit(again)
	if err := third.seal(); err != nil {
		t.Fatal(err)
	}
	for e, want := range map[*entry]string{second: "bb cc", again: "bb cc", third: "bb"} {
		if got := strings.Join(files(t, filepath.Join(e.compiledDir(), "wazero")), " "); got != want {
			t.Errorf("set %s has the code %s, want %s", e.manifest.ID, got, want)
		}
	}
	if got := install(3).sealed["wazero/bb"]; got.Guest != "example.com/m/client" || got.Size != int64(len("code of client")) {
		t.Errorf("the seal is %+v", got)
	}
}
