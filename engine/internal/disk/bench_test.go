package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/rng"
)

// big is the size of the disks and files that the benchmarks work on.
const big = 64 << 20

// bigDisk is a disk with one file of 64 MiB, every page written.
func bigDisk(b *testing.B, m Model) (*FS, HandleID) {
	b.Helper()
	fs := New(m)
	h, _ := fs.Open(0, RootIno, "big", Create|Read|Write)
	p := make([]byte, 1<<20)
	for k := range p {
		p[k] = byte(k)
	}
	for off := int64(0); off < big; off += int64(len(p)) {
		fs.Pwrite(0, h, p, off)
	}
	fs.Sync(0, h)
	return fs, h
}

// bigFile is the same on the host.
func bigFile(b *testing.B) *os.File {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "big"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	p := make([]byte, 1<<20)
	for off := int64(0); off < big; off += int64(len(p)) {
		if _, err := f.WriteAt(p, off); err != nil {
			b.Fatal(err)
		}
	}
	return f
}

var benchModels = []struct {
	name  string
	model Model
}{
	{"default", Model{}},
	{"torn", Model{TornWrites: true}},
	{"pages", Model{ReorderWrites: true, FS: PageIndependent}},
}

// spread walks over the pages of a big file in an order that is not its own.
func spread(k int) int64 { return int64(k) * 7919 % (big / PageSize) * PageSize }

func BenchmarkWrite4K(b *testing.B) {
	p := make([]byte, PageSize)
	b.Run("default", func(b *testing.B) {
		fs, h := bigDisk(b, Model{})
		for k := 0; b.Loop(); k++ {
			fs.Pwrite(0, h, p, spread(k))
		}
	})
	b.Run("host", func(b *testing.B) {
		f := bigFile(b)
		for k := 0; b.Loop(); k++ {
			f.WriteAt(p, spread(k))
		}
	})
}

func BenchmarkWrite4KAndSync(b *testing.B) {
	p := make([]byte, PageSize)
	for _, m := range benchModels {
		b.Run(m.name, func(b *testing.B) {
			fs, h := bigDisk(b, m.model)
			for k := 0; b.Loop(); k++ {
				fs.Pwrite(0, h, p, spread(k))
				fs.Sync(0, h)
			}
		})
	}
	b.Run("host", func(b *testing.B) {
		f := bigFile(b)
		for k := 0; b.Loop(); k++ {
			f.WriteAt(p, spread(k))
			f.Sync()
		}
	})
}

func BenchmarkRead4K(b *testing.B) {
	p := make([]byte, PageSize)
	b.Run("default", func(b *testing.B) {
		fs, h := bigDisk(b, Model{})
		for k := 0; b.Loop(); k++ {
			fs.Pread(0, h, p, spread(k))
		}
	})
	b.Run("host", func(b *testing.B) {
		f := bigFile(b)
		for k := 0; b.Loop(); k++ {
			f.ReadAt(p, spread(k))
		}
	})
}

func BenchmarkRename(b *testing.B) {
	b.Run("default", func(b *testing.B) {
		fs := New(Model{})
		for k := range 1000 {
			fs.WriteFile(fmt.Sprintf("d/f%d", k), nil)
		}
		names := [2]string{"d/f500", "d/other"}
		for k := 0; b.Loop(); k++ {
			fs.Rename(0, RootIno, names[k%2], RootIno, names[(k+1)%2])
		}
	})
	b.Run("host", func(b *testing.B) {
		dir := b.TempDir()
		for k := range 1000 {
			os.WriteFile(fmt.Sprintf("%s/f%d", dir, k), nil, 0o644)
		}
		names := [2]string{dir + "/f500", dir + "/other"}
		for k := 0; b.Loop(); k++ {
			os.Rename(names[k%2], names[(k+1)%2])
		}
	})
}

// BenchmarkCrash64M cuts the power on a disk with 256 unsynced pages.
func BenchmarkCrash64M(b *testing.B) {
	for _, m := range benchModels {
		b.Run(m.name, func(b *testing.B) {
			fs, h := bigDisk(b, m.model)
			for k := range 256 {
				fs.Pwrite(0, h, make([]byte, PageSize), spread(k))
			}
			for k := uint64(0); b.Loop(); k++ {
				fs.Clone().Crash(rng.Seed(k), false)
			}
		})
	}
}

func BenchmarkClone64M(b *testing.B) {
	fs, _ := bigDisk(b, Model{})
	for b.Loop() {
		fs.Clone()
	}
}

// BenchmarkCloneAndWrite64M is what a fork pays: a clone, and its first write.
func BenchmarkCloneAndWrite64M(b *testing.B) {
	fs, h := bigDisk(b, Model{})
	p := make([]byte, PageSize)
	for k := 0; b.Loop(); k++ {
		fs.Clone().Pwrite(0, h, p, spread(k))
	}
}
