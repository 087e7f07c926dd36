package wasm

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
)

var update = flag.Bool("update", false, "write the stories' outcomes anew; look at the difference before committing")

var pollType = FuncType{Params: []byte{typeI32, typeI32, typeI32, typeI32}, Results: []byte{typeI32}}

// wrapper is what Go's compiler makes of a go:wasmimport with four parameters.
func wrapper(name, imported string) function {
	return function{name: name, typ: goFunc, locals: []byte{typeI32, typeI64}, code: strings.Split(
		`global.get sp
		local.set 1
		local.get 1
		i32.load 8
		local.get 1
		i32.load 16
		local.get 1
		i32.load 24
		local.get 1
		i32.load 32
		call `+imported+`
		i64.extend_i32_u
		local.set 2
		local.get 1
		local.get 2
		i64.store32 40
		local.get 1
		i32.const 8
		i32.add
		local.tee 1
		global.set sp
		i32.const 0
		return
		unreachable`, "\n")}
}

// goModule is a module of the linker's shape with the given functions after
// those that every program has. One import stands in it twice.
func goModule(funcs ...function) []byte { return newAssembler(funcs...).module() }

func newAssembler(funcs ...function) *assembler {
	return &assembler{
		imports: []Import{
			{"wasi_snapshot_preview1", "fd_write", pollType},
			{"wasi_snapshot_preview1", "fd_write", pollType},
			{"wasi_snapshot_preview1", "poll_oneoff", pollType},
		},
		funcs: append([]function{
			{name: "_rt0_wasm_wasip1", code: []string{"call wasm_pc_f_loop"}},
			{name: "wasm_pc_f_loop"},
			wrapper("runtime.poll_oneoff", "wasi_snapshot_preview1.poll_oneoff"),
			wrapper("runtime.write1", "wasi_snapshot_preview1.fd_write"),
			wrapper("syscall.fd_write", "1"),
		}, funcs...),
	}
}

// story is a file of testdata: what it shows, the functions put into a module,
// and the functions of the rewritten module that it shows.
type story struct {
	about, before, after string
	loops                bool
}

func readStory(t testing.TB, file string) (s story) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found bool
	s.about, s.before, found = strings.Cut(string(text), "-- before --\n")
	s.before, s.after, _ = strings.Cut(s.before, "-- after --\n")
	if !found {
		t.Fatalf("%s has no line -- before --", file)
	}
	s.loops = strings.Contains(s.about, "\noption loops\n")
	return s
}

func stories(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/stories/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no stories", err)
	}
	return files
}

func (s story) functions() (all []function) {
	for line := range strings.Lines(s.before) {
		line = strings.TrimSpace(line)
		words := strings.Fields(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case words[0] == "func":
			params, results, _ := strings.Cut(strings.Join(words[2:], " "), "->")
			all = append(all, function{name: words[1], typ: FuncType{typeBytes(params), typeBytes(results)}})
		case words[0] == "locals":
			all[len(all)-1].locals = typeBytes(line[len("locals"):])
		default:
			all[len(all)-1].code = append(all[len(all)-1].code, line)
		}
	}
	return all
}

func typeBytes(s string) (types []byte) {
	for _, w := range strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(s)) {
		types = append(types, valueTypes[w])
	}
	return types
}

// shown is the text of the functions that the outcome of s names, or of those
// that it puts in if it has no outcome yet.
func (s story) shown(t testing.TB, mod []byte) string {
	t.Helper()
	from := s.after
	if from == "" {
		from = s.before
	}
	var texts []string
	for line := range strings.Lines(from) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == "func" {
			texts = append(texts, disassemble(t, mod, words[1]))
		}
	}
	return strings.Join(texts, "\n")
}

func TestStories(t *testing.T) {
	r := validator(t)
	for _, file := range stories(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			s := readStory(t, file)
			mod := goModule(s.functions()...)
			if _, err := r.CompileModule(t.Context(), mod); err != nil {
				t.Fatalf("the story's own module: %v", err)
			}
			m, err := Instrument(mod, Options{Loops: s.loops})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.CompileModule(t.Context(), m.Bytes); err != nil {
				t.Errorf("the rewritten module: %v", err)
			}
			got := s.shown(t, m.Bytes)
			if *update {
				text := s.about + "-- before --\n" + s.before + "-- after --\n" + got
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if got != s.after {
				t.Errorf("got\n%s\nwant\n%s", got, s.after)
			}
		})
	}
}

// validator compiles modules fast, for their validity.
func validator(t testing.TB) wazero.Runtime {
	t.Helper()
	r := wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfigInterpreter())
	t.Cleanup(func() { r.Close(t.Context()) })
	return r
}
