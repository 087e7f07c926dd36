package wasm

import "fmt"

const (
	sectionCustom    = 0
	sectionType      = 1
	sectionImport    = 2
	sectionFunction  = 3
	sectionTable     = 4
	sectionMemory    = 5
	sectionGlobal    = 6
	sectionExport    = 7
	sectionElement   = 9
	sectionCode      = 10
	sectionData      = 11
	sectionDataCount = 12
)

// sectionNames is the name of the custom section that names functions.
const sectionNames = "name"

// maxModule bounds the size of a module, in bytes. The largest programs known
// have 50 MB; seventeen times maxModule, more than a rewritten module can come to,
// still fits the 32-bit sizes of the format.
const maxModule = 192 << 20

const header = "\x00asm\x01\x00\x00\x00"

// section is one section of a module, without its id and size.
type section struct {
	id   byte
	name string // of a custom section
	body reader // starts after the name of a custom section
}

// sectionOrder has the place of each known section; 0 is a refused one.
var sectionOrder = [...]int{
	sectionType: 1, sectionImport: 2, sectionFunction: 3, sectionTable: 4,
	sectionMemory: 5, sectionGlobal: 6, sectionExport: 7, sectionElement: 8,
	sectionDataCount: 9, sectionCode: 10, sectionData: 11,
}

var sectionTitles = [...]string{
	sectionType: "type", sectionImport: "import", sectionFunction: "function", sectionTable: "table",
	sectionMemory: "memory", sectionGlobal: "global", sectionExport: "export", 8: "start",
	sectionElement: "element", sectionCode: "code", sectionData: "data", sectionDataCount: "data count",
	13: "tag",
}

func sectionLabel(id byte) string {
	if int(id) < len(sectionTitles) && sectionTitles[id] != "" {
		return "the " + sectionTitles[id] + " section"
	}
	return fmt.Sprintf("section id %d", id)
}

// splitSections cuts a module and checks the order of the parts.
func splitSections(mod []byte) ([]section, error) {
	if len(mod) < len(header) || string(mod[:4]) != header[:4] {
		return nil, &Error{Offset: 0, Problem: "this is not a WebAssembly module", Remedy: useStockGo}
	}
	if len(mod) > maxModule {
		return nil, &Error{Offset: 0, Problem: fmt.Sprintf("the module has more than %d MiB", maxModule>>20), Remedy: "link less into it"}
	}
	if string(mod[4:8]) != header[4:] {
		return nil, notGo(4, "the module is not of version 1")
	}
	r := reader{data: mod, pos: len(header), end: len(mod)}
	var all []section
	place, named := 0, false
	for r.more() {
		start := r.pos
		s := section{id: r.byte()}
		s.body = r.part(r.u32())
		if s.id == sectionCustom {
			s.name = s.body.name()
			if s.name == sectionNames && named {
				return nil, malformed(start, "there are two name sections")
			}
			named = named || s.name == sectionNames
		} else {
			if int(s.id) >= len(sectionOrder) || sectionOrder[s.id] == 0 {
				return nil, notGo(start, "%s is not one that Go emits for wasip1", sectionLabel(s.id))
			}
			if sectionOrder[s.id] <= place {
				return nil, malformed(start, "%s stands twice or in the wrong place", sectionLabel(s.id))
			}
			place = sectionOrder[s.id]
		}
		if s.body.err != nil {
			return nil, s.body.err
		}
		all = append(all, s)
	}
	return all, r.err
}
