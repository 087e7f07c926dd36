package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/hashicorp/raft"
)

// store is a raft.LogStore in one file, each entry as JSON behind its length in
// 4 bytes, little-endian. Indexes start at 1 and have no gaps.
type store struct {
	file *os.File
	ends []int64 // ends[i] is where the entry with index i+1 ends in the file
}

func openStore(path string) (*store, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	return &store{file: f}, nil
}

func (s *store) FirstIndex() (uint64, error) { return uint64(min(1, len(s.ends))), nil }

func (s *store) LastIndex() (uint64, error) { return uint64(len(s.ends)), nil }

func (s *store) GetLog(index uint64, l *raft.Log) error {
	if index < 1 || index > uint64(len(s.ends)) {
		return raft.ErrLogNotFound
	}
	start := s.end(index-1) + 4
	data, err := io.ReadAll(io.NewSectionReader(s.file, start, s.end(index)-start))
	if err != nil {
		return err
	}
	return json.Unmarshal(data, l)
}

func (s *store) StoreLog(l *raft.Log) error { return s.StoreLogs([]*raft.Log{l}) }

// StoreLogs appends all entries or, after an error, none.
func (s *store) StoreLogs(logs []*raft.Log) error {
	var block []byte
	base, ends := s.end(uint64(len(s.ends))), s.ends
	for _, l := range logs {
		if l.Index != uint64(len(ends)+1) {
			return fmt.Errorf("store entry %d behind entry %d", l.Index, len(ends))
		}
		data, err := json.Marshal(l)
		if err != nil {
			return err
		}
		block = binary.LittleEndian.AppendUint32(block, uint32(len(data)))
		block = append(block, data...)
		ends = append(ends, base+int64(len(block)))
	}
	if _, err := s.file.WriteAt(block, base); err != nil {
		return err
	}
	if err := s.file.Sync(); err != nil {
		return err
	}
	s.ends = ends
	return nil
}

func (s *store) DeleteRange(first, last uint64) error {
	if last < uint64(len(s.ends)) {
		return fmt.Errorf("delete %d to %d: only the end of the log can be cut off", first, last)
	}
	s.ends = s.ends[:first-1]
	return s.file.Truncate(s.end(first - 1))
}

// end is where the entry with an index ends, 0 for index 0.
func (s *store) end(index uint64) int64 {
	if index == 0 {
		return 0
	}
	return s.ends[index-1]
}
