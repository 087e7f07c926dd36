package wasm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// damaged is an image with one place changed.
func (im Image) damaged(at int, patch ...byte) Image {
	b := slices.Clone(im.Bytes)
	copy(b[at:], patch)
	return Image{im.Start, b}
}

func TestATableThatDoesNotFitIsRefused(t *testing.T) {
	m, image := guestImage(t)
	header := bytes.Index(image.Bytes, []byte(tableHeader))
	pointer := binary.LittleEndian.AppendUint64(nil, uint64(image.Start)+uint64(header))
	described := bytes.Index(image.Bytes, pointer)
	table := guestTable(t)
	funcs, names := bytes.Index(image.Bytes, table.funcs), bytes.Index(image.Bytes, table.names)
	last := len(m.names) - 1
	lastRecord := funcs + int(binary.LittleEndian.Uint32(table.funcs[8*last:][4:]))
	const none = "the data holds no table of "
	for name, c := range map[string]struct {
		image Image
		want  string
	}{
		"nothing":               {Image{}, none},
		"another format":        {image.damaged(header, 0xf0), none},
		"a function more":       {image.damaged(header+8, image.Bytes[header+8]+1), none},
		"tables elsewhere":      {image.damaged(header+8*headerFuncs, image.Bytes[header+8*headerFuncs]+8), none},
		"a code base":           {image.damaged(described+8*dataText, 1), none},
		"a name cut short":      {image.damaged(names+1, 0), "entry 0, go_buildid, has another name"},
		"another first entry":   {image.damaged(funcs, 9), "entry 0, go_buildid, is of another function"},
		"a record far away":     {image.damaged(funcs+8*last+4, 0xff, 0xff, 0xff, 0x7f), "reaches behind the table's end"},
		"a record of another":   {image.damaged(lastRecord, 9), "is of another function"},
		"lists without end":     {image.damaged(lastRecord+28, 0xff, 0xff, 0xff, 0xff), "reaches behind the table's end"},
		"frame sizes elsewhere": {image.damaged(lastRecord+16, 0xff, 0xff, 0xff, 0x7f), "has damaged frame sizes"},
	} {
		_, err := m.PCTable(c.image)
		if e := new(*Error); !errors.As(err, e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	other := &Module{names: slices.Concat(m.names[:last], []string{"main.other"})}
	if _, err := other.PCTable(image); err == nil || !strings.Contains(err.Error(), "main.other, has another name") {
		t.Errorf("a table of another module: %v", err)
	}
}

func TestAProgramSaysWhichModulesItIsBuiltFrom(t *testing.T) {
	_, image := guestImage(t)
	if got := image.Modules(); !slices.Equal(got, []string{"github.com/seedfall/seedfall"}) {
		t.Errorf("%q", got)
	}
	info := infoStart + "path\tkv/server\nmod\tkv\t(devel)\t\ndep\texample.com/a\tv1.2.3\th1:x=\ndep\texample.com/b\tv1.0.0\n=>\t./b\t(devel)\t\nbuild\t-trimpath=true\n" + infoEnd
	for text, want := range map[string][]string{
		"x" + info + "y":                       {"kv", "example.com/a", "example.com/b"},
		info[:len(info)-1]:                     nil,
		infoStart + "path\tserver\n" + infoEnd: nil,
		infoStart + infoEnd:                    nil,
		"":                                     nil,
	} {
		if got := (Image{Bytes: []byte(text)}).Modules(); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// u32s are numbers of 4 bytes in a row.
func u32s(all ...uint32) (b []byte) {
	for _, v := range all {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// u64s are numbers of 8 bytes in a row.
func u64s(all ...uint64) (b []byte) {
	for _, v := range all {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}

// smallImage is what the linker writes for a program of two functions: main.f,
// which has a frame of 32 bytes from its second block on and main.g inlined into
// its third, and runtime.goexit.
func smallImage() (*Module, Image) {
	const start = 4096
	names := []byte("\x00main.f\x00main.g\x00runtime.goexit\x00")
	units := u32s(7)
	files := []byte("\x00f.go\x00")
	values := []byte("\x00" +
		"\x02\x01\x40\x05\x00" + // at 1: 0 for a block, then 32
		"\x02\x06\x00" + // at 6: 0 for all
		"\x00\x02\x02\x01\x01\x03\x00") // at 9: -1 for two blocks, 0 for one, -1 for the rest
	record := func(entry, name, sizes, pcdata, line, id uint32, lists ...uint32) []byte {
		return u32s(append([]uint32{entry, name, 0, 0, sizes, 6, 6, pcdata, 0, line, id}, lists...)...)
	}
	f := record(PCBase, 1, 1, 3, 10, 4<<24, 0, 0, 9, noFuncData, noFuncData, noFuncData, 0)
	end := record(PCBase+1, 15, 6, 0, 1, idGoexit|flagTop<<8)
	const index = 20
	funcs := slices.Concat(u32s(PCBase, index, PCBase+1, index+uint32(len(f)), PCBase+2), f, end)
	inlined := u32s(0, 8, 1, 20)

	m := &Module{names: []string{"main.f", "runtime.goexit"}}
	return m, link(start, uint64(len(m.names)), inlined, names, units, files, values, funcs)
}

// link lays out an image from an address on: the header of a table, its parts,
// runtime.moduledata.
func link(start uint32, count uint64, inlined []byte, parts ...[]byte) Image {
	header, data := append([]byte(tableHeader), u64s(count, 1, 0)...), u64s(uint64(start))
	var body []byte
	place := func(part []byte) (offset uint64) {
		body = append(body, make([]byte, -len(body)&7)...)
		offset = 8*headerWords + uint64(len(body))
		body = append(body, part...)
		return offset
	}
	for i, part := range parts {
		offset, n := place(part), uint64(len(part))
		if i == 1 { // runtime.cutab has numbers of 4 bytes
			n /= 4
		}
		header, data = append(header, u64s(offset)...), append(data, u64s(uint64(start)+offset, n, n)...)
	}
	tree, find := uint64(start)+place(inlined), uint64(start)+place(nil)
	data = append(data, data[8*dataFuncs:][:8]...)
	data = append(data, u64s(count+1, count+1, find, PCBase<<16, (PCBase+count)<<16, 0, 0)...)
	sections := make([]uint64, dataWords-dataRest)
	sections[16] = tree // where Go 1.26 has it
	return Image{start, slices.Concat(header, body, data, u64s(sections...))}
}

func TestASmallTableIsRead(t *testing.T) {
	m, image := smallImage()
	table, err := m.PCTable(image)
	if err != nil {
		t.Fatal(err)
	}
	f, g := Func{Name: "main.f"}, Func{Name: "main.g"}
	for block, want := range []Frame{
		{Funcs: []Func{f}}, {[]Func{f}, 32, false}, {[]Func{f}, 32, false}, {[]Func{g, f}, 32, false}, {[]Func{f}, 32, false}, {[]Func{f}, 32, false},
	} {
		if got, ok := table.Frame(PCBase<<16 | uint64(block)); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("block %d: %v, %v, want %v", block, got, ok, want)
		}
	}
	if _, ok := table.Frame(PCBase<<16 | 6); ok {
		t.Error("a block behind the last one")
	}
	if got, ok := table.Frame((PCBase+1)<<16 | 1); !ok || !got.Last || got.Funcs[0].Name != "runtime.goexit" {
		t.Errorf("%v, %v", got, ok)
	}
	if _, err := m.PCTable(image.damaged(bytes.Index(image.Bytes, u32s(0, 8, 1, 20))+4, 0xff)); err == nil || !strings.Contains(err.Error(), "entry 0, main.f, has inlined calls that are not there") {
		t.Errorf("an inlined call without a name: %v", err)
	}
	want := map[uint32][]declaration{7: {{1, "runtime.goexit"}, {10, "main.f"}, {20, "main.g"}}}
	if got := table.declared(); !reflect.DeepEqual(got, want) {
		t.Errorf("declared are %v", got)
	}
}

// FuzzPCTable looks for images that make the reader of tables panic or run on.
func FuzzPCTable(f *testing.F) {
	m, image := smallImage()
	f.Add(image.Start, image.Bytes)
	f.Add(image.Start, slices.Concat(image.Bytes[:72], image.Bytes))
	f.Add(uint32(0), []byte(tableHeader))
	f.Fuzz(func(t *testing.T, start uint32, b []byte) {
		image := Image{start, b}
		image.Modules()
		table, err := m.PCTable(image)
		if err != nil {
			if e := new(*Error); !errors.As(err, e) {
				t.Errorf("%T is not an *Error", err)
			}
			return
		}
		table.declared()
		for i := range m.names {
			for block := range uint64(16) {
				if f, ok := table.Frame(uint64(PCBase+i)<<16 | block); ok && len(f.Funcs) == 0 {
					t.Errorf("function %d, block %d: a frame of no function", i, block)
				}
			}
		}
	})
}

// FuzzPCRecord lets the table be anything: what the checks let through makes
// nobody panic.
func FuzzPCRecord(f *testing.F) {
	funcs := make([]byte, 8*2, 200)
	binary.LittleEndian.PutUint32(funcs[0:], PCBase)
	binary.LittleEndian.PutUint32(funcs[4:], 16)
	r := make([]byte, recordSize+4*7)
	for at, v := range map[int]uint32{0: PCBase, 4: 1, 16: 1, 20: 1, 28: 3, 36: 5, 40: 4 << 24, recordSize + 8: 4} {
		binary.LittleEndian.PutUint32(r[at:], v)
	}
	f.Add(append(funcs, r...), []byte("\x00\x02\x09\x00\x02\x02\x01\x04\x00"), []byte("\x00main.f\x00"), make([]byte, 32), make([]byte, 8))
	f.Fuzz(func(t *testing.T, funcs, values, names, inlined, units []byte) {
		table := newPCTable(1)
		table.funcs, table.values, table.names, table.inlined, table.units = funcs, values, names, inlined, units
		if table.problem(0, "main.f") != "" {
			return
		}
		for block := range uint64(64) {
			if f, ok := table.Frame(PCBase<<16 | block); ok && len(f.Funcs) == 0 {
				t.Errorf("block %d: a frame of no function", block)
			}
		}
	})
}
