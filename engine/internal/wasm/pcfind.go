package wasm

import (
	"bytes"
	"encoding/binary"
)

// PCTable finds the table of functions in the image of a module and checks all
// of it against the module. An error is an *Error; a program whose table is not
// understood runs as well without it. No input makes it panic.
func (m *Module) PCTable(image Image) (*PCTable, error) {
	t := image.findTable(len(m.names))
	if t == nil {
		return nil, missing(useStockGo, "the data holds no table of %d functions in the form of Go 1.26 or 1.27", len(m.names))
	}
	for i, name := range m.names {
		if problem := t.problem(i, name); problem != "" {
			return nil, missing(useStockGo, "the table of functions does not fit: entry %d, %s, %s", i, name, problem)
		}
	}
	return t, nil
}

// tableHeader is how runtime.pcHeader begins: the number of the format since Go
// 1.20, no padding, blocks counted one by one, pointers of 8 bytes.
const tableHeader = "\xf1\xff\xff\xff\x00\x00\x01\x08"

// Words of runtime.pcHeader, behind the first.
const (
	headerCount = 1 // functions
	headerNames = 4
	headerUnits = 5
	headerFiles = 6
	headerPCs   = 7
	headerFuncs = 8
	headerWords = 9
)

// maxHeaders is how many places are looked at that begin like a table.
const maxHeaders = 8

// findTable looks for the table by the linker's two descriptions of it, which
// have to agree: the header in front of it, and runtime.firstmoduledata, which
// points to the header.
func (im Image) findTable(count int) *PCTable {
	at := 0
	for range maxHeaders {
		n := bytes.Index(im.Bytes[at:], []byte(tableHeader))
		if n < 0 {
			break
		}
		at += n
		if t := im.tableAt(uint64(im.Start)+uint64(at), uint64(count)); t != nil {
			return t
		}
		at += len(tableHeader)
	}
	return nil
}

// tableAt reads the table whose header is at an address; nil if it is none.
func (im Image) tableAt(at, count uint64) *PCTable {
	header, ok := im.words(at, headerWords)
	if !ok || header(headerCount) != count {
		return nil
	}
	pointer := binary.LittleEndian.AppendUint64(nil, at)
	for from := 0; ; from++ {
		n := bytes.Index(im.Bytes[from:], pointer)
		if n < 0 {
			return nil
		}
		from += n
		if t := im.describedAt(uint64(im.Start)+uint64(from), at, header); t != nil {
			return t
		}
	}
}

// Words of runtime.moduledata. Its slices have three words each.
const (
	dataNames = 1
	dataUnits = 4
	dataFiles = 7
	dataPCs   = 10
	dataFuncs = 13
	dataIndex = 16 // the first part of dataFuncs
	dataFind  = 19 // runtime.findfunctab, which ends go:func.*
	dataMinPC = 20
	dataText  = 22
	dataRest  = 24 // addresses of sections, in another order in each release
	dataWords = 48
)

// described says which table each slice of runtime.moduledata is.
var described = []struct{ slice, header int }{
	{dataNames, headerNames}, {dataUnits, headerUnits}, {dataFiles, headerFiles}, {dataPCs, headerPCs},
	{dataFuncs, headerFuncs}, {dataIndex, headerFuncs},
}

// describedAt reads the tables if runtime.moduledata is at an address and tells
// of them what their header tells.
func (im Image) describedAt(at, headerAt uint64, header words) *PCTable {
	data, ok := im.words(at, dataWords)
	if !ok || data(dataMinPC) != PCBase<<16 || data(dataText) != 0 || data(dataIndex+1) != header(headerCount)+1 {
		return nil
	}
	for _, d := range described {
		if data(d.slice) != headerAt+header(d.header) || data(d.slice+1) != data(d.slice+2) {
			return nil
		}
	}
	slice := func(word int) []byte {
		b, _ := im.window(data(word), data(word+1))
		return b
	}
	t := newPCTable(int(header(headerCount)))
	t.names, t.values, t.funcs = slice(dataNames), slice(dataPCs), slice(dataFuncs)
	t.units, _ = im.window(data(dataUnits), 4*data(dataUnits+1))
	end := data(dataFuncs) + data(dataFuncs+1)
	// What is inlined lies between the functions and findfunctab, and no other
	// section does.
	for word := dataRest; word < dataWords; word++ {
		if w := data(word); w >= end && w < data(dataFind) {
			if t.inlined != nil {
				return nil
			}
			t.inlined, _ = im.window(w, data(dataFind)-w)
		}
	}
	if t.names == nil || t.units == nil || t.values == nil || t.funcs == nil || t.inlined == nil {
		return nil
	}
	return t
}

// words are numbers of 8 bytes in a row.
type words func(i int) uint64

func (im Image) words(at uint64, n int) (words, bool) {
	b, ok := im.window(at, uint64(n)*8)
	return func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }, ok
}

// window gives n bytes at an address; false if they are not all in the image.
func (im Image) window(at, n uint64) ([]byte, bool) {
	from, size := at-uint64(im.Start), uint64(len(im.Bytes))
	if at < uint64(im.Start) || from > size || n > size-from {
		return nil, false
	}
	return im.Bytes[from:][:n:n], true
}
