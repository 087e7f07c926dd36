// Package wal is the record format of an append-only log: how a write is laid
// out in the file, and how a file is read back.
//
// A record is a header of 12 bytes, then the key, then the value. The header
// holds three little-endian numbers of 4 bytes: the CRC-32C of everything
// behind it in the record, the length of the key, the length of the value.
package wal

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/seedfall/seedfall/sim"
)

// MaxLen is the most bytes that a key or a value may have. Lengths that were
// never written do not make Replay ask for much memory.
const MaxLen = 1 << 20

const headerLen = 12

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode gives the bytes of a record. key and value have at most MaxLen bytes
// each.
func Encode(key, value string) []byte {
	b := make([]byte, headerLen, headerLen+len(key)+len(value))
	binary.LittleEndian.PutUint32(b[4:], uint32(len(key)))
	binary.LittleEndian.PutUint32(b[8:], uint32(len(value)))
	b = append(b, key...)
	b = append(b, value...)
	binary.LittleEndian.PutUint32(b, crc32.Checksum(b[4:], castagnoli))
	return b
}

// ErrTorn says that a log does not end behind a record: the last write was under
// way when a crash came, so nobody was told that it is stored.
var ErrTorn = errors.New("the last record of the log is torn")

// Replay calls apply for every record of a log, oldest first, up to the first
// that is cut short or fails its checksum, which gives ErrTorn. intact is the
// length in bytes of the records that were read.
func Replay(log io.Reader, apply func(key, value string)) (intact int64, err error) {
	r := bufio.NewReader(log)
	for {
		key, value, err := decode(r)
		switch err {
		case nil:
		case io.EOF:
			return intact, nil
		case io.ErrUnexpectedEOF, errChecksum:
			sim.Reachable("a crash has torn a record of the log")
			return intact, ErrTorn
		default:
			return intact, err
		}
		apply(key, value)
		intact += int64(headerLen + len(key) + len(value))
	}
}

var errChecksum = errors.New("wrong checksum")

// decode reads one record. It gives io.EOF if there is none, io.ErrUnexpectedEOF
// or errChecksum if there is only a part of one.
func decode(r io.Reader) (key, value string, err error) {
	var header [headerLen]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return "", "", err
	}
	sum := binary.LittleEndian.Uint32(header[0:])
	keyLen := binary.LittleEndian.Uint32(header[4:])
	valueLen := binary.LittleEndian.Uint32(header[8:])
	if keyLen > MaxLen || valueLen > MaxLen {
		return "", "", errChecksum
	}
	body := make([]byte, keyLen+valueLen)
	if _, err := io.ReadFull(r, body); err == io.EOF {
		return "", "", io.ErrUnexpectedEOF // there is a header
	} else if err != nil {
		return "", "", err
	}
	if crc32.Update(crc32.Checksum(header[4:], castagnoli), castagnoli, body) != sum {
		return "", "", errChecksum
	}
	return string(body[:keyLen]), string(body[keyLen:]), nil
}
