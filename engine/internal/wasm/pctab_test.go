package wasm

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// guestTable is the table of functions of testdata/guest.
func guestTable(t testing.TB) *PCTable {
	t.Helper()
	m, image := guestImage(t)
	table, err := m.PCTable(image)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func guestImage(t testing.TB) (*Module, Image) {
	t.Helper()
	m, err := Instrument(guest(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, image, err := TakeImage(m.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return m, image
}

// walk lists the frames of the stack at which a host function has been called,
// the innermost first. whole says that it was walked to its end.
func walk(table *PCTable, inst api.Module) (frames []Frame, whole bool) {
	sp := uint32(inst.ExportedGlobal(ExportSP).Get())
	for {
		pc, ok := inst.Memory().ReadUint64Le(sp)
		if !ok {
			return frames, false
		}
		f, ok := table.Frame(pc)
		if !ok {
			return frames, false
		}
		frames = append(frames, f)
		if f.Last {
			return frames, true
		}
		sp += f.Size + 8
	}
}

// owners are the functions that the frames belong to.
func owners(frames []Frame) (names []string) {
	for _, f := range frames {
		names = append(names, f.Funcs[len(f.Funcs)-1].Name)
	}
	return names
}

func TestAStackIsWalkedFromAHostCallToItsEnd(t *testing.T) {
	table := guestTable(t)
	m := must(machines[0]())
	inst, err := m.run(t, &process{args: []string{"exit"}, panic: "proc_exit"}, nil)
	if err == nil {
		t.Fatal("the run did not end by a panic")
	}
	frames, whole := walk(table, inst)
	want := []string{"syscall.Exit", "os.Exit", "main.inner", "main.outer", "main.init", "main.main", "runtime.main", "runtime.goexit"}
	if got := owners(frames); !whole || !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// The guest makes host calls from goroutines, from the scheduler's stack, from
// timers and in the middle of growing its heap.
func TestEveryStackOfAHostCallEndsWhereStacksEnd(t *testing.T) {
	table := guestTable(t)
	ends := map[string]int{}
	ctx := experimental.WithFunctionListenerFactory(t.Context(), listener(func(inst api.Module, name string) {
		if name == TickImport || name == WatchImport {
			return // in the middle of a function
		}
		frames, whole := walk(table, inst)
		names := owners(frames)
		if !whole {
			t.Errorf("%s: the stack ends behind %q", name, names)
		}
		ends[name+" "+names[len(names)-1]]++
	}))
	r, err := newRuntime(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close(context.Background()) //nolint:errcheck // the test is over
	module, _ := guestImage(t)
	code, err := r.CompileModule(experimental.WithCompilationWorkers(t.Context(), 2), module.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{r, code, module}
	for _, p := range []*process{
		{args: []string{"sleep"}}, {args: []string{"sleep"}, park: importPoll}, {args: []string{"sleep"}, park: "fd_write"},
		{args: []string{"allocate"}}, {args: []string{"channel"}}, {args: []string{"maps"}},
	} {
		if _, err := m.run(t, p, nil); err != nil {
			t.Errorf("%q: %v", p.args, err)
		}
	}
	for _, end := range []string{"fd_write runtime.goexit", "poll_oneoff runtime.mcall", "args_get runtime.rt0_go"} {
		if ends[end] == 0 {
			t.Errorf("no stack of a call of %s; there are %v", end, ends)
		}
	}
}

// listener is called before every call of a host function.
type listener func(caller api.Module, name string)

func (l listener) NewFunctionListener(api.FunctionDefinition) experimental.FunctionListener { return l }

func (l listener) Before(_ context.Context, m api.Module, f api.FunctionDefinition, _ []uint64, _ experimental.StackIterator) {
	l(m, f.Name())
}

func (listener) After(context.Context, api.Module, api.FunctionDefinition, []uint64) {}

func (listener) Abort(context.Context, api.Module, api.FunctionDefinition, error) {}

func TestAddressesThatAreNoneHaveNoFrame(t *testing.T) {
	table := guestTable(t)
	for _, pc := range []uint64{0, 1, PCBase<<16 - 1, uint64(PCBase+table.count) << 16, PCBase<<16 | 0xffff, 1<<64 - 1} {
		if f, ok := table.Frame(pc); ok {
			t.Errorf("%#x: %+v", pc, f)
		}
	}
}

func TestWhatIsInlinedIsAFunctionOfItsFrame(t *testing.T) {
	table := guestTable(t)
	i := slices.IndexFunc(must(machines[0]()).module.names, func(name string) bool { return name == "main.inner" })
	chains := map[string]bool{}
	for block := range uint64(maxBlocks) {
		f, ok := table.Frame(uint64(PCBase+i)<<16 | block)
		if !ok {
			break
		}
		var chain []string
		for _, fn := range f.Funcs {
			chain = append(chain, fn.Name)
		}
		chains[strings.Join(chain, " < ")] = true
	}
	if !chains["main.inner"] || !chains["fmt.Println < main.inner"] || len(chains) != 2 {
		t.Errorf("%v", chains)
	}
}

func TestNamesThatTheCompilerMakesUpLeadToDeclarations(t *testing.T) {
	for symbol, want := range map[string]string{
		"main.f":                             "main.f",
		"main.f.func1":                       "main.f",
		"main.f.func1.2.3":                   "main.f",
		"main.f.func1.gowrap2":               "main.f",
		"main.f.deferwrap1":                  "main.f",
		"main.f-range1":                      "main.f",
		"main.f.func1-range2":                "main.f",
		"main.f.g.func1":                     "main.f.g", // of g, inlined into f: nothing else is known
		"main.(*T).m-fm":                     "main.(*T).m",
		"main.(*T[go.shape.int]).m.func1":    "main.(*T[go.shape.int]).m",
		"main.init.0":                        "main.init",
		"main.init.func1":                    "main.init",
		"main.glob..func1":                   "main.glob",
		"main.func1":                         "main.func1", // a user's name
		"main.log2":                          "main.log2",
		"main.T.v2":                          "main.T.v2",
		"example.com/a.b/c%2e1.f.func1":      "example.com/a.b/c%2e1.f",
		"example.com/v2.f":                   "example.com/v2.f",
		"main.f[example.com/x.T[int]].func1": "main.f[example.com/x.T[int]]",
		"go:buildid":                         "go:buildid",
		"wasm_pc_f_loop":                     "wasm_pc_f_loop",
		"memeqbody2":                         "memeqbody2",
		"":                                   "",
	} {
		table := newPCTable(0)
		if got := table.sourceName(origin{name: symbol, file: noFile}); got != want {
			t.Errorf("%q gives %q, want %q", symbol, got, want)
		}
	}
}

func TestALiteralIsOfTheDeclarationBeforeItThatItsNameAllows(t *testing.T) {
	table := newPCTable(0)
	table.declared = func() map[uint32][]declaration {
		return map[uint32][]declaration{
			1: {{10, "main.f"}, {20, "main.g"}, {30, "main.(*T[go.shape.int]).m"}},
			2: {{10, "example.com/log.Open"}},
		}
	}
	for _, c := range []struct {
		name       string
		file, line uint32
		want       string
	}{
		{"main.f.func1", 1, 12, "main.f"},
		{"main.f.g.func1", 1, 25, "main.g"},
		{"main.f.g.func1", 1, 20, "main.g"}, // on the line of its declaration
		{"main.f.Open.func1", 2, 11, "example.com/log.Open"},
		{"main.f.(*T[go.shape.string]).m.func2", 1, 31, "main.(*T[go.shape.int]).m"},
		{"main.f.h.func1", 1, 25, "main.f.h"}, // h is not known
		{"main.init.func1", 1, 25, "main.init"},
		{"main.f.func1", 1, 9, "main.f"},
		{"main.f.func1", 3, 9, "main.f"},
	} {
		if got := table.sourceName(origin{name: c.name, file: c.file, line: c.line}); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}
