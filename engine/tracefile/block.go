package tracefile

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A file is a magic number, blocks, and a trailer that says where the blocks are
// that tell of all others. Numbers of fixed size are little endian.
const (
	magic    = "sftrace\n"
	endMagic = "\nsfend\n\x00"
	// headSize is the size of what stands before the content of a block: its type,
	// its size in the file and its size unpacked, and the checksum of all of it.
	headSize = 1 + 4 + 4 + 4
	// trailerSize is that of the schema, the offsets of header, index and history,
	// their checksum, and the magic number at the end.
	trailerSize = 4 + 3*8 + 4 + len(endMagic)
)

// The types of blocks.
const (
	headerBlock  byte = 'h'
	eventBlock   byte = 'e'
	indexBlock   byte = 'i'
	historyBlock byte = 'o'
)

// maxUnpacked bounds the unpacked size of a block of each type.
var maxUnpacked = map[byte]uint32{headerBlock: 64 << 20, eventBlock: 64 << 20, indexBlock: 128 << 20, historyBlock: 256 << 20}

// maxRatio is by how much flate can make something smaller at most. A block that
// claims more is refused before memory is asked for.
const maxRatio = 1040

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var le = binary.LittleEndian

// packer makes blocks.
type packer struct {
	buf   bytes.Buffer
	flate *flate.Writer
}

// pack makes a block. What it gives is good until the next call.
func (p *packer) pack(kind byte, content []byte) ([]byte, error) {
	if uint64(len(content)) > uint64(maxUnpacked[kind]) {
		return nil, fmt.Errorf("a block of %d bytes is too large", len(content))
	}
	p.buf.Reset()
	p.buf.Write(make([]byte, headSize))
	if p.flate == nil {
		w, err := flate.NewWriter(&p.buf, flate.BestSpeed)
		if err != nil {
			return nil, err
		}
		p.flate = w
	} else {
		p.flate.Reset(&p.buf)
	}
	if _, err := p.flate.Write(content); err != nil {
		return nil, err
	}
	if err := p.flate.Close(); err != nil {
		return nil, err
	}
	b := p.buf.Bytes()
	b[0] = kind
	le.PutUint32(b[1:], uint32(len(b)-headSize))
	le.PutUint32(b[5:], uint32(len(content)))
	le.PutUint32(b[9:], checksum(b))
	return b, nil
}

// checksum is that of a block, without the place where it stands.
func checksum(b []byte) uint32 {
	return crc32.Update(crc32.Checksum(b[:9], castagnoli), castagnoli, b[headSize:])
}

// errDamaged is wrapped by the errors of what does not fit together.
var errDamaged = errors.New("the file is damaged")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errDamaged, fmt.Sprintf(format, args...))
}

// unpack reads the block at an offset, which ends at limit or before.
func unpack(r io.ReaderAt, kind byte, at, limit int64) ([]byte, error) {
	if at < int64(len(magic)) || at > limit-headSize {
		return nil, damaged("a block at %d of %d bytes", at, limit)
	}
	head := make([]byte, headSize)
	if _, err := r.ReadAt(head, at); err != nil {
		return nil, err
	}
	size, full := int64(le.Uint32(head[1:])), int64(le.Uint32(head[5:]))
	switch {
	case head[0] != kind:
		return nil, damaged("a block of type %q at %d, where one of type %q should be", head[0], at, kind)
	case size > limit-at-headSize, full > int64(maxUnpacked[kind]), full > size*maxRatio:
		return nil, damaged("the block at %d claims %d bytes, %d unpacked", at, size, full)
	}
	b := make([]byte, headSize+size)
	if _, err := r.ReadAt(b, at); err != nil {
		return nil, err
	}
	if checksum(b) != le.Uint32(head[9:]) {
		return nil, damaged("the block at %d has another checksum", at)
	}
	return inflate(b[headSize:], int(full), at)
}

// firstAlloc bounds what is asked for on the word of a block alone; more comes as
// it unpacks.
const firstAlloc = 1 << 20

func inflate(packed []byte, full int, at int64) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, min(full, firstAlloc)+bytes.MinRead))
	n, err := io.Copy(b, io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(full)+1))
	switch {
	case err != nil:
		return nil, damaged("the block at %d does not unpack: %v", at, err)
	case n != int64(full):
		return nil, damaged("the block at %d holds more or less than it claims", at)
	}
	return b.Bytes(), nil
}
