package corpus

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/verdict"
)

// Later versions have to read this entry.
func TestAnEntryOfSchema1IsRead(t *testing.T) {
	files, err := Store{Dir: "testdata/kept"}.Files()
	if err != nil || len(files) != 1 || files[0].Problem != nil {
		t.Fatalf("%+v, %v", files, err)
	}
	e := files[0].Entry
	if e.Schedule.Fails != lost || e.Passes() != 2 || len(e.Schedule.Faults) != 2 || e.Schedule.ShrunkFrom.Faults != 31 {
		t.Errorf("%+v", e.Schedule)
	}
	if string(e.Schedule.Encode()) != string(e.content) {
		t.Errorf("it is written as\n%s", e.Schedule.Encode())
	}
}

// problemStory is a file in testdata/problems.txt and what is said of it.
type problemStory struct{ name, content, says string }

func problemStories(t testing.TB) (all []problemStory) {
	t.Helper()
	text, err := os.ReadFile("testdata/problems.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, stories, _ := strings.Cut(string(text), "\nfile ")
	for part := range strings.SplitSeq(stories, "\nfile ") {
		name, rest, _ := strings.Cut(part, "\n")
		content, says, ok := strings.Cut("\n"+rest, "\nsays ")
		if !ok {
			t.Fatalf("%s has no says line", name)
		}
		all = append(all, problemStory{name: name, content: strings.TrimPrefix(content, "\n"), says: strings.TrimSpace(says)})
	}
	return all
}

func TestWhatIsNoEntryIsToldWithItsPlaceAndLeftAlone(t *testing.T) {
	for _, p := range problemStories(t) {
		s := store(t)
		path := filepath.Join(s.Dir, p.name)
		if err := os.MkdirAll(s.Dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(p.content), 0o644); err != nil {
			t.Fatal(err)
		}
		files, err := s.Files()
		if err != nil || len(files) != 1 || files[0].Path() != path {
			t.Fatalf("%s: %+v, %v", p.content, files, err)
		}
		said := "nothing: it is an entry"
		if bad := files[0].Problem; bad != nil {
			short := *bad
			short.Path = p.name
			said = short.Error()
			refusesToTouch(t, s, path)
		}
		if said != p.says {
			t.Errorf("%s\n says %s\n want %s", p.content, said, p.says)
		}
	}
}

// refusesToTouch adds what would go into a file that is no entry.
func refusesToTouch(t *testing.T, s Store, path string) {
	t.Helper()
	if path != s.Path(verdict.Fingerprint(twice)) {
		return
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var bad *Problem
	if _, _, err := s.Add(failing(twice, 0), true); !errors.As(err, &bad) {
		t.Errorf("adding over it: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("it is now %q, %v", after, err)
	}
}

func TestWhatIsNoFileIsAProblem(t *testing.T) {
	s := store(t)
	if err := os.MkdirAll(s.Path(verdict.Fingerprint(twice)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", s.Path(verdict.Fingerprint(lost))); err != nil {
		t.Skip(err)
	}
	files, err := s.Files()
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for i, want := range []string{"it is no file", "it cannot be read: no such file or directory"} {
		if files[0].Path() == s.Path(verdict.Fingerprint(lost)) {
			i = 1 - i
		}
		if p := files[i].Problem; p == nil || p.Message != want {
			t.Errorf("%v, want %s", p, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, p := range problemStories(f) {
		f.Add(p.name, p.content)
	}
	kept, err := Store{Dir: "testdata/kept"}.Files()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(kept[0].Entry.Fingerprint+".json", string(kept[0].Entry.content))
	f.Fuzz(func(t *testing.T, name, content string) {
		e, err := parse(name, []byte(content))
		if err != nil {
			var p *Problem
			if !errors.As(err, &p) || p.Line < 1 || p.Column < 1 || p.Line > strings.Count(content, "\n")+1 || p.Column > len(content)+1 {
				t.Errorf("%v is no place in the file", err)
			}
			return
		}
		again, err := parse(name, e.Schedule.Encode())
		if err != nil {
			t.Fatalf("what was read is not read again: %v\n%s", err, e.Schedule.Encode())
		}
		if again.Schedule.Key() != e.Schedule.Key() || again.Passes() != e.Passes() || *again.Failure != *e.Failure {
			t.Errorf("%s\n%s", e.Schedule.Encode(), again.Schedule.Encode())
		}
	})
}
