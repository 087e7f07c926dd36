package trace

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// Digest is the hash of a trace, in hexadecimal: the first 16 bytes of a SHA-256.
type Digest string

// hasher hashes events in batches: the buffer is flushed into the hash when it
// is full.
type hasher struct {
	h   hash.Hash
	buf []byte
}

const batch = 4096

func newHasher() hasher { return hasher{sha256.New(), make([]byte, 0, batch+512)} }

func (s *hasher) add(e *Event) {
	b := s.buf
	b = binary.AppendUvarint(b, uint64(e.Cause))
	b = binary.AppendUvarint(b, uint64(e.At))
	b = binary.AppendVarint(b, int64(e.Node))
	b = binary.AppendUvarint(b, uint64(e.Inc))
	b = append(b, byte(e.Kind))
	b = binary.AppendUvarint(b, uint64(e.Site))
	b = binary.AppendVarint(b, e.A)
	b = binary.AppendVarint(b, e.B)
	b = binary.AppendVarint(b, e.C)
	b = binary.AppendUvarint(b, uint64(len(e.S)))
	b = append(b, e.S...)
	b = binary.AppendUvarint(b, uint64(len(e.T)))
	s.buf = append(b, e.T...)
	if len(s.buf) >= batch {
		s.flush()
	}
}

func (s *hasher) flush() {
	s.h.Write(s.buf) //nolint:errcheck // a hash never fails
	s.buf = s.buf[:0]
}

func (s *hasher) sum() Digest {
	s.flush()
	return Digest(hex.EncodeToString(s.h.Sum(nil)[:16]))
}

// clone copies the state of the hash by its binary form.
func (s *hasher) clone() hasher {
	s.flush()
	state, err := s.h.(encoding.BinaryMarshaler).MarshalBinary()
	c := newHasher()
	if err == nil {
		err = c.h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
	}
	if err != nil {
		panic(err) // sha256 gives and takes its own state
	}
	return c
}
