// Package rng gives every draw of a run a stream of its own. A stream is named;
// its key is derived from the seed and the name, so a draw added to one stream
// moves no other, and streams can be made in any order.
package rng

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"golang.org/x/crypto/chacha20"
)

// Key identifies a family of streams. The zero Key is a valid one (seed 0 has
// a different key), but runs always start from Seed.
type Key [32]byte

// Seed is the root key of a run.
func Seed(seed uint64) Key {
	var k Key
	copy(k[:], "seedfall stream key 1")
	binary.LittleEndian.PutUint64(k[24:], seed)
	return k
}

// Derive gives the key of a named stream below k, by HChaCha20 over the name in
// 16-byte blocks. The last block carries the length, so no name is the prefix
// of another.
func (k Key) Derive(name string) Key {
	var block [16]byte
	rest := name
	for len(rest) > 0 {
		block = [16]byte{}
		rest = rest[copy(block[:], rest):]
		k = k.hash(block)
	}
	block = [16]byte{15: 0x80}
	binary.LittleEndian.PutUint64(block[:], uint64(len(name)))
	return k.hash(block)
}

// At gives the key of the numbered stream below k: one crash, one disk
// operation, one incarnation.
func (k Key) At(n uint64) Key {
	block := [16]byte{15: 0x40}
	binary.LittleEndian.PutUint64(block[:], n)
	return k.hash(block)
}

func (k Key) hash(block [16]byte) Key {
	out, err := chacha20.HChaCha20(k[:], block[:])
	if err != nil {
		panic(err) // the sizes are fixed
	}
	return Key(out)
}

// Stream opens the stream of k at its start.
func (k Key) Stream() Stream { return Stream{*rand.NewChaCha8(k)} }

// Stream is one sequence of draws (ChaCha8). It is a plain value: a copy goes
// on by itself from the same place, which is what cloning a world needs.
type Stream struct{ src rand.ChaCha8 }

// Uint64 draws 64 bits.
func (s *Stream) Uint64() uint64 { return s.src.Uint64() }

// Read fills p; it never fails.
func (s *Stream) Read(p []byte) { s.src.Read(p) } //nolint:errcheck // never fails

// N draws a number in [0, n), each with the same chance. n must not be 0.
func (s *Stream) N(n uint64) uint64 {
	hi, lo := bits.Mul64(s.Uint64(), n)
	if lo < n {
		for bias := -n % n; lo < bias; {
			hi, lo = bits.Mul64(s.Uint64(), n)
		}
	}
	return hi
}

// Between draws a number in [lo, hi]. hi below lo counts as lo.
func (s *Stream) Between(lo, hi int64) int64 {
	if hi <= lo {
		return lo
	}
	return lo + int64(s.N(uint64(hi-lo)+1))
}

// Chance is true with chance r. It always makes one draw, so a chance that
// changes moves none of the later draws of its stream.
func (s *Stream) Chance(r Ratio) bool {
	x := s.Uint64()
	if r.Den == 0 || r.Num >= r.Den {
		return r.Den != 0
	}
	hi, _ := bits.Mul64(x, r.Den)
	return hi < r.Num
}

// Chance is true with chance r: one draw from the key itself, for questions
// that are asked once each and would not repay a stream.
func (k Key) Chance(r Ratio) bool {
	if r.Den == 0 {
		return false
	}
	hi, _ := bits.Mul64(binary.LittleEndian.Uint64(k[:]), r.Den)
	return hi < r.Num
}
