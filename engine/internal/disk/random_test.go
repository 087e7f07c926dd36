package disk

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// allModels are the models of the table and their combinations.
var allModels = map[string]Model{
	"default":              {},
	"torn":                 {TornWrites: true},
	"ordered":              {ReorderWrites: true},
	"ordered torn":         {ReorderWrites: true, TornWrites: true},
	"pages":                {ReorderWrites: true, FS: PageIndependent},
	"pages torn":           {ReorderWrites: true, FS: PageIndependent, TornWrites: true},
	"dirs":                 {ReorderWrites: true, FS: DirReorder},
	"dirs torn":            {ReorderWrites: true, FS: DirReorder, TornWrites: true},
	"strict":               {StrictDirs: true},
	"strict torn":          {StrictDirs: true, TornWrites: true},
	"strict ordered":       {StrictDirs: true, ReorderWrites: true},
	"strict pages":         {StrictDirs: true, ReorderWrites: true, FS: PageIndependent},
	"journal":              {FS: JournalPrefix},
	"journal torn":         {FS: JournalPrefix, TornWrites: true},
	"journal ordered":      {FS: JournalPrefix, ReorderWrites: true},
	"default zeroed":       {Zeroed: true},
	"ordered torn zeroed":  {ReorderWrites: true, TornWrites: true, Zeroed: true},
	"strict pages zeroed":  {StrictDirs: true, ReorderWrites: true, FS: PageIndependent, Zeroed: true},
	"journal torn ordered": {FS: JournalPrefix, ReorderWrites: true, TornWrites: true},
}

const (
	randUnit    = PageSize / 2
	randPerPage = 2
)

// scribe makes up operations.
type scribe struct {
	*rand.Rand
	last byte // the latest symbol written
}

func newScribe(seed uint64) *scribe { return &scribe{Rand: rand.New(rand.NewPCG(seed, 1))} }

// fresh are n symbols that were not used for long.
func (s *scribe) fresh(n int) string {
	const symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz123456789"
	var out []byte
	for range n {
		s.last = (s.last + 1) % byte(len(symbols))
		out = append(out, symbols[s.last])
	}
	return string(out)
}

func (s *scribe) pick(from ...string) string { return from[s.IntN(len(from))] }

func (s *scribe) name() string {
	return s.pick("f", "f", "f", "g", "g", "d/f", "d/f", "d/g", "e/f", "d/e/f", "e/d/f")
}

func (s *scribe) dir() string { return s.pick("d", "d", "d", "e", "e", "d/e", "e/d") }

// fileOp makes up an operation on one file.
func (s *scribe) fileOp() string {
	switch k := s.IntN(20); {
	case k < 11:
		return fmt.Sprintf("w f %d %s", s.IntN(5), s.fresh(1+s.IntN(3)))
	case k < 14:
		return fmt.Sprintf("t f %d", s.IntN(6))
	case k < 16:
		return "F f"
	case k < 19:
		return "E f"
	}
	return "c f"
}

// op makes up one operation; it may be impossible.
func (s *scribe) op() string {
	switch k := s.IntN(100); {
	case k < 15:
		return "c " + s.name()
	case k < 40:
		return fmt.Sprintf("w %s %d %s", s.name(), s.IntN(5), s.fresh(1+s.IntN(3)))
	case k < 48:
		return fmt.Sprintf("t %s %d", s.name(), s.IntN(6))
	case k < 56:
		return "F " + s.name()
	case k < 60:
		return "E " + s.name()
	case k < 66:
		return "F " + s.pick("/", "/", "d/", "d/", "e/", "d/e/")
	case k < 75:
		return "r " + s.name() + " " + s.name()
	case k < 80:
		return "r " + s.dir() + " " + s.dir()
	case k < 84:
		return "l " + s.name() + " " + s.name()
	case k < 90:
		return "u " + s.name()
	case k < 96:
		return "m " + s.dir()
	case k < 99:
		return "x " + s.dir()
	}
	return "s f " + s.name()
}

// start makes up a durable state.
func (s *scribe) start() string {
	var files []string
	for _, f := range []string{"f", "g", "d/f", "e/f"} {
		if s.IntN(2) == 0 {
			files = append(files, f+"="+s.fresh(1+s.IntN(4)))
		}
	}
	return strings.Join(files, " ")
}

