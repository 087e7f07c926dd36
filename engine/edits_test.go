package engine_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
)

// edits are changes of examples/kvlog that have nothing to do with its bug, each
// as it would be made between a failing night and the morning after.
var edits = []struct {
	name string
	// files has old and new texts by file. Two files trade places with nil and "".
	files map[string][]string
}{
	{"a log line", map[string][]string{"store/store.go": {
		"	s.values[key] = value\n	return nil\n", "	s.values[key] = value\n	log.Printf(\"%s is stored\", key)\n	return nil\n"}}},
	{"a new function that is called", map[string][]string{"store/store.go": {
		"	if max(len(key), len(value)) > wal.MaxLen {\n", "	if tooLong(key, value) {\n",
		"// Get is that", "func tooLong(key, value string) bool { return max(len(key), len(value)) > wal.MaxLen }\n\n// Get is that"}}},
	{"a renamed file", map[string][]string{"store/store.go": nil, "store/keyvalue.go": {"", "store/store.go"}}},
	{"a comment on top", map[string][]string{"store/store.go": {
		"// Package store", "// This file is the whole package.\n//\n// It was split once, and joined again.\n\n// Package store"}}},
	{"a counter in the struct", map[string][]string{"store/store.go": {
		"	log    *os.File\n", "	log    *os.File\n	puts   int\n",
		"	s.values[key] = value\n	return nil\n", "	s.values[key] = value\n	if s.puts++; s.puts%10 == 0 {\n		log.Printf(\"%d puts\", s.puts)\n	}\n	return nil\n"}}},
	{"a look at the clock", map[string][]string{"store/store.go": {
		"	\"sync\"\n", "	\"sync\"\n	\"time\"\n",
		"	if _, err := s.log.Write(", "	defer func(begun time.Time) {\n		if d := time.Since(begun); d > time.Second {\n			log.Printf(\"a put took %v\", d)\n		}\n	}(time.Now())\n	if _, err := s.log.Write("}}},
	{"functions in another order", map[string][]string{"store/store.go": {
		"// Close closes the log.\nfunc (s *Store) Close() error { return s.log.Close() }\n", "",
		"// Get is that", "// Close closes the log.\nfunc (s *Store) Close() error { return s.log.Close() }\n\n// Get is that"}}},
	{"a file with the process's number", map[string][]string{"server/main.go": {
		"	s, err := store.Open(", "	if err := os.WriteFile(\"/server.pid\", []byte(strconv.Itoa(os.Getpid())), 0o644); err != nil {\n		log.Fatal(err)\n	}\n	s, err := store.Open(",
		"import (\n	\"log\"\n", "import (\n	\"log\"\n	\"os\"\n	\"strconv\"\n"}}},
	{"other words", map[string][]string{"store/store.go": {
		"\"%d records in the log\"", "\"the log has %d records\"", "\"put: a key or a value of more than %d bytes\"", "\"put: longer than %d bytes\""}}},
	{"a goroutine that looks after itself", map[string][]string{"server/main.go": {
		"	s, err := store.Open(", "	go func() {\n		for range time.Tick(5 * time.Second) {\n			log.Print(\"alive\")\n		}\n	}()\n	s, err := store.Open(",
		"import (\n	\"log\"\n", "import (\n	\"log\"\n	\"time\"\n"}}},
}

// A schedule that was recorded before an edit finds its operations after it, by
// what the program does: their numbers, lines and files have changed.
func TestAScheduleSurvivesUnrelatedEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds ten programs, which takes a minute")
	}
	s, _, err := schedule.Read("../examples/kvlog/two.faults.json")
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for _, e := range edits {
		t.Run(e.name, func(t *testing.T) {
			dir := editedKvlog(t, e.files)
			c, err := config.Load(filepath.Join(dir, "examples/kvlog/seedfall.json"))
			if err != nil {
				t.Fatal(err)
			}
			p, err := engine.Prepare(context.Background(), c, engine.PrepareOptions{CacheDir: prepared.dir, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close() //nolint:errcheck // the test is over
			in := engine.Input{Seed: s.Seed, Schedule: p.Resolve(s)}
			if !in.Schedule.ByAnchor {
				t.Fatalf("the program is %s, as before the edit", p.ID)
			}
			r, err := p.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if r.Failure == nil || r.Failure.Fingerprint() != verdict.Fingerprint(s.Fails) {
				t.Logf("it does not reproduce: %s at %v, drift %+v", r.Reason, r.At, in.Drift(r))
				return
			}
			same++
			for _, m := range in.Drift(r).Moved {
				t.Logf("operation %d is now %d", m.Fault.Op, m.Op)
			}
		})
	}
	if same < 9 {
		t.Errorf("it reproduces after %d of %d edits, want at least 9", same, len(edits))
	}
	t.Logf("it reproduces after %d of %d edits", same, len(edits))
}

// editedKvlog copies what kvlog is built from, and edits the copy.
func editedKvlog(t *testing.T, files map[string][]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, from := range []string{"go.mod", "go.sum", "sim", "internal/abi", "examples/kvlog"} {
		copyFiles(t, filepath.Join(dir, from), filepath.Join("..", from))
	}
	root := filepath.Join(dir, "examples/kvlog")
	for name, change := range files {
		path := filepath.Join(root, name)
		switch {
		case change == nil: // renamed
		case change[0] == "":
			if err := os.Rename(filepath.Join(root, change[1]), path); err != nil {
				t.Fatal(err)
			}
		default:
			edit(t, path, change)
		}
	}
	return dir
}

// edit replaces texts in a file, each of which must be there once.
func edit(t *testing.T, path string, change []string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for i := 0; i < len(change); i += 2 {
		if strings.Count(text, change[i]) != 1 {
			t.Fatalf("%s has %q %d times", path, change[i], strings.Count(text, change[i]))
		}
		text = strings.Replace(text, change[i], change[i+1], 1)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// copyFiles copies a file, or the Go files and configs of a folder.
func copyFiles(t *testing.T, to, from string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && e.Name() == ".seedfall" {
			if err == nil {
				err = fs.SkipDir
			}
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, b, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}
