// Package journal keeps records in a file that several processes append to and
// read. Each record has a key, and the last one of a key counts: a file that has
// grown is written anew with those alone.
package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/seedfall/seedfall/internal/atomicfile"
	"github.com/seedfall/seedfall/lsp/internal/lock"
)

// Record is what one process tells the others, and itself of later.
type Record struct {
	// Key says what the record is about. At most MaxKey bytes.
	Key string
	// Data is what there is to know about it now; empty forgets it. At most MaxData
	// bytes.
	Data []byte
}

// Journal is an open file. Its methods must not be called at the same time.
type Journal struct {
	path string
	file *os.File // nil until there is one
	read int64    // up to where it is known
	live map[string]Record
	// Warning says what was wrong with the file that stood there, in one sentence;
	// "" if nothing was.
	Warning string
}

// ErrNewer is wrapped by errors about a file that a newer version has written. It
// is left as it is.
var ErrNewer = errors.New("a newer version of seedfall has written it")

// minCompact is the size from which a file is written anew when less than a
// quarter of it counts.
const minCompact = 1 << 20

// Open reads the journal at a path and gives the records that count, sorted by key.
// There need not be a file. One that is damaged, or no journal, is set aside under
// another name; a record that was not written to its end is cut off.
func Open(path string) (*Journal, []Record, error) {
	j := &Journal{path: path, live: map[string]Record{}}
	err := j.locked(func() error {
		_, err := j.catchUp()
		return err
	})
	if err != nil {
		j.Close() //nolint:errcheck // the first error counts
		return nil, nil, err
	}
	return j, j.records(), nil
}

// Follow gives what others have written since, in its order.
func (j *Journal) Follow() (news []Record, err error) {
	if j.unchanged() {
		return nil, nil
	}
	err = j.locked(func() error {
		news, err = j.catchUp()
		return err
	})
	return news, err
}

// unchanged says whether the file is the one that is known, and not longer.
func (j *Journal) unchanged() bool {
	now, err := os.Stat(j.path)
	if err != nil || j.file == nil {
		return errors.Is(err, os.ErrNotExist) && j.file == nil
	}
	was, err := j.file.Stat()
	return err == nil && os.SameFile(was, now) && now.Size() == j.read
}

// Append writes a record behind the others, and gives what others had written
// before it. With sync it is safe from a power cut when Append returns.
func (j *Journal) Append(r Record, sync bool) (news []Record, err error) {
	b, err := encode(nil, r)
	if err != nil {
		return nil, err
	}
	err = j.locked(func() error {
		if news, err = j.catchUp(); err != nil {
			return err
		}
		if err := j.create(); err != nil {
			return err
		}
		if _, err := j.file.WriteAt(b, j.read); err != nil {
			j.file.Truncate(j.read) //nolint:errcheck // what is left is cut when it is read
			return fmt.Errorf("writing %s: %w", j.path, err)
		}
		j.read += int64(len(b))
		j.put(r)
		if sync {
			if err := j.file.Sync(); err != nil {
				return fmt.Errorf("writing %s: %w", j.path, err)
			}
		}
		return j.compact()
	})
	return news, err
}

// Close closes the file.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	f := j.file
	j.file = nil
	return f.Close()
}

// locked does something while no other process writes.
func (j *Journal) locked(do func() error) error {
	l, err := lock.Wait(j.path + ".lock")
	if err != nil {
		return err
	}
	defer l.Close()
	return do()
}

// put takes a record.
func (j *Journal) put(r Record) {
	if len(r.Data) == 0 {
		delete(j.live, r.Key)
		return
	}
	j.live[r.Key] = r
}

// records are those that count.
func (j *Journal) records() (all []Record) {
	for _, r := range j.live {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Record) int { return bytes.Compare([]byte(a.Key), []byte(b.Key)) })
	return all
}

// create begins a file if there is none.
func (j *Journal) create() error {
	if j.file != nil {
		return nil
	}
	f, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = f.Write(header())
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", j.path, err)
	}
	j.file, j.read = f, int64(headerLen)
	return nil
}

