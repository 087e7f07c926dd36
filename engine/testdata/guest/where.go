package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seedfall/seedfall/examples/kvlog/store"
	"github.com/seedfall/seedfall/examples/kvlog/wal"
)

func init() {
	modes["where"] = where
	modes["writes"] = writes
}

// writes makes as many small writes as its argument says.
func writes(args []string) {
	n, err := strconv.Atoi(args[0])
	must(err)
	f, b := create("data"), make([]byte, 64)
	for range n {
		must2(f.WriteAt(b, 0))
	}
}

// where changes the disk from functions of every shape. The files' names say
// what the shape is.
func where([]string) {
	kvlog()
	must(os.WriteFile("direct", []byte("x"), 0o644))
	small("inlined")
	deep("recursive", 40)
	buffered("buffered")
	func() { small("literal") }()
	literal("literal-of-its-own")
	cleanup("deferred")
	recovers("recovered")
	started("goroutine")
	callback("callback")
	for f := range files("iterator") {
		must(f.Sync())
	}
	spot[int]{"type-argument"}.save()
	must(store2[string]("type-arguments"))
	dir := folder{"tree"}
	dir.fill()
	dir.empty()
	var w io.Writer = promoted{create("promoted")}
	must2(w.Write([]byte("x")))
	save := create("method-value").Sync
	must(save())
	stack("big-frame", [5000]byte{1})
	go small("last") // is its own goroutine's outermost function
	wait("last")
	hidden("wrapped-by-go")
}

func kvlog() {
	open := func(path string, apply func(key, value string)) (*os.File, error) {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
		if err == nil {
			_, err = wal.Replay(f, apply)
		}
		return f, err
	}
	s, err := store.Open("kv.log", open)
	must(err)
	must(s.Put("key", "value"))
	must(s.Close())
	s, err = store.Open("kv.log", open)
	must(err)
	must(s.Close())
}

func must2(_ int, err error) { must(err) }

func create(path string) *os.File {
	f, err := os.Create(path)
	must(err)
	return f
}

func small(path string) { must(os.WriteFile(path, nil, 0o644)) }

func deep(path string, n int) {
	if n > 0 {
		deep(path, n-1)
		return
	}
	must(os.Mkdir(path, 0o755))
}

func buffered(path string) {
	f := create(path)
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "%s\n", strings.Repeat("x", 5000))
	must(w.Flush())
	must(f.Sync())
}

func literal(path string) {
	do := func(what string) {
		must2(create(path).WriteString(what))
	}
	do("x")
}

func cleanup(path string) {
	f := create(path)
	defer f.Sync()
	defer func() { must(f.Truncate(0)) }()
	must2(f.WriteString("x"))
}

func recovers(path string) {
	defer func() {
		if recover() != nil {
			small(path)
		}
	}()
	panic("x")
}

func started(path string) {
	var all sync.WaitGroup
	all.Go(func() { small(path) })
	all.Wait()
}

func callback(path string) {
	list := []int{2, 1}
	slices.SortFunc(list, func(a, b int) int {
		must(os.WriteFile(path, nil, 0o644))
		return a - b
	})
}

func files(path string) func(func(*os.File) bool) {
	return func(yield func(*os.File) bool) { yield(create(path)) }
}

type spot[T any] struct{ path string }

func (p spot[T]) save() { small(p.path); must(os.Remove(p.path)) }

func store2[K, V any](path V) error { return os.WriteFile(fmt.Sprint(path), nil, 0o644) }

type folder struct{ path string }

func (d *folder) fill()  { must(os.MkdirAll(filepath.Join(d.path, "a", "b"), 0o755)) }
func (d *folder) empty() { must(os.RemoveAll(d.path)) }

// promoted has a Write that the compiler makes.
type promoted struct{ *os.File }

// stack grows its goroutine's stack just before it writes.
func stack(path string, filler [5000]byte) {
	must(os.WriteFile(path, filler[:1], 0o644))
}

// hidden starts a goroutine in which the only function of the program is the
// one that the compiler makes for the go statement.
func hidden(path string) {
	go os.WriteFile(path, nil, 0o644)
	wait(path)
}

// wait waits until a file exists.
func wait(path string) {
	for {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
