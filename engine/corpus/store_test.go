package corpus

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

const (
	twice = "panic|a||panic: started twice"
	lost  = "always|client|kept|key=k# want=# got=#"
)

func store(t testing.TB) Store {
	dir := t.TempDir()
	return Store{Dir: filepath.Join(dir, "testdata", "seedfall", "small"), Lock: filepath.Join(dir, ".seedfall", "corpus.lock")}
}

// failing is a schedule of n crashes.
func failing(fails string, n int) *schedule.Schedule {
	s := &schedule.Schedule{Schema: schedule.Schema, Fails: fails, Seed: 3, Faults: []schedule.Fault{}}
	for i := range n {
		at := vtime.Instant(i+1) * vtime.Instant(vtime.Second)
		s.Faults = append(s.Faults, schedule.Fault{At: at, Kind: schedule.Crash, Node: "a", Until: at})
	}
	return s
}

func add(t testing.TB, s Store, what *schedule.Schedule, force bool, want Added) *Entry {
	t.Helper()
	e, did, err := s.Add(what, force)
	if err != nil || did != want {
		t.Fatalf("adding did %v, not %v: %v", did, want, err)
	}
	return e
}

// in is what the corpus has now, as it is read again.
func in(t testing.TB, s Store) (entries []*Entry) {
	t.Helper()
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Problem != nil {
			t.Fatal(f.Problem)
		}
		entries = append(entries, f.Entry)
	}
	return entries
}

func TestTheFolderOfACorpusLiesBesideTheConfig(t *testing.T) {
	for config, want := range map[string]string{
		"seedfall.json":       "testdata/seedfall/seedfall",
		"sub/load.json":       "sub/testdata/seedfall/load",
		"/abs/two.parts.json": "/abs/testdata/seedfall/two.parts",
	} {
		if got := filepath.ToSlash(Folder(filepath.FromSlash(config))); got != want {
			t.Errorf("%s has %s, want %s", config, got, want)
		}
	}
}