// TestMain lets the many small disks of these tests be collected less often.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

func TestRandomSequencesLeaveOnlyLegalStates(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(allModels)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sequences := uint64(10000)
			if !slices.ContainsFunc(modes[:plainModes], func(m mode) bool { return m.model == allModels[name] }) {
				sequences = 1000 // a combination
			}
			if testing.Short() {
				sequences /= 10
			}
			for seed := range sequences {
				if !randomSequence(t, allModels[name], seed) {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}

// randomSequence runs one sequence with two crashes.
func randomSequence(t *testing.T, m Model, seed uint64) bool {
	s := newScribe(seed)
	d := driver{New(m), randUnit}
	before := s.start()
	d.place(t, before)
	story := []string{"before " + before}
	for round := range 2 {
		law := newLaw(m, randPerPage)
		law.place(d.state(), d.ids())
		next := s.op
		if seed%3 == 0 {
			next = s.fileOp
		}
		for range 1 + s.IntN(8) {
			op := next()
			story = append(story, op)
			possible := law.op(op)
			if d.op(t, op) != possible {
				t.Errorf("%q: possible is %v", story, possible)
				return false
			}
		}
		if got, want := spell(d.state()), law.now(); got != want {
			t.Errorf("%q: the disk shows\n     %s\nnot  %s", story, got, want)
			return false
		}
		var left driver
		for k := range uint64(2) {
			left = driver{d.fs.Clone(), d.unit}
			left.crash(t, seed*4+k)
			if state := left.state(); !law.allows(state) {
				t.Errorf("%q: round %d: a crash left %s, which is not among\n%s", story, round, spell(state), strings.Join(law.states(), "\n"))
				return false
			}
		}
		d = left
		if seed%4 == 0 {
			state := d.state()
			d.crash(t, seed)
			if got := d.state(); !maps.Equal(got, state) {
				t.Errorf("%q: a second crash made %s of %s", story, spell(got), spell(state))
				return false
			}
		}
		d.mend(t, s)
		story = append(story, "crash: "+spell(d.state()))
	}
	return true
}

// now is the state that programs see.
func (l *lawDisk) now() string {
	out := map[string]string{}
	for path, i := range l.paths(l.current) {
		switch n := l.inodes[i]; {
		case n.dir:
			out[path] = ""
		case n.link != "":
			out[path] = "->" + n.link
		default:
			out[path] = "=" + joinUnits(n.cache)
		}
	}
	return spell(out)
}

// mend makes whole units of cut ones, which the enumeration cannot start from.
func (d driver) mend(t *testing.T, s *scribe) {
	for path, what := range d.state() {
		if !strings.Contains(what, "~") {
			continue
		}
		b, _ := d.fs.ReadFile(path)
		for lo := 0; lo < len(b); lo += d.unit {
			u := b[lo:min(lo+d.unit, len(b))]
			if len(u) < d.unit || len(bytes.Trim(u, string(u[:1]))) > 0 {
				b = append(b[:lo], append(d.bytes(s.fresh(1)), b[lo+len(u):]...)...)
			}
		}
		if e := d.fs.WriteFile(path, b); e != errno.OK {
			t.Fatal(e)
		}
	}
}

func TestRandomSequencesReachEveryLegalState(t *testing.T) {
	sequences := uint64(100)
	if testing.Short() {
		sequences = 20
	}
	for _, name := range slices.Sorted(maps.Keys(allModels)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range sequences {
				m := allModels[name]
				m.TornWrites = false // cuts have too many outcomes to see all
				s := newScribe(seed)
				d, law := driver{New(m), randUnit}, newLaw(m, randPerPage)
				d.place(t, s.start())
				law.place(d.state(), d.ids())
				var story []string
				for range 6 {
					op := s.op()
					story = append(story, op)
					law.op(op)
					d.op(t, op)
				}
				want := law.states()
				if len(want) > 12 {
					continue
				}
				if got := d.outcomes(t, len(want)); !slices.Equal(got, want) {
					t.Fatalf("seed %d: %q:\n got %s\nwant %s", seed, story, strings.Join(got, " | "), strings.Join(want, " | "))
				}
			}
		})
	}
}
