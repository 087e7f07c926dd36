package wasm

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// fuel is how many steps a made-up function takes at most.
const fuel = 1500

// program makes up the function main.f out of bytes: a dispatch with jumps of
// every kind, as Go's compiler writes them and as it does not. Local 1 becomes
// a hash of the way taken, which the function returns; global ctxt counts the
// steps; local 2 is what is left of the fuel.
type program struct {
	bytes   []byte
	regions int
	code    []string
	depth   int // levels open inside the dispatch loop
}

func (p *program) draw(n int) int {
	if len(p.bytes) == 0 {
		return 0
	}
	b := p.bytes[0]
	p.bytes = p.bytes[1:]
	return int(b) % n
}

func (p *program) emit(lines string) {
	p.code = append(p.code, strings.Split(lines, "; ")...)
}

func (p *program) step(id int) {
	p.emit("global.get ctxt; i64.const 1; i64.add; global.set ctxt")
	p.emit("local.get 2; i32.const 1; i32.sub; local.tee 2; i32.eqz; if; local.get 1; return; end")
	p.emit(fmt.Sprint("local.get 1; i32.const 31; op 0x6c; i32.const ", id, "; i32.add; local.set 1"))
}

// condition leaves 0 or not 0, by the way taken so far or, so that some loops go
// on for long, by the fuel that is left.
func (p *program) condition() {
	p.emit(fmt.Sprint("local.get ", 1+min(p.draw(3), 1), "; i32.const ", 1<<p.draw(9), "; op 0x71"))
}

func (p *program) function() function {
	p.regions = 1 + p.draw(7)
	p.emit(fmt.Sprint("i32.const ", fuel, "; local.set 2; block; loop"))
	for range p.regions {
		p.emit("block")
		if p.draw(50) == 1 {
			p.step(200) // not a dispatch after all
		}
	}
	table := "local.get 0; br_table"
	if p.draw(30) == 1 {
		table = "local.get 3; br_table"
	}
	for range 1 + p.draw(2*p.regions) {
		table += fmt.Sprint(" ", p.draw(p.regions))
	}
	last := p.draw(p.regions + 1)
	if last == p.regions {
		last++ // out of the loop
	}
	p.emit(fmt.Sprint(table, " ", last))
	for region := range p.regions {
		p.emit("end")
		p.depth = p.regions - 1 - region
		p.step(region + 1)
		for range p.draw(4) {
			p.action()
		}
	}
	p.emit("end; i32.const 77; return; end; local.get 1")
	return function{name: "main.f", typ: goFunc, locals: []byte{typeI32, typeI32, typeI32}, code: p.code}
}

// action is a part of a region. The dispatch loop is label p.depth.
func (p *program) action() {
	switch p.draw(24) {
	default: // a call, as Go writes it
		p.emit(fmt.Sprint("i32.const 0; call main.leaf; br_if ", p.depth+1))
	case 1: // a call that may not be reached
		p.condition()
		p.emit("if; i32.const 0; call main.leaf; drop; end")
	case 2: // a jump, as Go writes it
		p.emit(fmt.Sprint("i32.const ", p.draw(2*p.regions), "; local.set 0; br ", p.depth))
	case 3, 4, 9, 10, 11, 12, 13: // the same on a condition
		p.condition()
		p.emit(fmt.Sprint("if; i32.const ", p.draw(2*p.regions), "; local.set 0; br ", p.depth+1, "; end"))
	case 5: // a jump to where only the run knows
		p.condition()
		p.emit("local.set 0")
		p.condition()
		p.emit(fmt.Sprint("br_if ", p.depth))
	case 14: // the same, with something else set in between
		p.condition()
		p.emit(fmt.Sprint("if; i32.const ", p.draw(2*p.regions), "; local.set 0; i32.const ", p.draw(p.regions), "; local.set 3; br ", p.depth+1, "; end"))
	case 15: // the same without an if
		p.condition()
		p.emit(fmt.Sprint("i32.const ", p.draw(2*p.regions), "; local.set 0; br_if ", p.depth))
	case 16: // to where only the run knows, with a br
		p.condition()
		p.emit(fmt.Sprint("if; local.get 1; i32.const 7; op 0x71; local.set 0; br ", p.depth+1, "; end"))
	case 6: // a loop of its own
		p.emit("loop")
		p.step(100)
		p.condition()
		p.emit("br_if 0; end")
	case 7: // out of dispatch blocks, the loop or everything
		p.condition()
		p.emit(fmt.Sprint("br_if ", p.draw(p.depth+2)))
	case 8:
		p.condition()
		p.emit(fmt.Sprint("if; local.get 1; i32.const 3; op 0x71; br_table 0 ", 1+p.draw(p.depth+2), " ", 1+p.draw(p.depth+2), "; end"))
	}
}

