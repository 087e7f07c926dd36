package build

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// store is the cache folder. Several processes may use it at once:
//
//	lock            held while entries are looked for, added or deleted
//	sets/ID         one set: manifest.json, modules, compiled/, compiled.json
//	sets/ID.lock    held, shared, while a process uses the set; its time is the last use
//	scratch/N       a build under way
//	scratch/N.lock  held while it is
//
// A process that dies leaves at most a scratch folder without a holder, which
// the next build deletes.
type store struct{ dir string }

// maxSets is how many sets stay. Sets in use are never deleted, so there can be
// more for a while.
const maxSets = 8

const lockSuffix = ".lock"

// openStore makes the folders. Its errors mean that there can be no cache.
func openStore(dir string) (*store, error) {
	s := &store{dir}
	for _, folder := range []string{s.sets(), s.scratches()} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
	}
	// Keeps the folder out of the user's commits.
	if err := writeNew(filepath.Join(dir, ".gitignore"), []byte("*\n")); err != nil {
		return nil, err
	}
	return s, nil
}

func writeNew(path string, data []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	return os.WriteFile(path, data, 0o666)
}

func (s *store) sets() string      { return filepath.Join(s.dir, "sets") }
func (s *store) scratches() string { return filepath.Join(s.dir, "scratch") }

// locked runs f while no other process looks for, adds or deletes entries.
func (s *store) locked(f func() error) error {
	file, err := openLock(filepath.Join(s.dir, "lock"))
	if err != nil {
		return err
	}
	defer file.Close()
	if err := lockWait(file); err != nil {
		return fmt.Errorf("lock %s: %w", file.Name(), err)
	}
	return f()
}

func openLock(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
}

// scratch is a folder for one build.
type scratch struct {
	dir  string
	lock *os.File // nil outside the cache
}

func (s *store) newScratch() (*scratch, error) {
	var made *scratch
	err := s.locked(func() error {
		s.sweepScratches()
		dir, err := os.MkdirTemp(s.scratches(), "")
		if err != nil {
			return err
		}
		lock, err := openLock(dir + lockSuffix)
		if err != nil {
			return err
		}
		made = &scratch{dir, lock}
		return lockTry(lock, true)
	})
	if err != nil && made != nil {
		made.remove()
	}
	return made, err
}

// sweepScratches deletes what builds left that were killed.
func (s *store) sweepScratches() {
	for _, name := range folders(s.scratches()) {
		deleteUnused(filepath.Join(s.scratches(), name))
	}
}

// remove deletes the scratch folder, or what is left of it.
func (s *scratch) remove() {
	os.RemoveAll(s.dir)
	if s.lock != nil {
		s.lock.Close()
		os.Remove(s.lock.Name())
	}
}

// folders are the names of the folders in dir, sorted.
func folders(dir string) []string {
	var names []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// deleteUnused deletes a folder and its lock, unless a living process holds
// the lock. The store's lock is held.
func deleteUnused(dir string) {
	lock, err := openLock(dir + lockSuffix)
	if err != nil {
		return
	}
	free := lockTry(lock, true) == nil && os.RemoveAll(dir) == nil
	lock.Close()
	if free {
		os.Remove(lock.Name())
	}
}

// newest returns the most recently used set of a request, in use by the
// caller; nil if there is none, or if it is damaged.
func (s *store) newest(request string) *entry {
	var found *entry
	err := s.locked(func() error {
		for _, id := range s.byUse() {
			e, err := s.open(id)
			if err == nil && e.manifest.Request == request {
				found = e
				e.touch()
				return nil
			}
			e.release()
		}
		return nil
	})
	if err != nil || found == nil {
		return nil
	}
	if found.load() != nil || found.dropUnsealed() != nil {
		found.release()
		return nil
	}
	return found
}

// byUse are the IDs of all sets, the last used first.
func (s *store) byUse() []string {
	type use struct {
		id string
		at time.Time
	}
	var uses []use
	for _, id := range folders(s.sets()) {
		u := use{id: id}
		if info, err := os.Stat(filepath.Join(s.sets(), id+lockSuffix)); err == nil {
			u.at = info.ModTime()
		}
		uses = append(uses, u)
	}
	slices.SortFunc(uses, func(a, b use) int {
		return cmp.Or(b.at.Compare(a.at), strings.Compare(a.id, b.id))
	})
	ids := make([]string, len(uses))
	for i, u := range uses {
		ids[i] = u.id
	}
	return ids
}

// install puts a set into the cache, in use by the caller. A set that is there
// already stays if it is intact, and is repaired if it is not.
func (s *store) install(m manifest, programs []program) (*entry, error) {
	var e *entry
	err := s.locked(func() (err error) {
		if e, err = s.openOrRepair(m, programs); err == nil {
			e.touch()
			s.evict()
		}
		return err
	})
	if err == nil {
		err = e.dropUnsealed()
	}
	if err != nil {
		e.release()
		return nil, err
	}
	return e, nil
}

func (s *store) openOrRepair(m manifest, programs []program) (*entry, error) {
	e, err := s.open(m.ID)
	if err == nil && e.load() == nil {
		return e, nil
	}
	e.release()
	dir := filepath.Join(s.sets(), m.ID)
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		if err := os.Remove(dir); err != nil {
			return nil, err
		}
	}
	e = &entry{dir: dir, manifest: m}
	if err := e.write(programs); err != nil {
		return nil, err
	}
	return e, e.acquire()
}

// evict deletes all but the most recently used sets. The store's lock is held.
func (s *store) evict() {
	ids := s.byUse()
	for _, id := range ids[min(maxSets, len(ids)):] {
		deleteUnused(filepath.Join(s.sets(), id))
	}
}

var errDamaged = errors.New("damaged")

// open reads a set's manifest and marks the set as in use. The store's lock is
// held.
func (s *store) open(id string) (*entry, error) {
	e := &entry{dir: filepath.Join(s.sets(), id)}
	if err := e.readManifest(); err != nil {
		return nil, err
	}
	if e.manifest.ID != id {
		return nil, fmt.Errorf("%s: %w: it is of set %s", e.dir, errDamaged, e.manifest.ID)
	}
	return e, e.acquire()
}
