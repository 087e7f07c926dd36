package tracefile

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// viewMagic begins the section of events.
const viewMagic = "sfcols1\n"

// columns are the columns of the section of events, in their order: those of eight
// bytes are numbers of 64 bits with a fraction, which is what the reader computes
// with, the others whole ones.
var columns = [...]struct {
	width int
	of    func(*viewEvents, *trace.Event) uint64
}{
	{8, func(_ *viewEvents, e *trace.Event) uint64 { return double(int64(e.At)) }},
	{8, func(_ *viewEvents, e *trace.Event) uint64 { return double(e.A) }},
	{8, func(_ *viewEvents, e *trace.Event) uint64 { return double(e.B) }},
	{8, func(_ *viewEvents, e *trace.Event) uint64 { return double(e.C) }},
	{4, func(_ *viewEvents, e *trace.Event) uint64 { return uint64(e.Cause) }},
	{4, func(_ *viewEvents, e *trace.Event) uint64 { return uint64(e.Site) }},
	{4, func(_ *viewEvents, e *trace.Event) uint64 { return uint64(e.Inc) }},
	{4, func(v *viewEvents, e *trace.Event) uint64 { return v.text(e.S) }},
	{4, func(v *viewEvents, e *trace.Event) uint64 { return v.text(e.T) }},
	{2, func(_ *viewEvents, e *trace.Event) uint64 { return uint64(e.Node) }}, // -1 for World
	{1, func(_ *viewEvents, e *trace.Event) uint64 { return uint64(e.Kind) }},
}

func double(n int64) uint64 { return math.Float64bits(float64(n)) }

// chunkEvents is how many events a piece of a column has: columns grow by pieces,
// so that nothing is copied and no more memory is taken than events were read.
const chunkEvents = 1 << 14

// viewEvents are the columns of a file while they are made. A column cannot be
// written before the last event is known, so all of them are held.
type viewEvents struct {
	n      int
	chunks [][][]byte // of each column, its pieces
	// texts are the different texts in the order of their first use; the first is "".
	texts   []string
	numbers map[string]uint64
	bytes   int // of all texts
}

func (f *File) writeEvents(w io.Writer) error {
	v := &viewEvents{chunks: make([][][]byte, len(columns)), texts: []string{""}, numbers: map[string]uint64{"": 0}}
	err := f.each(context.Background(), 0, vtime.Never, &everyKind, func(e *trace.Event) bool {
		v.add(e)
		return v.bytes <= maxTexts
	})
	if err != nil {
		return err
	}
	if v.bytes > maxTexts {
		return fmt.Errorf("the texts of the trace have more than %d MB, and a timeline shows no more: print less", maxTexts>>20)
	}
	return v.write(w)
}

// text gives the number of a text.
func (v *viewEvents) text(s string) uint64 {
	n, ok := v.numbers[s]
	if !ok {
		n = uint64(len(v.texts))
		v.numbers[s] = n
		v.texts = append(v.texts, s)
		v.bytes += len(s)
	}
	return n
}

func (v *viewEvents) add(e *trace.Event) {
	fresh := v.n%chunkEvents == 0
	for i := range columns {
		if fresh {
			v.chunks[i] = append(v.chunks[i], make([]byte, 0, chunkEvents*columns[i].width))
		}
		last := &v.chunks[i][len(v.chunks[i])-1]
		*last = appendNumber(*last, columns[i].of(v, e), columns[i].width)
	}
	v.n++
}

// appendNumber appends the lowest bytes of a number, the lowest first.
func appendNumber(b []byte, n uint64, width int) []byte {
	switch width {
	case 8:
		return binary.LittleEndian.AppendUint64(b, n)
	case 4:
		return binary.LittleEndian.AppendUint32(b, uint32(n))
	case 2:
		return binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	return append(b, byte(n))
}

func (v *viewEvents) write(w io.Writer) error {
	o := &aligned{w: w}
	b := appendNumber(append([]byte{}, viewMagic...), uint64(v.n), 4)
	o.write(appendNumber(b, uint64(len(v.texts)), 4))
	for i := range v.chunks {
		o.align()
		for _, chunk := range v.chunks[i] {
			o.write(chunk)
		}
	}
	o.align()
	b = appendNumber(b[:0], 0, 4)
	end := 0
	for _, s := range v.texts {
		end += len(s)
		if b = appendNumber(b, uint64(end), 4); len(b) >= blockBytes {
			o.write(b)
			b = b[:0]
		}
	}
	o.write(b)
	for _, s := range v.texts {
		if b = append(b[:0], s...); len(b) > 0 {
			o.write(b)
		}
	}
	return o.err
}

// aligned counts what it writes. After the first error it writes nothing.
type aligned struct {
	w   io.Writer
	at  int
	err error
}

func (o *aligned) write(b []byte) {
	if o.err == nil {
		_, o.err = o.w.Write(b)
		o.at += len(b)
	}
}

// align writes zeros up to a multiple of 8.
func (o *aligned) align() { o.write(make([]byte, (8-o.at%8)%8)) }
