package config

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// object is one kind of JSON object: its keys in the order of the fields of the
// struct that it is read into. The fields of an embedded struct count as the
// outer struct's own.
type object struct{ keys []*key }

// key is one key of an object, from a struct field and its tags:
//
//	json      name in the file
//	default   value when the key is absent, as text; commas part a list
//	range     least and most, "1ms..24h"
//	form      what text may stand there, a name in the table of text forms
//	required  "true": the key must be there; for text only
//	distinct  "true": no item of the list may stand there twice
//	least     fewest items of the list
//	name      default of the key "name" of the object below
type key struct {
	name     string
	owner    reflect.Type // struct that declares the field
	field    string       // Go name of the field, "LatencyMin"
	index    []int        // of the field in the object's struct
	kind     *kind        // of the value, or of each item
	list     bool         // the value is an array
	distinct bool
	least    int
	object   *object // keys of the value or of each item; nil for a scalar
	initial  string  // the default tag
	min, max string
	text     *textForm // of kindText
	enum     *enum     // of kindEnum
	required bool
}

// root is the table of the whole file. All other objects hang below it.
var root = objectOf(reflect.TypeFor[Config]())

func objectOf(typ reflect.Type) *object {
	o := &object{}
	for _, f := range reflect.VisibleFields(typ) {
		if f.Tag.Get("json") != "" {
			o.keys = append(o.keys, keyOf(typ, f))
		}
	}
	return o
}

func keyOf(owner reflect.Type, f reflect.StructField) *key {
	for _, i := range f.Index[:len(f.Index)-1] {
		owner = owner.Field(i).Type
	}
	k := &key{name: f.Tag.Get("json"), owner: owner, field: f.Name, index: f.Index,
		initial:  f.Tag.Get("default"),
		distinct: f.Tag.Get("distinct") == "true", required: f.Tag.Get("required") == "true"}
	k.min, k.max, _ = strings.Cut(f.Tag.Get("range"), "..")
	k.least, _ = strconv.Atoi(f.Tag.Get("least"))
	typ := f.Type
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if k.list = typ.Kind() == reflect.Slice && typ != reflect.TypeFor[Env](); k.list {
		typ = typ.Elem()
	}
	k.kind, k.enum = kindOf(typ), enums[typ]
	switch k.kind {
	case kindText:
		if k.text = textForms[f.Tag.Get("form")]; k.text == nil {
			panic(fmt.Sprintf("config: field %s: no text form is called %q", f.Name, f.Tag.Get("form")))
		}
	case kindObject, kindSupervise:
		k.object = objectOf(typ)
		if name := f.Tag.Get("name"); name != "" {
			k.object.find("name").initial = name
		}
	}
	return k
}

// find returns the key called name, or nil.
func (o *object) find(name string) *key {
	for _, k := range o.keys {
		if k.name == name {
			return k
		}
	}
	return nil
}

func (o *object) names() []string {
	names := make([]string, len(o.keys))
	for i, k := range o.keys {
		names[i] = k.name
	}
	return names
}

// homes lists the objects that have a key called name, in the order of the
// table: "the top level", "nodes[]", "faults.crash".
func (o *object) homes(name string) []string {
	var paths []string
	o.walk("", func(path string, at *object) {
		switch {
		case at.find(name) == nil:
		case path == "":
			paths = append(paths, "the top level")
		default:
			paths = append(paths, path)
		}
	})
	return paths
}

// walk visits o and the objects below it, each after its parent.
func (o *object) walk(path string, visit func(string, *object)) {
	visit(path, o)
	for _, k := range o.keys {
		if k.object == nil {
			continue
		}
		below := join(path, k.name)
		if k.list {
			below += "[]"
		}
		k.object.walk(below, visit)
	}
}

// defaults sets every field of the struct v that has a default, in nested
// structs too. Pointers stay nil: what they point to is absent.
func (o *object) defaults(v reflect.Value) {
	for _, k := range o.keys {
		field := v.FieldByIndex(k.index)
		switch {
		case field.Kind() == reflect.Struct && k.kind == kindObject:
			k.object.defaults(field)
		case k.list:
			k.defaultList(field)
		case k.initial != "":
			k.mustSet(k.initial, field)
		}
	}
}

func (k *key) defaultList(field reflect.Value) {
	for text := range strings.SplitSeq(k.initial, ",") {
		if text != "" {
			field.Set(reflect.Append(field, reflect.Zero(field.Type().Elem())))
			k.mustSet(text, field.Index(field.Len()-1))
		}
	}
}

// mustSet reads the text of a tag.
func (k *key) mustSet(text string, to reflect.Value) {
	if bad := k.kind.set(k, &value{form: formString, text: text}, to); bad != nil {
		panic(fmt.Sprintf("config: field %s: tag: %s", k.field, bad.message))
	}
}
