package disk

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// lawCase is one case of a file of legal states.
type lawCase struct {
	name, before string
	perPage      int // units of a page
	ops          []string
	legal        map[string][]string // by mode letter
}

func readCases(t *testing.T, file string) (cases []lawCase) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		if word == "" || word == "#" {
			continue
		}
		if word == "case" {
			cases = append(cases, lawCase{name: rest, perPage: 1, legal: map[string][]string{}})
			continue
		}
		c := &cases[len(cases)-1]
		switch word {
		case "units":
			c.perPage = atoi(strings.Fields(rest)[0])
		case "before":
			c.before = rest
		case "do":
			c.ops = strings.Split(rest, "; ")
		default:
			c.legal[word] = strings.Split(rest, " | ")
			slices.Sort(c.legal[word])
		}
	}
	return cases
}

type mode struct {
	letter string
	model  Model
}

// modes are the seven columns of the table, and then combinations.
var modes = []mode{
	{"D", Model{}},
	{"T", Model{TornWrites: true}},
	{"O", Model{ReorderWrites: true}},
	{"P", Model{ReorderWrites: true, FS: PageIndependent}},
	{"X", Model{ReorderWrites: true, FS: DirReorder}},
	{"S", Model{StrictDirs: true}},
	{"E", Model{}},
	{"J", Model{FS: JournalPrefix}},

	{"JO", Model{ReorderWrites: true, FS: JournalPrefix}},
	{"TO", Model{TornWrites: true, ReorderWrites: true}},
	{"TP", Model{TornWrites: true, ReorderWrites: true, FS: PageIndependent}},
	{"ST", Model{StrictDirs: true, TornWrites: true}},
	{"SO", Model{StrictDirs: true, ReorderWrites: true}},
	{"DZ", Model{Zeroed: true}},
	{"OZ", Model{Zeroed: true, ReorderWrites: true}},
	{"PZ", Model{Zeroed: true, ReorderWrites: true, FS: PageIndependent}},
}

// plainModes are those of the table and journal_prefix.
const plainModes = 8

// opsOf gives the operations of a case for a mode: in E the first sync of a
// file fails.
func (c lawCase) opsOf(letter string) []string {
	ops := slices.Clone(c.ops)
	if letter == "E" {
		i := slices.IndexFunc(ops, func(op string) bool { return op[0] == 'F' && !strings.HasSuffix(op, "/") })
		ops[i] = "E" + ops[i][1:]
	}
	return ops
}

var caseFiles = []string{"crash-states.txt", "more-states.txt"}

// eachCase calls do for each case and mode of it that the files have.
func eachCase(t *testing.T, do func(t *testing.T, c lawCase, m mode, want []string)) {
	for _, file := range caseFiles {
		for _, c := range readCases(t, file) {
			t.Run(c.name, func(t *testing.T) {
				done := 0
				for _, m := range modes {
					if want, ok := c.legal[m.letter]; ok {
						do(t, c, m, want)
						done++
					}
				}
				if done != len(c.legal) || done == 0 {
					t.Errorf("%d of %d modes are known", done, len(c.legal))
				}
			})
		}
	}
}

func TestTheTableIsComplete(t *testing.T) {
	cases := readCases(t, "crash-states.txt")
	if len(cases) != 61 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		for _, m := range modes[:6] {
			if len(c.legal[m.letter]) == 0 {
				t.Errorf("%s has no mode %s", c.name, m.letter)
			}
		}
	}
}

func TestBruteForceEnumerationGivesTheTable(t *testing.T) {
	eachCase(t, func(t *testing.T, c lawCase, m mode, want []string) {
		law := newLaw(m.model, c.perPage)
		law.place(parseState(c.before), nil)
		for _, op := range c.opsOf(m.letter) {
			if !law.op(op) {
				t.Fatalf("%s is not possible", op)
			}
		}
		if got := law.states(); !slices.Equal(got, want) {
			t.Errorf("mode %s:\n got %s\nwant %s", m.letter, strings.Join(got, " | "), strings.Join(want, " | "))
		}
	})
}

func TestCrashLeavesExactlyTheStatesOfTheTable(t *testing.T) {
	eachCase(t, func(t *testing.T, c lawCase, m mode, want []string) {
		d := driver{New(m.model), PageSize / c.perPage}
		d.place(t, c.before)
		for _, op := range c.opsOf(m.letter) {
			if !d.op(t, op) {
				t.Fatalf("mode %s: %s failed", m.letter, op)
			}
		}
		if got := d.outcomes(t, len(want)); !slices.Equal(got, want) {
			t.Errorf("mode %s:\n got %s\nwant %s", m.letter, strings.Join(got, " | "), strings.Join(want, " | "))
		}
	})
}

// outcomes crashes clones of the disk with so many draws that every one of
// states outcomes should appear, and lists those that did.
func (d driver) outcomes(t *testing.T, states int) []string {
	t.Helper()
	seen := map[string]bool{}
	for k := range 8 + 120*uint64(states-1) {
		c := driver{d.fs.Clone(), d.unit}
		c.crash(t, k)
		seen[spell(c.state())] = true
	}
	var out []string
	for s := range seen {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// parseState reads a state that has only files, such as "f=AB g=A".
func parseState(s string) map[string]string {
	out := map[string]string{}
	for _, f := range strings.Fields(s) {
		if path, units, ok := strings.Cut(f, "="); ok {
			out[path] = "=" + units
		}
	}
	return out
}
