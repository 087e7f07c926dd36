package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
)

// Entry is one known failure.
type Entry struct {
	// Fingerprint is that of the failure, and the file's name without .json.
	Fingerprint string
	// Path is the file.
	Path string
	// Schedule is the file's content. Its Fails is never empty.
	Schedule *schedule.Schedule
	// Failure is what the entry stands for, with "#" for each number of its
	// message; when and where it happened is not in it.
	Failure *verdict.Failure

	content []byte // as it was read
}

// Passes is how many verifications in a row have passed.
func (e *Entry) Passes() int {
	if e.Schedule.Corpus == nil {
		return 0
	}
	return e.Schedule.Corpus.Passes
}

// Problem is a file in the folder of a corpus that is no entry: torn, written by
// hand and wrong, of another version, or put there by mistake. Nothing in this
// package changes or deletes it.
type Problem struct {
	Path string
	// Line and Column say where in the file, from 1.
	Line, Column int
	// Message says what is wrong, in a line.
	Message string
}

func (p *Problem) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
}

// File is one file of a corpus: Entry or Problem is set.
type File struct {
	Entry   *Entry
	Problem *Problem
}

// Path is the file.
func (f File) Path() string {
	if f.Entry != nil {
		return f.Entry.Path
	}
	return f.Problem.Path
}

// Files reads the corpus, in the order of the file names. Files whose name does
// not end in .json are none of its business. A folder that does not exist is
// an empty corpus.
func (s Store) Files() ([]File, error) {
	names, err := os.ReadDir(s.Dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	var all []File
	for _, n := range names {
		if filepath.Ext(n.Name()) != ".json" {
			continue
		}
		e, err := read(filepath.Join(s.Dir, n.Name()))
		var problem *Problem
		switch {
		case errors.Is(err, os.ErrNotExist): // removed since the folder was read
		case err == nil, errors.As(err, &problem):
			all = append(all, File{e, problem})
		default:
			return nil, err
		}
	}
	return all, nil
}

// Find reads the entry of a fingerprint. The error wraps os.ErrNotExist if there
// is none, and is a *Problem if its file is no entry.
func (s Store) Find(fingerprint string) (*Entry, error) {
	if !name.MatchString(fingerprint) {
		return nil, fmt.Errorf("corpus: %q: %w", fingerprint, os.ErrNotExist)
	}
	return read(s.Path(fingerprint))
}

// name is what a fingerprint looks like.
var name = regexp.MustCompile(fmt.Sprintf(`^[0-9a-f]{%d}$`, verdict.FingerprintLen))

// read reads a file of a corpus. The error wraps os.ErrNotExist if there is none,
// and is a *Problem if it cannot be read or is no entry.
func read(path string) (*Entry, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, &Problem{path, 1, 1, "it is no file"}
	}
	var content []byte
	if err == nil {
		content, err = os.ReadFile(path)
	}
	if err != nil {
		if _, gone := os.Lstat(path); errors.Is(gone, os.ErrNotExist) {
			return nil, gone
		}
		return nil, &Problem{path, 1, 1, "it cannot be read: " + cause(err).Error()}
	}
	return parse(path, content)
}

// cause is an error of a file without the file's name.
func cause(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// parse reads the content of a file. The error is a *Problem.
func parse(path string, content []byte) (*Entry, error) {
	fingerprint := strings.TrimSuffix(filepath.Base(path), ".json")
	if !name.MatchString(fingerprint) {
		return nil, &Problem{path, 1, 1, fmt.Sprintf("the name of an entry is the fingerprint of its failure, %d hexadecimal digits; seedfall corpus add names it", verdict.FingerprintLen)}
	}
	s, bare, err := schedule.Parse(content)
	if err != nil {
		return nil, placed(path, err)
	}
	wrong := func(key, format string, args ...any) error {
		line, column := position(content, key)
		return &Problem{path, line, column, fmt.Sprintf(format, args...)}
	}
	if bare {
		return nil, wrong("", "a bare list of faults does not say what fails; add it with seedfall corpus add")
	}
	f, ok := verdict.FromSignature(s.Fails)
	switch {
	case s.Fails == "":
		return nil, wrong("", "it does not say what fails; add it with seedfall corpus add")
	case !ok:
		return nil, wrong("fails", "fails is no signature of a failure: class|node|property|message")
	case verdict.Fingerprint(s.Fails) != fingerprint:
		return nil, wrong("fails", "this failure has the fingerprint %s, and the file another name", verdict.Fingerprint(s.Fails))
	case s.Corpus != nil && s.Corpus.Passes < 1:
		return nil, wrong("corpus", "passes are counted from 1")
	}
	return &Entry{fingerprint, path, s, f, content}, nil
}

// placed makes a Problem of an error that begins with line and column.
func placed(path string, err error) *Problem {
	p := &Problem{path, 1, 1, err.Error()}
	var line, column int
	if n, _ := fmt.Sscanf(p.Message, "%d:%d:", &line, &column); n == 2 {
		p.Line, p.Column = line, column
		p.Message = strings.TrimPrefix(p.Message, fmt.Sprintf("%d:%d: ", line, column))
	}
	return p
}

// position is the line and column of the value of a key in an object; those of
// the beginning if it has no such key.
func position(content []byte, key string) (line, column int) {
	at := offset(content, key)
	before := content[:at]
	return bytes.Count(before, []byte("\n")) + 1, at - bytes.LastIndexByte(before, '\n')
}

func offset(content []byte, key string) int {
	d := json.NewDecoder(bytes.NewReader(content))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return 0
	}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return 0
		}
		if k == key {
			after := content[d.InputOffset():]
			return int(d.InputOffset()) + len(after) - len(bytes.TrimLeft(after, ": \t\r\n"))
		}
		var skipped json.RawMessage
		if d.Decode(&skipped) != nil {
			return 0
		}
	}
	return 0
}
