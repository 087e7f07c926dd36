package tracefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/internal/atomicfile"
)

// blockEvents and blockBytes are how many events, and how many bytes before
// packing, a block has at most, but for its last event.
const (
	blockEvents = 2048
	blockBytes  = 64 << 10
)

// Write writes a recording.
func Write(w io.Writer, r Recording) error {
	out, err := NewWriter(w)
	if err != nil {
		return err
	}
	for i := range r.Events {
		if err := out.Add(r.Events[i]); err != nil {
			return err
		}
	}
	return out.Close(r.Header, r.Log)
}

// WriteFile writes a recording; nobody sees half of it. Folders that are missing are
// made.
func WriteFile(path string, r Recording) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(path, atomicfile.Options{Mode: 0o644}, func(w io.Writer) error {
		if err := Write(w, r); err != nil {
			return fmt.Errorf("trace %s: %w", path, err)
		}
		return nil
	})
}

// Writer writes a file event by event. It keeps one block and the index, which
// has some 20 bytes for every 128 events.
type Writer struct {
	w     io.Writer
	at    int64 // the end of what is written
	pack  packer
	open  encoder // the block that grows
	n     int     // how many events that has
	index index
	last  trace.Event
	// nodes and sites are how many the events name at least.
	nodes, sites int
}

// NewWriter begins a file.
func NewWriter(w io.Writer) (*Writer, error) {
	o := &Writer{w: w}
	return o, o.write([]byte(magic))
}

func (o *Writer) write(b []byte) error {
	n, err := o.w.Write(b)
	o.at += int64(n)
	return err
}

// Add writes the next event: its ID has to be that of the last one and 1. An event
// that no run records is an error: one before the last, or without a cause before
// it, or of no known kind.
func (o *Writer) Add(e trace.Event) error {
	switch {
	case e.ID != o.last.ID+1:
		return fmt.Errorf("event %d comes after event %d", e.ID, o.last.ID)
	case e.At < o.last.At, e.At == vtime.Never, e.Cause >= e.ID, e.Node < trace.World, e.Inc < 0, e.Inc >= maxIncarnation, !sound(&e):
		return fmt.Errorf("event %d is none that a run records", e.ID)
	}
	if o.n == 0 {
		o.index.open(o.at, &e)
		o.open.reset(e.At)
	}
	o.open.add(&e)
	o.index.add(&e)
	o.n++
	o.last, o.nodes, o.sites = e, max(o.nodes, e.Node+1), max(o.sites, int(e.Site))
	if o.n == blockEvents || len(o.open.buf) >= blockBytes {
		return o.flush()
	}
	return nil
}

// flush ends the block that grows.
func (o *Writer) flush() error {
	if o.n == 0 {
		return nil
	}
	_, err := o.block(eventBlock, o.open.buf)
	o.n = 0
	return err
}

// block writes a block and says where it is.
func (o *Writer) block(kind byte, content []byte) (offset int64, err error) {
	b, err := o.pack.pack(kind, content)
	if err != nil {
		return 0, err
	}
	offset = o.at
	return offset, o.write(b)
}

// Close ends the file with what is known of the run; log may be nil. It does not
// close what the file is written to.
func (o *Writer) Close(h Header, log *history.Log) error {
	if o.nodes > len(h.Nodes) || o.sites > len(h.Sites) {
		return fmt.Errorf("the events name %d nodes and %d sites, the header %d and %d", o.nodes, o.sites, len(h.Nodes), len(h.Sites))
	}
	if err := o.flush(); err != nil {
		return err
	}
	h.Schema, h.Events, h.End = Schema, uint64(o.last.ID), Nanos(o.last.At)
	head, err := json.Marshal(&h)
	if err != nil {
		return err
	}
	if log == nil {
		log = &history.Log{}
	}
	var calls bytes.Buffer
	if err := history.Encode(&calls, log); err != nil {
		return err
	}
	t := trailer{}
	for i, b := range []struct {
		kind    byte
		content []byte
	}{{headerBlock, head}, {indexBlock, o.index.encode()}, {historyBlock, calls.Bytes()}} {
		if t[i], err = o.block(b.kind, b.content); err != nil {
			return err
		}
	}
	return o.write(t.encode())
}
