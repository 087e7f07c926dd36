package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
)

// FileName is the config that commands look for when none is named.
const FileName = "seedfall.json"

// ErrNotFound is wrapped by Find's error when there is no config.
var ErrNotFound = errors.New("no " + FileName + " here or in a folder above")

// maxBytes is far above any config that a person writes. It keeps a file named
// by mistake from being read whole.
const maxBytes = 1 << 20

// Default is the config of an empty file: every default set and nothing to run.
func Default() *Config {
	c := &Config{}
	root.defaults(reflect.ValueOf(c).Elem())
	return c
}

// Load reads the config at path. The error is an *Error when the content has
// problems; otherwise the file could not be read.
func Load(path string) (*Config, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	c, problems := Parse(path, data)
	if len(problems) > 0 {
		return nil, &Error{problems}
	}
	return c, nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err == nil && len(data) > maxBytes {
		err = fmt.Errorf("%s is larger than 1MiB; that is no config", path)
	}
	return data, err
}

// Parse reads the text of a config; path is its name in problems. The Config is
// what could be read and never nil; it may be run only when there are no
// problems.
func Parse(path string, data []byte) (*Config, Problems) {
	doc := Read(path, data)
	return doc.Config(), doc.Problems()
}

// Find returns the path of the seedfall.json in dir or in the nearest folder
// above it. The error wraps ErrNotFound when there is none.
func Find(dir string) (path string, err error) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("config: find %s: %w", FileName, err)
	}
	for {
		path = filepath.Join(at, FileName)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, nil
		}
		above := filepath.Dir(at)
		if above == at {
			return "", fmt.Errorf("config: %s: %w; write one or name it with -c", dir, ErrNotFound)
		}
		at = above
	}
}
