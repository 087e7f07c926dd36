package tracefile

import (
	"bytes"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// FuzzRead gives the reader files that nobody has written.
func FuzzRead(f *testing.F) {
	good := write(f, fixture())
	f.Add(good)
	f.Add(good[:100])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) { examine(t, b) })
}

// FuzzBlocks puts into whole blocks what nobody has written, so that it is not
// refused for its checksums.
func FuzzBlocks(f *testing.F) {
	good := write(f, fixture())
	tail, err := readTrailer(bytes.NewReader(good), int64(len(good)))
	if err != nil {
		f.Fatal(err)
	}
	var content [4][]byte
	for i, at := range []int64{int64(len(magic)), tail[0], tail[1], tail[2]} {
		if content[i], err = unpack(bytes.NewReader(good), blockOrder[i], at, int64(len(good))); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(content[0], content[1], content[2], content[3])
	f.Fuzz(func(t *testing.T, events, header, index, history []byte) {
		w, b := trailer{}, bytes.NewBufferString(magic)
		var p packer
		for i, c := range [][]byte{events, header, index, history} {
			packed, err := p.pack(blockOrder[i], c)
			if err != nil {
				return
			}
			if i > 0 {
				w[i-1] = int64(b.Len())
			}
			b.Write(packed)
		}
		b.Write(w.encode())
		examine(t, b.Bytes())
	})
}

// blockOrder are the types of the blocks of a small file.
var blockOrder = []byte{eventBlock, headerBlock, indexBlock, historyBlock}

// examine asks everything of a file. Whatever it claims, it has to be answered or
// refused, and what is answered has to be printable.
func examine(t *testing.T, b []byte) {
	file, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return
	}
	w, err := file.Window(t.Context(), Ask{To: vtime.Never, Limit: 1000, Buckets: 10})
	if err == nil {
		if err := trace.WriteText(&bytes.Buffer{}, &trace.Recorder{Events: w.Events, Sites: file.Sites}, file.Nodes); err != nil {
			t.Error(err)
		}
	}
	if _, err := file.Lanes(0, vtime.Never, 10); err != nil {
		return
	}
	if _, err := file.State(vtime.Instant(file.End/2), 10); err != nil {
		t.Error(err)
	}
	for _, cone := range []func(trace.ID) ([]trace.ID, error){file.Past, file.Future} {
		if _, err := cone(trace.ID(file.Header.Events)); err != nil {
			t.Error(err)
		}
	}
}
