package tracefile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"sync"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// File is a trace file that is open. Its methods may be called from several
// goroutines. Errors are of the file: what cannot be read, or does not fit
// together.
type File struct {
	Header
	r     io.ReaderAt
	close func() error
	size  int64 // without the trailer
	log   int64 // offset of the history
	index *index

	// once and what follows it is worked out when it is asked for.
	once   sync.Once
	survey *survey
	failed error

	mu     sync.Mutex
	recent map[int][]trace.Event // blocks that were unpacked last
	order  []int                 // of recent, the oldest first
	cones  []cone                // the oldest first
	// answers are those to parts of queries, the oldest first.
	answers []answered
}

// Open opens a file. It reads the header and the index, and none of the events.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close() //nolint:errcheck // the first error counts
		return nil, err
	}
	t, err := Read(f, info.Size())
	if err != nil {
		f.Close() //nolint:errcheck // the first error counts
		return nil, fmt.Errorf("trace %s: %w", path, err)
	}
	t.close = f.Close
	return t, nil
}

// Read is Open for what is no file; size is how many bytes r has.
func Read(r io.ReaderAt, size int64) (*File, error) {
	t, err := readTrailer(r, size)
	if err != nil {
		return nil, err
	}
	f := &File{r: r, size: size - int64(trailerSize), log: t[2], close: func() error { return nil }, recent: map[int][]trace.Event{}}
	b, err := unpack(r, headerBlock, t[0], f.size)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &f.Header); err != nil {
		return nil, damaged("its header: %v", err)
	}
	if b, err = unpack(r, indexBlock, t[1], f.size); err != nil {
		return nil, err
	}
	if f.index, err = readIndex(b, f.size, len(f.Nodes)); err != nil {
		return nil, err
	}
	if f.index.events() != f.Events {
		return nil, damaged("its header tells of %d events, its index of %d", f.Events, f.index.events())
	}
	return f, nil
}

// Close closes the file.
func (f *File) Close() error { return f.close() }

// Log reads the calls that programs recorded.
func (f *File) Log() (*history.Log, error) {
	b, err := unpack(f.r, historyBlock, f.log, f.size)
	if err != nil {
		return nil, err
	}
	log, err := history.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, damaged("%v", err)
	}
	return log, nil
}

// keptBlocks is how many unpacked blocks are kept, which are some megabytes.
const keptBlocks = 16

// block gives the events of a block. Nobody may change them.
func (f *File) block(i int) ([]trace.Event, error) {
	f.mu.Lock()
	events, ok := f.recent[i]
	f.mu.Unlock()
	if ok {
		return events, nil
	}
	events, err := f.decode(i)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.recent[i]; !ok {
		f.recent[i] = events
		f.order = append(f.order, i)
	}
	if len(f.order) > keptBlocks {
		delete(f.recent, f.order[0])
		f.order = f.order[1:]
	}
	return events, nil
}

// decode reads a block.
func (f *File) decode(i int) ([]trace.Event, error) {
	k := &f.index.blocks[i]
	b, err := unpack(f.r, eventBlock, k.offset, f.size)
	if err != nil {
		return nil, err
	}
	d := &decoder{b: b}
	at, events := k.from, make([]trace.Event, 0, min(k.n, len(b)))
	for n := range k.n {
		e := d.event(k.first+trace.ID(n), at, &f.Header)
		if d.bad {
			return nil, damaged("event %d", k.first+trace.ID(n))
		}
		at = e.At
		events = append(events, e)
	}
	if len(d.b) > 0 || at != k.to {
		return nil, damaged("the block of event %d", k.first)
	}
	return events, nil
}

// Event gives an event by its number; nil if there is none.
func (f *File) Event(id trace.ID) (*trace.Event, error) {
	if id == 0 || uint64(id) > f.Events {
		return nil, nil
	}
	i := sort.Search(len(f.index.blocks), func(i int) bool { return f.index.blocks[i].first > id }) - 1
	events, err := f.block(i)
	if err != nil {
		return nil, err
	}
	e := events[id-f.index.blocks[i].first]
	return &e, nil
}

// from is the first block that has events at an instant or later.
func (f *File) from(at vtime.Instant) int {
	return sort.Search(len(f.index.blocks), func(i int) bool { return f.index.blocks[i].to >= at })
}

// each calls do for the events of some kinds from one instant to another, in
// order, until it says no or ctx ends. Blocks that have none of the kinds are not
// read.
func (f *File) each(ctx context.Context, from, to vtime.Instant, of *kindSet, do func(*trace.Event) bool) error {
	for i := f.from(from); i < len(f.index.blocks) && f.index.blocks[i].from <= to; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !f.index.blocks[i].kinds.meets(of) {
			continue
		}
		events, err := f.block(i)
		if err != nil {
			return err
		}
		for j := range events {
			e := &events[j]
			if e.At >= from && e.At <= to && of.has(e.Kind) && !do(e) {
				return nil
			}
		}
	}
	return nil
}

// eachBack is each in reverse order.
func (f *File) eachBack(ctx context.Context, from, to vtime.Instant, of *kindSet, do func(*trace.Event) bool) error {
	for i := len(f.index.blocks) - 1; i >= 0 && f.index.blocks[i].to >= from; i-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.index.blocks[i].from > to || !f.index.blocks[i].kinds.meets(of) {
			continue
		}
		events, err := f.block(i)
		if err != nil {
			return err
		}
		for j := len(events) - 1; j >= 0; j-- {
			e := &events[j]
			if e.At >= from && e.At <= to && of.has(e.Kind) && !do(e) {
				return nil
			}
		}
	}
	return nil
}

// Printer writes events of the file as text and JSON.
func (f *File) Printer() *trace.Printer { return &trace.Printer{Names: f.Nodes, Sites: f.Sites} }