// catchUp reads what others have written. The lock is held.
func (j *Journal) catchUp() (news []Record, err error) {
	was := j.file
	if err := j.reopen(); err != nil || j.file == nil {
		return nil, err
	}
	if j.file != was {
		j.read = 0
	}
	b, err := io.ReadAll(io.NewSectionReader(j.file, j.read, maxFile+1-j.read))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", j.path, err)
	}
	whole := b
	if j.read == 0 {
		if len(b) < headerLen && bytes.HasPrefix(header(), b) { // its writer was killed
			return nil, j.restart()
		}
		if b, err = body(b); err != nil {
			return nil, j.refuse(err)
		}
	}
	news, left, err := decode(b)
	if err == nil && int64(len(whole))+j.read > maxFile {
		err = errors.New("it is too long")
	}
	if err != nil {
		return nil, j.refuse(err)
	}
	j.read += int64(len(whole) - left)
	for _, r := range news {
		j.put(r)
	}
	if left > 0 {
		return news, j.cut()
	}
	return news, nil
}

// reopen opens the file that is there now, if it is another one than is open.
func (j *Journal) reopen() error {
	now, err := os.Lstat(j.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		j.Close() //nolint:errcheck // it has been deleted
		return nil
	case err != nil:
		return fmt.Errorf("reading %s: %w", j.path, err)
	case !now.Mode().IsRegular():
		return fmt.Errorf("reading %s: it is no file", j.path)
	}
	if j.file != nil {
		if was, err := j.file.Stat(); err == nil && os.SameFile(was, now) && now.Size() >= j.read {
			return nil
		}
		j.Close() //nolint:errcheck // another one has taken its place
	}
	f, err := os.OpenFile(j.path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("reading %s: %w", j.path, err)
	}
	j.file, j.read = f, 0
	return nil
}

// restart deletes a file that has no whole header.
func (j *Journal) restart() error {
	j.Close() //nolint:errcheck // it goes
	if err := os.Remove(j.path); err != nil {
		return fmt.Errorf("writing %s: %w", j.path, err)
	}
	return nil
}

// cut takes away what is behind the last whole record.
func (j *Journal) cut() error {
	if err := j.file.Truncate(j.read); err != nil {
		return fmt.Errorf("writing %s: %w", j.path, err)
	}
	return nil
}

// refuse sets a file aside that is not to be trusted, and begins anew with nothing.
// A file of a newer version stays.
func (j *Journal) refuse(why error) error {
	if errors.Is(why, ErrNewer) {
		return fmt.Errorf("reading %s: %w", j.path, why)
	}
	j.Close() //nolint:errcheck // it is of no use
	aside := j.path + ".damaged"
	if err := os.Rename(j.path, aside); err != nil {
		return fmt.Errorf("reading %s: %w; it cannot be set aside: %w", j.path, why, err)
	}
	clear(j.live)
	j.Warning = fmt.Sprintf("%s is not used: %v; it has been set aside as %s", j.path, why, filepath.Base(aside))
	return nil
}

// compact writes the file anew if most of it does not count any more.
func (j *Journal) compact() error {
	if j.read < minCompact {
		return nil
	}
	b := header()
	for _, r := range j.records() {
		var err error
		if b, err = encode(b, r); err != nil {
			return err
		}
	}
	if int64(len(b)) > j.read/4 {
		return nil
	}
	return j.replace(b)
}

// replace puts a new file in the place of the old one.
func (j *Journal) replace(b []byte) error {
	j.Close() //nolint:errcheck // the new one takes its place; not every system renames over an open file
	if err := atomicfile.WriteBytes(j.path, atomicfile.Options{Mode: 0o600, Durable: true}, b); err != nil {
		return fmt.Errorf("writing %s: %w", j.path, err)
	}
	f, err := os.OpenFile(j.path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("reading %s: %w", j.path, err)
	}
	j.file, j.read = f, int64(len(b))
	return nil
}
