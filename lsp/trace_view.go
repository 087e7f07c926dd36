package lsp

import (
	"bytes"
	"context"
	"sync"

	"github.com/seedfall/seedfall/engine/tracefile"
	"go.lsp.dev/jsonrpc2"
)

// maxChunk is how many bytes of a section one answer has: 8 MB as base64.
const maxChunk = 6 << 20

// traceViewParams ask for a section of a run, or for what follows of it.
type traceViewParams struct {
	Handle  string            `json:"handle"`
	Section tracefile.Section `json:"section"`
	// Offset is 0, or Next of the last answer.
	Offset int `json:"offset,omitempty"`
}

// traceViewed has some bytes of a section.
type traceViewed struct {
	Data []byte `json:"data"` // in base64
	// Next is the offset of what follows; 0 if this is the last of it.
	Next int `json:"next,omitempty"`
}

func (s *server) traceView(_ context.Context, p *traceViewParams) (*traceViewed, error) {
	o, done, err := s.traces.use(p.Handle)
	if err != nil {
		return nil, err
	}
	defer done()
	b, err := o.sections.get(o.File, p.Section)
	if err != nil {
		return nil, refused(err)
	}
	if p.Offset < 0 || p.Offset > len(b) {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the section %s has %d bytes: there is no offset %d", p.Section, len(b), p.Offset)
	}
	r := &traceViewed{Data: b[p.Offset:]}
	if len(r.Data) > maxChunk {
		r.Data, r.Next = r.Data[:maxChunk], p.Offset+maxChunk
	} else {
		o.sections.drop(p.Section)
	}
	return r, nil
}

// sections are those of one trace of which a part was given and another was not
// yet. One that is asked for again is made again.
type sections struct {
	mu   sync.Mutex
	made map[tracefile.Section][]byte
}

func (k *sections) get(f *tracefile.File, s tracefile.Section) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if b, ok := k.made[s]; ok {
		return b, nil
	}
	var b bytes.Buffer
	if err := f.WriteSection(&b, s); err != nil {
		return nil, err
	}
	if k.made == nil {
		k.made = map[tracefile.Section][]byte{}
	}
	k.made[s] = b.Bytes()
	return b.Bytes(), nil
}

func (k *sections) drop(s tracefile.Section) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.made, s)
}
