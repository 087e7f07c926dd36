package build

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// seals is sets/ID/compiled.json: what the files of compiled/ are. wazero maps
// such a file into memory and jumps into it, and checks only a part of it, so
// a file that is not sealed, or not as it was, is deleted before wazero sees it.
type seals struct {
	Schema int             `json:"schema"`
	Sum    string          `json:"sum"` // SHA-256 of this file with Sum empty
	Files  map[string]seal `json:"files"`
}

// seal is one file, under its path in compiled/ with forward slashes.
type seal struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	// Guest is the import path of the program that it was compiled from; "" if
	// nobody knows.
	Guest string `json:"guest,omitempty"`
}

// unfinishedSuffix ends the names of files that wazero is writing.
const unfinishedSuffix = ".tmp"

// seal records all finished files of compiled/. Those that were sealed when the
// set was opened are not read again.
func (e *entry) seal() error {
	s := seals{Schema: schema, Files: map[string]seal{}}
	same := true
	err := e.eachCompiled(func(name, path string) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		known, ok := e.sealed[name]
		if !ok || known.Size != info.Size() {
			same = false
			if known, err = sealOf(path); err != nil {
				return err
			}
			known.Guest = e.compiled[name]
		}
		s.Files[name] = known
		return nil
	})
	if err != nil || same && len(s.Files) == len(e.sealed) && !e.inherited {
		return err
	}
	e.sealed, e.inherited = s.Files, false
	return writeSummed(filepath.Join(e.dir, sealFile), &s, &s.Sum)
}

// dropUnsealed deletes the files of compiled/ that no seal vouches for. What
// another process has compiled and not yet sealed goes too; it compiles again.
// An error means that wazero must not be shown the folder.
func (e *entry) dropUnsealed() error {
	if err := os.MkdirAll(e.compiledDir(), 0o777); err != nil {
		return err
	}
	var s seals
	if data, err := os.ReadFile(filepath.Join(e.dir, sealFile)); err != nil || readSummed(data, &s, &s.Sum, &s.Schema) != nil {
		s.Files = nil
	}
	e.sealed = map[string]seal{}
	return e.eachCompiled(func(name, path string) error {
		want, ok := s.Files[name]
		if ok {
			if got, err := sealOf(path); err == nil && got.Size == want.Size && got.SHA256 == want.SHA256 {
				e.sealed[name] = want
				return nil
			}
		}
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// note notes that the files of compiled/ which are new are code of a program.
func (e *entry) note(importPath string) error {
	return e.eachCompiled(func(name, _ string) error {
		if _, old := e.sealed[name]; !old && e.compiled[name] == "" {
			if e.compiled == nil {
				e.compiled = map[string]string{}
			}
			e.compiled[name] = importPath
		}
		return nil
	})
}

// inherit takes the code of the programs that are the same as in another set, which
// is in use by the caller too. What cannot be taken is compiled again.
func (e *entry) inherit(from *entry) {
	for name, s := range from.sealed {
		old, now := from.guest(s.Guest), e.guest(s.Guest)
		if _, have := e.sealed[name]; have || old == nil || now == nil || old.SHA256 != now.SHA256 {
			continue
		}
		to := filepath.Join(e.compiledDir(), filepath.FromSlash(name))
		if os.MkdirAll(filepath.Dir(to), 0o777) == nil && os.Link(filepath.Join(from.compiledDir(), filepath.FromSlash(name)), to) == nil {
			e.sealed[name], e.inherited = s, true
		}
	}
}

// eachCompiled calls f for the finished files of compiled/, by name.
func (e *entry) eachCompiled(f func(name, path string) error) error {
	root := e.compiledDir()
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // another process was faster
		}
		if err != nil || d.IsDir() || strings.HasSuffix(path, unfinishedSuffix) {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return f(filepath.ToSlash(name), path)
	})
}

func sealOf(path string) (seal, error) {
	f, err := os.Open(path)
	if err != nil {
		return seal{}, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return seal{Size: n, SHA256: hex.EncodeToString(h.Sum(nil))}, err
}
