package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// The file begins with magic and the schema as four bytes. A record is the length
// of what follows it and a checksum of that, four bytes each; then the length of
// the key in two bytes, the key and the data. Numbers have the lowest byte first.
const (
	magic     = "sfresult"
	schema    = 1
	headerLen = len(magic) + 4
	frameLen  = 8
)

// Limits of a record and of a file, in bytes.
const (
	MaxKey  = 4 << 10
	MaxData = 16 << 20
	maxFile = 256 << 20
)

var table = crc32.MakeTable(crc32.Castagnoli)

func header() []byte { return binary.LittleEndian.AppendUint32([]byte(magic), schema) }

// body checks a header and gives what follows it.
func body(b []byte) ([]byte, error) {
	if len(b) < headerLen || string(b[:len(magic)]) != magic {
		return nil, errors.New("it is no journal of results")
	}
	switch v := binary.LittleEndian.Uint32(b[len(magic):]); {
	case v > schema:
		return nil, fmt.Errorf("it has schema %d, and %d is known: %w", v, schema, ErrNewer)
	case v < schema:
		return nil, fmt.Errorf("it has schema %d, which never was", v)
	}
	return b[headerLen:], nil
}

// encode appends a record.
func encode(b []byte, r Record) ([]byte, error) {
	if len(r.Key) > MaxKey || len(r.Data) > MaxData {
		return nil, fmt.Errorf("a record of %d and %d bytes is too long for a journal", len(r.Key), len(r.Data))
	}
	n := 2 + len(r.Key) + len(r.Data)
	content := make([]byte, 0, n)
	content = binary.LittleEndian.AppendUint16(content, uint16(len(r.Key)))
	content = append(append(content, r.Key...), r.Data...)
	b = binary.LittleEndian.AppendUint32(b, uint32(n))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(content, table))
	return append(b, content...), nil
}

// decode gives the records of b, and how many bytes at its end belong to one that
// was not written to its end. The error says that b is damaged.
func decode(b []byte) (all []Record, left int, err error) {
	for len(b) >= frameLen {
		n, sum := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
		if n > 2+MaxKey+MaxData {
			return nil, 0, fmt.Errorf("a record of %d bytes is too long: it is damaged", n)
		}
		end := frameLen + int(n)
		if end > len(b) {
			return all, len(b), nil
		}
		content := b[frameLen:end]
		if crc32.Checksum(content, table) != sum {
			if end == len(b) { // the last one: its length reached the disk, its content did not
				return all, len(b), nil
			}
			return nil, 0, errors.New("a checksum is wrong: it is damaged")
		}
		if n < 2 {
			return nil, 0, errors.New("a record has no key: it is damaged")
		}
		key := int(binary.LittleEndian.Uint16(content))
		if key > MaxKey || 2+key > len(content) || len(content)-2-key > MaxData {
			return nil, 0, errors.New("the key of a record has no end: it is damaged")
		}
		all = append(all, Record{string(content[2 : 2+key]), append([]byte(nil), content[2+key:]...)})
		b = b[end:]
	}
	return all, len(b), nil
}