func TestEntriesAreNamedByFingerprintAndComeInTheOrderOfNames(t *testing.T) {
	s := store(t)
	if got := in(t, s); len(got) != 0 {
		t.Fatalf("without a folder there are %v", got)
	}
	add(t, s, failing(twice, 2), false, Created)
	e := add(t, s, failing(lost, 1), false, Created)
	if want := s.Path(verdict.Fingerprint(lost)); e.Path != want || e.Failure.Title() != `always "kept" in client` {
		t.Errorf("%+v, want the path %s", e, want)
	}
	if err := os.WriteFile(filepath.Join(s.Dir, "README.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	got := in(t, s)
	if len(got) != 2 || got[0].Fingerprint >= got[1].Fingerprint {
		t.Errorf("%v", got)
	}
	if found, err := s.Find(e.Fingerprint); err != nil || !reflect.DeepEqual(found, e) {
		t.Errorf("%+v, %v", found, err)
	}
	for _, missing := range []string{"", "..", "000000000000", "../small/" + e.Fingerprint} {
		if _, err := s.Find(missing); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%q: %v", missing, err)
		}
	}
}

func TestOnlyASmallerScheduleTakesThePlaceOfAnEntry(t *testing.T) {
	s := store(t)
	faults := func(want int) {
		t.Helper()
		if got := in(t, s); len(got) != 1 || len(got[0].Schedule.Faults) != want {
			t.Errorf("there are %v, want one with %d faults", got, want)
		}
	}
	add(t, s, failing(twice, 3), false, Created)
	if e := add(t, s, failing(twice, 5), false, Kept); len(e.Schedule.Faults) != 3 {
		t.Errorf("kept is %v", e.Schedule)
	}
	add(t, s, failing(twice, 3), false, Kept)
	faults(3)
	add(t, s, failing(twice, 2), false, Replaced)
	faults(2)
	add(t, s, failing(twice, 4), true, Replaced)
	faults(4)
}

func TestAScheduleThatNamesNoFailureIsRefused(t *testing.T) {
	s := store(t)
	for _, fails := range []string{"", "it broke"} {
		if _, _, err := s.Add(failing(fails, 1), true); err == nil {
			t.Errorf("%q was added", fails)
		}
	}
	if _, err := os.Stat(s.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a folder now: %v", err)
	}
}

func TestPassesAreNotedAndForgottenWhenItFailsAgain(t *testing.T) {
	s := store(t)
	e := add(t, s, failing(twice, 2), false, Created)
	key := e.Schedule.Key()
	note := func(n int, program string) *Entry {
		t.Helper()
		if err := s.Note(in(t, s)[0], n, program); err != nil {
			t.Fatal(err)
		}
		return in(t, s)[0]
	}
	e = note(1, "p1")
	if want := (schedule.Corpus{Passes: 1, Program: "p1"}); e.Passes() != 1 || *e.Schedule.Corpus != want {
		t.Errorf("the note is %+v", e.Schedule.Corpus)
	}
	if e.Schedule.Key() != key {
		t.Error("the note makes it another run")
	}
	if e = note(2, "p2"); e.Passes() != 2 {
		t.Errorf("%d passes", e.Passes())
	}
	if e = note(0, "p2"); e.Schedule.Corpus != nil {
		t.Errorf("the note is %+v", e.Schedule.Corpus)
	}
	note(2, "p3")
	if e = add(t, s, failing(twice, 2), false, Replaced); e.Passes() != 0 {
		t.Errorf("added again it has %d passes", e.Passes())
	}
}

func TestWhatAnotherProcessChangedIsLeftAlone(t *testing.T) {
	s := store(t)
	read := add(t, s, failing(twice, 3), false, Created)
	smaller := add(t, s, failing(twice, 1), false, Replaced)
	for what, change := range map[string]func() error{
		"remove": func() error { return s.Remove(read) },
		"note":   func() error { return s.Note(read, 1, "p") },
	} {
		if err := change(); !errors.Is(err, ErrChanged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if got := in(t, s); len(got) != 1 || !reflect.DeepEqual(got[0], smaller) {
		t.Errorf("there are %v", got)
	}
	if err := s.Remove(smaller); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(smaller); !errors.Is(err, ErrChanged) {
		t.Errorf("removed twice: %v", err)
	}
	if err := s.Note(smaller, 1, "p"); !errors.Is(err, ErrChanged) || len(in(t, s)) != 0 {
		t.Errorf("what was removed is back: %v", err)
	}
}

// Each goroutine has a file description of its own for the lock, as processes do.
func TestOfManyThatAddAtOnceTheSmallestStays(t *testing.T) {
	s := store(t)
	var all sync.WaitGroup
	for n := 12; n > 0; n-- {
		all.Go(func() {
			for _, fails := range []string{twice, lost} {
				if _, _, err := s.Add(failing(fails, n), false); err != nil {
					t.Error(err)
				}
				files, err := s.Files()
				if err != nil {
					t.Error(err)
				}
				for _, f := range files {
					if f.Problem != nil {
						t.Errorf("half a file was seen: %v", f.Problem)
					}
				}
			}
		})
	}
	all.Wait()
	names, err := os.ReadDir(s.Dir)
	if err != nil || len(names) != 2 {
		t.Errorf("%v, %v", names, err)
	}
	for _, e := range in(t, s) {
		if len(e.Schedule.Faults) != 1 {
			t.Errorf("%s has %d faults", e.Path, len(e.Schedule.Faults))
		}
	}
}

func TestWhatAKilledProcessLeftHalfWrittenIsNoEntryAndGoesAway(t *testing.T) {
	s := store(t)
	e := add(t, s, failing(twice, 2), false, Created)
	halves := []string{e.Path + ".123456.tmp", e.Path + ".tmp123456"} // of this version, and of one before
	foreign := filepath.Join(s.Dir, "mine.json.1.tmp")
	for _, path := range append(halves, foreign) {
		if err := os.WriteFile(path, e.content[:20], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := in(t, s); len(got) != 1 {
		t.Errorf("there are %v", got)
	}
	add(t, s, failing(lost, 1), false, Created)
	for _, half := range halves {
		if _, err := os.Stat(half); exclusive && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there: %v", half, err)
		}
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
}

func TestAFolderThatCannotBeWrittenIsAnError(t *testing.T) {
	s := store(t)
	if err := os.WriteFile(filepath.Dir(s.Lock), nil, 0o644); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	if _, _, err := s.Add(failing(twice, 1), false); err == nil {
		t.Error("it was added")
	}
}
