package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadGivesTheConfig(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "sub", "kv.json"), `{"nodes": [{"name": "a", "package": "./a"}], "faults": {"crash_on_io": {"chance": 0.005}}}`)
	c, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Duration: vtime.Minute, Watchdog: 10 * time.Second, Memory: GiB,
		Nodes:   []Node{{Name: "a", Package: "./a"}},
		Preempt: Preempt{Strategy: StrategyNone},
		Network: Network{LatencyMin: 500 * vtime.Microsecond, LatencyMax: 5 * vtime.Millisecond},
		Faults: Faults{CrashOnIO: &CrashOnIO{Chance: rng.Ratio{Num: 5, Den: 1000}, DownMin: 50 * vtime.Millisecond,
			DownMax: 500 * vtime.Millisecond, Nodes: []string{"a"}, Points: []Point{PointBefore, PointWithin, PointAfter, PointAck}, Aim: AimBugs}},
		file: path,
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
	if c.File() != path || c.Dir() != filepath.Join(dir, "sub") {
		t.Errorf("file %q, folder %q", c.File(), c.Dir())
	}
	if got := Default().Dir(); got != "." {
		t.Errorf("folder of a config made by hand: %q", got)
	}
}

func TestLoadGivesAllProblems(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "bad.json"), `{"duraton": "1m", "nodes": [{"name": "a"}]}`)
	c, err := Load(path)
	var problems *Error
	if c != nil || !errors.As(err, &problems) || len(problems.Problems) != 2 {
		t.Fatalf("got %v, %v", c, err)
	}
	want := path + `:1:2: duraton: "duraton" is not a key here; did you mean "duration"?` + "\n" +
		path + `:1:29: nodes[0].package: "package" is missing; name a folder such as "./cmd/server" or an import path`
	if err.Error() != want {
		t.Errorf("got:\n%v\nwant:\n%v", err, want)
	}
}

func TestLoadTellsWhyAFileCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	var problems *Error
	if _, err := Load(filepath.Join(dir, "none.json")); !errors.Is(err, fs.ErrNotExist) || errors.As(err, &problems) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := Load(dir); err == nil || errors.As(err, &problems) {
		t.Errorf("a folder: %v", err)
	}
	large := write(t, filepath.Join(dir, "large"), strings.Repeat(" ", maxBytes+1))
	if _, err := Load(large); err == nil || err.Error() != "config: "+large+" is larger than 1MiB; that is no config" {
		t.Errorf("a large file: %v", err)
	}
}

func TestFindLooksHereAndAbove(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b", "c")
	if err := os.MkdirAll(filepath.Join(deep, FileName), 0o777); err != nil { // a folder of that name is no config
		t.Fatal(err)
	}
	if path, err := Find(deep); !errors.Is(err, ErrNotFound) {
		t.Fatalf("before there is one: %q, %v", path, err)
	}
	top := write(t, filepath.Join(dir, FileName), "{}")
	near := write(t, filepath.Join(dir, "a", "b", FileName), "{}")
	for from, want := range map[string]string{dir: top, filepath.Join(dir, "a"): top, filepath.Join(dir, "a", "b"): near, deep: near} {
		if got, err := Find(from); err != nil || got != want {
			t.Errorf("from %s: got %q, %v", from, got, err)
		}
	}
}

func TestForeignEncodingsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"\xef\xbb\xbf{}":          "f:1:1: the file starts with a byte order mark; save it as UTF-8 without one",
		"\xff\xfe{\x00}\x00":      "f:1:1: the file is UTF-16; save it as UTF-8",
		"\xfe\xff\x00{\x00}":      "f:1:1: the file is UTF-16; save it as UTF-8",
		"":                        `f:1:1: the file is empty; a config needs at least "nodes"`,
		"\n\t ":                   `f:1:1: the file is empty; a config needs at least "nodes"`,
		"{\"nodes\": [\"\x01\"]}": `f:1:13: a string cannot hold the control character U+0001; write \u0001`,
		"{\"nodes\":":             `f:1:10: the file ends where the value of "nodes" should stand`,
		"{\"nodes\": \x00}":       `f:1:11: '\x00' is not the start of a value`,
		"{\"tags\": [\"\\":        `f:1:12: "\\" is no escape that JSON knows; a backslash itself is written \\`,
	} {
		_, problems := Parse("f", []byte(text))
		if got := problems.String(); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestBytesThatAreNoTextAreAProblem(t *testing.T) {
	_, problems := Parse("f", []byte("{\"nodes\": [{\"name\": \"a\", \"package\": \"./\xff\", \"args\": [\"\xc3\"], \"env\": {\"\xfe\": \"x\"}, \"\xff\": 1}]}"))
	want := `f:1:37: nodes[0].package: this text holds bytes that are not UTF-8, or half of a surrogate pair
f:1:53: nodes[0].args[0]: this text holds bytes that are not UTF-8, or half of a surrogate pair
f:1:67: nodes[0].env["` + "\ufffd" + `"]: no variable can be called "` + "\ufffd" + `"; a name is UTF-8 text without an equals sign or NUL
f:1:78: nodes[0]["` + "\ufffd" + `"]: "` + "\ufffd" + `" is not a key here; the keys are name, package, args, env, memory, supervise, torn_writes, reorder_writes, strict_dirs, zeroed_growth, fs_model, disk_bytes`
	if got := problems.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestRolesAreNamed(t *testing.T) {
	for role, want := range map[Role]string{RoleNode: "node", RoleWorkload: "workload", RoleFinally: "finally"} {
		if role.String() != want {
			t.Errorf("got %v, want %s", role, want)
		}
	}
}
