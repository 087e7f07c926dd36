package tracefile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// trailer has the offsets of the header, the index and the history.
type trailer [3]int64

// encode gives the end of a file.
func (t trailer) encode() []byte {
	b := le.AppendUint32(nil, Schema)
	for _, offset := range t {
		b = le.AppendUint64(b, uint64(offset))
	}
	b = le.AppendUint32(b, crc32.Checksum(b, castagnoli))
	return append(b, endMagic...)
}

// Reasons for which a file is refused.
var (
	errForeign = errors.New("this is no trace file")
	errTorn    = errors.New("the file is not complete; record it again")
)

// readTrailer reads both ends of a file.
func readTrailer(r io.ReaderAt, size int64) (t trailer, err error) {
	begin := make([]byte, min(size, int64(len(magic))))
	if _, err := r.ReadAt(begin, 0); err != nil && err != io.EOF {
		return t, err
	}
	switch {
	case len(begin) == 0 || string(begin) != magic[:len(begin)]:
		return t, errForeign
	case size < int64(len(magic)+trailerSize):
		return t, errTorn
	}
	b := make([]byte, trailerSize)
	if _, err := r.ReadAt(b, size-int64(trailerSize)); err != nil {
		return t, err
	}
	sum := trailerSize - len(endMagic) - 4
	switch {
	case string(b[sum+4:]) != endMagic:
		return t, errTorn
	case crc32.Checksum(b[:sum], castagnoli) != le.Uint32(b[sum:]):
		return t, damaged("its last bytes have another checksum")
	case le.Uint32(b) > Schema:
		return t, fmt.Errorf("the file has schema %d, which a newer seedfall wrote; this one reads up to %d", le.Uint32(b), Schema)
	case le.Uint32(b) == 0:
		return t, damaged("schema 0")
	}
	for i := range t {
		t[i] = int64(le.Uint64(b[4+8*i:]))
	}
	return t, nil
}
