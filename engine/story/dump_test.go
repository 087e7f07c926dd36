package story

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What a person sees of what the runtime prints, for each release of Go, and for
// every form that a dump can have.
func TestDumpsAreReducedToWhatUsersWrote(t *testing.T) {
	golden(t, "testdata/dumps/*.txt", func(t *testing.T, text string) string {
		all, err := ParseDump(text)
		if err != nil {
			t.Fatal(err)
		}
		s := Stacks{Node: "server", Incarnation: 1, Goroutines: Reduce(all)}
		return s.String()
	})
}

func TestADumpGivesEveryFrame(t *testing.T) {
	all, err := ParseDump("fatal error: x\n\nruntime stack:\nruntime.throw()\n\n" +
		"goroutine 5 gp=0x28a2c0 m=0 mp=0x1 [chan receive, 3 minutes, locked to thread]:\n" +
		"main.(*T).get({0x1, 0x2}, ...)\n\texample.com/m/t.go:7 +0x12 fp=0x1 sp=0x2 pc=0x3\n" +
		"main.main()\n\texample.com/m/main.go:9 +0x1\n" +
		"created by main.start in goroutine 1\n\texample.com/m/main.go:4 +0x2\n")
	want := []Goroutine{{ID: 5, State: "chan receive, locked to thread", Minutes: 3, Parent: 1,
		Frames:    []Frame{{Function: "main.(*T).get", File: "example.com/m/t.go", Line: 7}, {Function: "main.main", File: "example.com/m/main.go", Line: 9}},
		CreatedBy: &Frame{Function: "main.start", File: "example.com/m/main.go", Line: 4}}}
	if err != nil || !reflect.DeepEqual(all, want) {
		t.Errorf("%v\n%+v", err, all)
	}
}

func TestATextWithoutGoroutinesIsAnEmptyDump(t *testing.T) {
	for _, text := range []string{"", "\n\n", "hello\ngoodbye\n", "goroutine 5 is mine\n"} {
		if all, err := ParseDump(text); err != nil || len(all) > 0 {
			t.Errorf("%q: %v, %v", text, all, err)
		}
	}
}

func TestADumpThatIsNoDumpIsRefusedWithItsLine(t *testing.T) {
	const head = "goroutine 1 [running]:\n"
	for text, want := range map[string]string{
		"goroutine x [running]:\n":                          `goroutine dump, line 1: "goroutine x [running]:" is not the first line of a goroutine`,
		"goroutine 1 []:\n":                                 `goroutine dump, line 1: "goroutine 1 []:" is not the first line of a goroutine`,
		head + "main.main()\n":                              `goroutine dump, line 3: main.main has no position`,
		head + "main.main()\nmain.go:1\n":                   `goroutine dump, line 3: "main.go:1" is no position of "main.main"`,
		head + "main.main()\n\tmain.go:x\n":                 `goroutine dump, line 3: "\tmain.go:x" has no number of a line`,
		head + "hello\n":                                    `goroutine dump, line 2: "hello" is no call`,
		head + "...3 frames elided...\n":                    `goroutine dump, line 2: "...3 frames elided..." does not say how many calls are left out, or behind which`,
		head + "created by a in goroutine x\n\ta.go:1\n":    `goroutine dump, line 2: "x" is no number of a goroutine`,
		head + "created by a\n\ta.go:1\nmain.b()\n\tb.go:1": `goroutine dump, line 4: "main.b()" stands behind the go statement`,
		head + "\nmain.main()\n":                            `goroutine dump, line 3: "main.main()" is not the first line of a goroutine`,
	} {
		if _, err := ParseDump(text); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestAlikeGoroutinesAreShownOnce(t *testing.T) {
	s := Stacks{Node: "server", Incarnation: 2}
	for id := range int64(12) {
		s.Goroutines = append(s.Goroutines, Goroutine{ID: id + 1, State: "sleep", Frames: []Frame{{Function: "main.work", File: "main.go", Line: 3}}})
	}
	s.Goroutines[4].State = "IO wait"
	want := "server#2:\n" +
		"  goroutines 1, 2, 3, 4, 6, 7, 8, 9, 10 and 2 more [sleep]\n    main.work at main.go:3\n" +
		"  goroutine 5 [IO wait]\n    main.work at main.go:3\n"
	if got := s.String(); got != want {
		t.Errorf("%s\nwant:\n%s", got, want)
	}
	down := Stacks{Node: "server", Incarnation: 2, State: "is down"}
	if got := down.String(); got != "server#2 is down\n" {
		t.Errorf("%q", got)
	}
}

func TestTheStandardLibraryIsKnown(t *testing.T) {
	out, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		if first, _, _ := strings.Cut(path, "/"); !slices.Contains(standard, first) {
			t.Errorf("%s is missing in the list of the standard library", first)
		}
	}
}

func FuzzParseDump(f *testing.F) {
	paths, err := filepath.Glob("testdata/dumps/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range paths {
		f.Add(fileText(f, p))
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ParseDump(text)
		if err != nil && all != nil {
			t.Fatal("an error and goroutines")
		}
		for _, g := range all {
			if g.ID < 0 || g.State == "" && g.Minutes == 0 || g.Minutes < 0 {
				t.Fatalf("%+v", g)
			}
			for _, f := range g.Frames {
				if f.Function == "" || f.File == "" || f.Line < 0 || f.Elided < 0 {
					t.Fatalf("%+v", f)
				}
			}
		}
		for _, g := range Reduce(slices.Clone(all)) {
			if g.String() == "" {
				t.Fatal("nothing to show")
			}
		}
	})
}
