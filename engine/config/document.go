package config

import (
	"cmp"
	"reflect"
	"slices"
	"unicode/utf8"
)

// Document is the text of one config file taken apart: what it means, what is
// wrong with it, and what stands where. It is made for text that is being
// typed: one that is not JSON yet still has a tree as far as it goes.
type Document struct {
	path     string
	data     []byte
	tree     value
	config   *Config
	problems Problems
}

// Read takes a text apart. path is the name of the file in problems; it is not
// opened.
func Read(path string, data []byte) *Document {
	doc := &Document{path: path, data: data}
	tree, broken := parseJSON(string(data))
	doc.tree, doc.config = tree, Default()
	doc.config.file = path
	d := &decoder{doc: doc, bad: map[string]bool{}}
	d.object(root, &doc.tree, "", reflect.ValueOf(doc.config).Elem())
	if doc.tree.form == formObject {
		d.check(doc.config)
	}
	if broken != nil {
		d.problems = Problems{{Path: path, Offset: broken.start, End: broken.end, Message: broken.message}}
	}
	doc.problems = doc.placed(d.problems)
	return doc
}

// placed sorts problems by position and gives each its line and column.
func (doc *Document) placed(ps Problems) Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int { return cmp.Compare(a.Offset, b.Offset) })
	at, line, col := 0, 1, 1
	for i := range ps {
		for at < ps[i].Offset {
			_, n := utf8.DecodeRune(doc.data[at:])
			if col++; doc.data[at] == '\n' {
				line, col = line+1, 1
			}
			at += n
		}
		ps[i].Line, ps[i].Col = line, col
	}
	return ps
}

// Config is what the text means, as far as it can be read. It may be run only
// when there are no problems.
func (doc *Document) Config() *Config { return doc.config }

// Problems is everything that is wrong with the text, in the order of
// positions; one problem when it is not JSON.
func (doc *Document) Problems() Problems { return doc.problems }

// Span is a piece of a text from Start to just before End, in bytes.
type Span struct{ Start, End int }

// Place is what stands at an offset of a document.
type Place struct {
	Path  string // of the innermost value, "nodes[0].name"; empty for the file
	InKey bool   // the offset lies in the key of Path, not in its value
	Key   Span   // of the key in its quotes; empty for items and the file
	Value Span   // of the value; empty where it is still to be written
}

// At tells what stands at an offset, a border belonging to the piece before it.
// Between the members of an object or the items of an array it is the object or
// array.
func (doc *Document) At(offset int) Place {
	place := Place{Value: Span{doc.tree.start, doc.tree.end}}
	v := &doc.tree
	for v != nil {
		v = v.step(&place, offset)
	}
	return place
}

// step narrows place to the part of v at the offset and returns that part's
// value, or nil when there is no part to look into.
func (v *value) step(place *Place, offset int) *value {
	for i := range v.members {
		m := &v.members[i]
		if offset < m.key.start || offset > max(m.val.end, m.key.end) {
			continue
		}
		*place = Place{join(place.Path, m.key.text), offset <= m.key.end,
			Span{m.key.start, m.key.end}, Span{m.val.start, m.val.end}}
		if place.InKey {
			return nil
		}
		return &m.val
	}
	for i := range v.items {
		item := &v.items[i]
		if offset >= item.start && offset <= item.end {
			*place = Place{Path: joinIndex(place.Path, i), Value: Span{item.start, item.end}}
			return item
		}
	}
	return nil
}

// PositionOf gives the place of a path, such as "nodes[0].name". ok is false
// when the document has no such value.
func (doc *Document) PositionOf(path string) (place Place, ok bool) {
	parts, ok := steps(path)
	if !ok {
		return Place{}, false
	}
	v := &doc.tree
	place = Place{Path: path, Value: Span{v.start, v.end}}
	for _, s := range parts {
		place.Key = Span{}
		if s.index >= 0 {
			if s.index >= len(v.items) {
				return Place{}, false
			}
			v = &v.items[s.index]
		} else {
			m := v.get(s.key)
			if m == nil {
				return Place{}, false
			}
			place.Key, v = Span{m.key.start, m.key.end}, &m.val
		}
		place.Value = Span{v.start, v.end}
	}
	return place, true
}

// Position gives the line and the column of an offset, from 1; a column is a
// character.
func (doc *Document) Position(offset int) (line, col int) {
	return lineCol(doc.data, min(max(offset, 0), len(doc.data)))
}

// valueAt is the extent of the value at a path, or nil when there is none.
func (doc *Document) valueAt(path string) *value {
	place, ok := doc.PositionOf(path)
	if !ok {
		return nil
	}
	return &value{start: place.Value.Start, end: place.Value.End}
}
