// Package corpus keeps the known failures of a config as files beside it, to be
// committed with the program: one schedule for each way to fail, named after
// its fingerprint. It reads, writes and removes files by rules; what a schedule
// does when it is run is decided elsewhere.
package corpus

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
)

// Store is the corpus of one config. Several processes may use it at once: files
// are replaced whole, and every change is made under a lock, after a look at
// what the file has become. A process that is killed leaves the old file or the
// new one.
type Store struct {
	// Dir is the folder of the entries. It need not exist.
	Dir string
	// Lock is the file that is held locked during a change; it and its folder are
	// made when needed. On a system without file locks nothing is held.
	Lock string
}

// Folder is where the corpus of a config lies: testdata/seedfall/NAME beside it,
// where NAME is the config's file name without .json.
func Folder(config string) string {
	return filepath.Join(filepath.Dir(config), "testdata", "seedfall", strings.TrimSuffix(filepath.Base(config), ".json"))
}

// Path is the file of a fingerprint, whether it exists or not.
func (s Store) Path(fingerprint string) string { return filepath.Join(s.Dir, fingerprint+".json") }

// ErrChanged is wrapped by the error of a change when another process has
// changed the entry since it was read. Nothing was done then.
var ErrChanged = errors.New("another process has changed it meanwhile")

// Added is what Add did.
type Added int

const (
	// Kept left the entry alone, which has no more to it than the new schedule.
	Kept Added = iota
	// Created made a new entry.
	Created
	// Replaced put the new schedule in the place of a larger one, of a forced
	// one, or of the same one with a note that it passes.
	Replaced
)

// Add makes an entry of a schedule whose Fails is set, without any note, and
// gives the entry that is there then. An entry for the same failure gives way
// to a smaller schedule only, or to any if force is set. A file that is in the
// way and no entry is left alone: the error is a *Problem.
func (s Store) Add(add *schedule.Schedule, force bool) (e *Entry, did Added, err error) {
	if _, ok := verdict.FromSignature(add.Fails); !ok {
		return nil, Kept, fmt.Errorf("corpus: a schedule that fails as %q is no known failure", add.Fails)
	}
	n := *add
	n.Corpus = nil
	path := s.Path(verdict.Fingerprint(n.Fails))
	err = s.locked(func() error {
		old, err := read(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			did = Created
		case err != nil:
			return err
		case !force && !instead(&n, old.Schedule):
			e = old
			return nil
		default:
			did = Replaced
		}
		if err := schedule.Write(path, &n); err != nil {
			return fmt.Errorf("corpus: writing %s: %w", path, err)
		}
		e, err = read(path)
		return err
	})
	return e, did, err
}

// instead says whether a new schedule takes the place of an old one.
func instead(add, old *schedule.Schedule) bool {
	return Smaller(add, old) || old.Corpus != nil && add.Key() == old.Key()
}

// Note writes what a verification came to into the file of an entry: how many
// in a row have passed, and the program of the last. 0 passes leave no note.
func (s Store) Note(e *Entry, passes int, program string) error {
	return s.change(e, func() error {
		c := *e.Schedule
		c.Corpus = nil
		if passes > 0 {
			c.Corpus = &schedule.Corpus{Passes: passes, Program: program}
		}
		return schedule.Write(e.Path, &c)
	})
}

// Remove deletes the file of an entry.
func (s Store) Remove(e *Entry) error {
	return s.change(e, func() error { return os.Remove(e.Path) })
}

// change does something to the file of an entry, if it is still what was read.
func (s Store) change(e *Entry, do func() error) error {
	return s.locked(func() error {
		now, err := os.ReadFile(e.Path)
		if errors.Is(err, os.ErrNotExist) || err == nil && string(now) != string(e.content) {
			return fmt.Errorf("%s: %w", e.Path, ErrChanged)
		}
		if err == nil {
			err = do()
		}
		if err != nil {
			return fmt.Errorf("corpus: changing %s: %w", e.Path, err)
		}
		return nil
	})
}

// locked does something while no other process changes the corpus. What a killed
// process has left half written is deleted first.
func (s Store) locked(do func() error) error {
	if err := os.MkdirAll(filepath.Dir(s.Lock), 0o755); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	f, err := os.OpenFile(s.Lock, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	defer f.Close() // gives the lock back
	if err := lock(f); err != nil {
		return fmt.Errorf("corpus: locking %s: %w", s.Lock, err)
	}
	if exclusive {
		s.tidy()
	}
	return do()
}

// temporary is the name of a file that schedule.Write has not renamed yet; that of older
// versions ends in the number.
var temporary = regexp.MustCompile(fmt.Sprintf(`^[0-9a-f]{%d}\.json\.(tmp[0-9]+|[0-9]+\.tmp)$`, verdict.FingerprintLen))

// tidy deletes temporary files, which nobody is writing while the lock is held.
func (s Store) tidy() {
	names, err := os.ReadDir(s.Dir)
	if err != nil {
		return // there is none yet, or what follows says why not
	}
	for _, n := range names {
		if temporary.MatchString(n.Name()) {
			os.Remove(filepath.Join(s.Dir, n.Name())) //nolint:errcheck // it is in nobody's way
		}
	}
}
