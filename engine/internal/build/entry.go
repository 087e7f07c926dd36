package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/seedfall/seedfall/internal/atomicfile"
)

// schema is the version of everything below sets/. Sets of another schema have
// other IDs and are not looked at; they go when they are the oldest.
const schema = 2

// manifest is sets/ID/manifest.json.
type manifest struct {
	Schema int `json:"schema"`
	// Sum is the SHA-256 of this file with Sum empty.
	Sum string `json:"sum"`
	ID  string `json:"id"`
	// Request is the request that the set was built for, without its sources.
	Request string `json:"request"`
	Go      string `json:"go"`
	// LayoutOf is the hash of the runtime's sources that Layout was computed from.
	LayoutOf string   `json:"layout_of"`
	Layout   Layout   `json:"layout"`
	Guests   []stored `json:"guests"` // by import path
}

// stored is one module of a set.
type stored struct {
	Package string `json:"package"` // import path
	File    string `json:"file"`
	Size    int    `json:"size"`
	SHA256  string `json:"sha256"`

	wasm []byte // as read and checked
}

const (
	manifestFile   = "manifest.json"
	sealFile       = "compiled.json"
	compiledFolder = "compiled"
)

// entry is one set in the cache.
type entry struct {
	dir      string
	manifest manifest
	lock     *os.File        // held, shared, while the set is in use
	sealed   map[string]seal // the files of compiled/ that were intact when the set was opened or sealed
	// inherited says that some of them came from another set and no seal file has
	// them yet. compiled has from which program the files are that are not sealed.
	inherited bool
	compiled  map[string]string
}

func (e *entry) compiledDir() string { return filepath.Join(e.dir, compiledFolder) }

// guest returns the module of a package; nil if there is none, or no entry.
func (e *entry) guest(importPath string) *stored {
	if e == nil {
		return nil
	}
	for i := range e.manifest.Guests {
		if g := &e.manifest.Guests[i]; g.Package == importPath {
			return g
		}
	}
	return nil
}

// acquire marks the set as in use. The store's lock is held.
func (e *entry) acquire() error {
	lock, err := openLock(e.dir + lockSuffix)
	if err != nil {
		return err
	}
	if err := lockTry(lock, false); err != nil {
		lock.Close()
		return err
	}
	e.lock = lock
	return nil
}

func (e *entry) release() error {
	if e == nil || e.lock == nil {
		return nil
	}
	lock := e.lock
	e.lock = nil
	return lock.Close()
}

// touch makes this the most recently used set.
func (e *entry) touch() {
	now := time.Now()
	os.Chtimes(e.dir+lockSuffix, now, now)
}

// addPrograms lists the programs' files, named by position, since package
// names may clash.
func (m *manifest) addPrograms(programs []program) {
	for i, p := range programs {
		m.Guests = append(m.Guests, stored{Package: p.ImportPath, File: fmt.Sprintf("%d-%s.wasm", i, p.binary()),
			Size: len(p.wasm), SHA256: p.sha256, wasm: p.wasm})
	}
}

// load reads the modules; an error means that one is missing or not what the
// manifest says.
func (e *entry) load() error {
	for i := range e.manifest.Guests {
		g := &e.manifest.Guests[i]
		wasm, err := os.ReadFile(filepath.Join(e.dir, filepath.Base(g.File)))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(wasm)
		if hex.EncodeToString(sum[:]) != g.SHA256 {
			return fmt.Errorf("%s: %w: %s", e.dir, errDamaged, g.File)
		}
		g.wasm = wasm
	}
	return nil
}

func (e *entry) readManifest() error {
	data, err := os.ReadFile(filepath.Join(e.dir, manifestFile))
	if err != nil {
		return err
	}
	return readSummed(data, &e.manifest, &e.manifest.Sum, &e.manifest.Schema)
}

// write makes the set's folder what it should be: each file appears whole and
// under its name at once. The manifest comes last, so that a set without one is
// unfinished.
func (e *entry) write(programs []program) error {
	if err := os.MkdirAll(e.compiledDir(), 0o777); err != nil {
		return err
	}
	for _, g := range e.manifest.Guests {
		if err := replaceFile(filepath.Join(e.dir, g.File), g.wasm); err != nil {
			return err
		}
	}
	e.manifest.Schema = schema
	return writeSummed(filepath.Join(e.dir, manifestFile), &e.manifest, &e.manifest.Sum)
}

// readSummed decodes a file that writeSummed wrote, and fails for any other.
func readSummed(data []byte, into any, sum *string, fileSchema *int) error {
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	if *fileSchema != schema {
		return fmt.Errorf("schema %d is not %d", *fileSchema, schema)
	}
	got := *sum
	if err := setSum(into, sum); err != nil {
		return err
	}
	if got != *sum {
		return fmt.Errorf("%w: wrong checksum", errDamaged)
	}
	return nil
}

func writeSummed(path string, value any, sum *string) error {
	if err := setSum(value, sum); err != nil {
		return err
	}
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(path, append(data, '\n'))
}

// setSum sets *sum, a field of value, to the hash of value with an empty sum.
func setSum(value any, sum *string) error {
	*sum = ""
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	hash := sha256.Sum256(data)
	*sum = hex.EncodeToString(hash[:])
	return nil
}

// replaceFile writes a file of the cache, which is its owner's alone.
func replaceFile(path string, data []byte) error {
	return atomicfile.WriteBytes(path, atomicfile.Options{Mode: 0o600}, data)
}