// jumpMachine runs made-up programs.
type jumpMachine struct{ r wazero.Runtime }

func newJumpMachine(t testing.TB) *jumpMachine {
	r := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigInterpreter())
	t.Cleanup(func() { r.Close(context.Background()) })
	for module, names := range map[string][]string{modulePoll: {"fd_write", importPoll}, HostModule: {TickImport, WatchImport}} {
		b := r.NewHostModuleBuilder(module)
		for _, name := range names {
			params, results := []api.ValueType{}, []api.ValueType{}
			if module == modulePoll {
				params, results = pollType.Params, pollType.Results
			}
			b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(countEach), params, results).Export(name)
		}
		if _, err := b.Instantiate(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return &jumpMachine{r}
}

// gaps is how many steps there were between two counted calls or jumps.
type gaps struct{ last, longest uint64 }

type gapsKey struct{}

// countEach has the host called at each counted call and jump.
func countEach(ctx context.Context, m api.Module, _ []uint64) {
	g, now := ctx.Value(gapsKey{}).(*gaps), m.ExportedGlobal(ExportCTXT).Get()
	g.longest, g.last = max(g.longest, now-g.last), now
	m.ExportedGlobal(ExportCounter).(api.MutableGlobal).Set(1)
	m.ExportedGlobal("work").(api.MutableGlobal).Set(0)
}

// run calls f with each way to enter it, and gives the results and, if the
// module counts, the longest gap.
func (j *jumpMachine) run(t *testing.T, mod []byte, entries int, counts bool) (results []uint64, gap uint64) {
	t.Helper()
	code, err := j.r.CompileModule(t.Context(), mod)
	if err != nil {
		t.Fatal(err)
	}
	defer code.Close(t.Context())
	for entry := range entries {
		g := &gaps{}
		ctx := context.WithValue(t.Context(), gapsKey{}, g)
		inst, err := j.r.InstantiateModule(ctx, code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
		if err != nil {
			t.Fatal(err)
		}
		if counts {
			countEach(ctx, inst, nil)
		}
		result, err := inst.ExportedFunction("f").Call(ctx, uint64(entry))
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, result[0])
		if counts {
			countEach(ctx, inst, nil)
		}
		gap = max(gap, g.longest)
		inst.Close(ctx)
	}
	return results, gap
}

// check says that the rewritten program does what the original does, and that
// it cannot go round for long without being counted.
func (j *jumpMachine) check(t *testing.T, made []byte, loops bool) {
	p := &program{bytes: made}
	f := p.function()
	mod := goModule(f, function{name: "main.leaf", typ: goFunc, code: []string{"i32.const 0"}})
	mod = edited(t, mod, sectionExport, func(b []byte) []byte {
		b[0]++
		return append(append(b, 1, 'f', 0), 3+5)
	})
	entries := p.regions + 1
	want, _ := j.run(t, mod, entries, false)
	m, err := Instrument(mod, Options{Loops: loops})
	if err != nil {
		t.Fatal(err)
	}
	counting := edited(t, m.Bytes, sectionExport, func(b []byte) []byte {
		b[0]++
		return append(append(appendName(b, "work"), 3), globalWork)
	})
	// Of the steps between two counted events, each is in a later region than the
	// one before, or the first one of a loop of the region's own, of which there
	// are at most three, or stands before the dispatch.
	got, gap := j.run(t, counting, entries, true)
	if gap > uint64(5*p.regions) {
		t.Errorf("%d steps without a counted call or jump", gap)
	}
	if !slices.Equal(got, want) {
		t.Errorf("results %v instead of %v", got, want)
	}
	if t.Failed() {
		t.Logf("from %x:\n%s\nbecame\n%s", made, disassemble(t, mod, "main.f"), disassemble(t, m.Bytes, "main.f"))
	}
}

func TestJumpsStillLeadWhereTheyDidAndNoRoundGoesUncounted(t *testing.T) {
	j := newJumpMachine(t)
	for seed := range uint64(600) {
		random := rand.New(rand.NewPCG(seed, 0))
		made := make([]byte, 0, 96)
		for len(made) < 96 {
			made = binary.LittleEndian.AppendUint64(made, random.Uint64())
		}
		j.check(t, made, seed%2 == 1)
		if t.Failed() {
			return
		}
	}
}

func FuzzJumps(f *testing.F) {
	f.Add([]byte("a few jumps that someone typed, of every kind there is"), false)
	f.Add([]byte{6, 5, 0, 1, 2, 3, 4, 5, 6, 0, 2, 3, 1, 4, 2, 3, 3, 3, 2, 2, 1, 1, 0, 0}, true)
	j := newJumpMachine(f)
	f.Fuzz(func(t *testing.T, made []byte, loops bool) {
		if len(made) <= 256 {
			j.check(t, made, loops)
		}
	})
}
