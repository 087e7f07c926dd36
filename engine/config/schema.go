package config

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// A test writes the schema from the structs of this package and their comments.
//
//go:generate go test -run ^TestSchemaIsCurrent$ -update .

//go:embed schema.json
var schemaText string

// Schema is the JSON Schema of a config file, draft 2020-12.
func Schema() []byte { return []byte(schemaText) }

// schemaTree is the schema taken apart once; Describe takes its texts from it.
var schemaTree = sync.OnceValue(func() *value {
	v, err := parseJSON(schemaText)
	if err != nil {
		panic("config: schema.json: " + err.message)
	}
	return &v
})

// Key is what an editor shows of a key: in hover, and as a completion.
type Key struct {
	Name     string
	Doc      string   // sentences, with names of keys between backquotes
	Write    string   // what to write as its value, "a duration such as ..."
	Default  string   // JSON text; empty when there is none
	Values   []Choice // all that may be written, where that is a list of names
	Required bool
	List     bool // the value is an array; Write and Values tell of an item
	Nested   bool // the value, or each item, is or may be an object with keys
	Node     bool // the value names a node or the workload
}

// Choice is one of the names that may stand as a value.
type Choice struct{ Name, Doc string }

// Describe tells of the key at a path; an item of a list stands for its key. ok
// is false for the whole file, for an environment variable and for a path that
// no config can have.
func Describe(path string) (k Key, ok bool) {
	at, ok := lookUp(path)
	if !ok || at.key.name == "" {
		return Key{}, false
	}
	return at.key.describe(at.schema), true
}

// Keys tells of all keys that may stand in the object at a path, in the order
// of the reference; none when no object with known keys can stand there.
func Keys(path string) []Key {
	at, ok := lookUp(path)
	if !ok || at.key.object == nil || at.key.list && !at.item {
		return nil
	}
	var keys []Key
	for _, k := range at.key.object.keys {
		keys = append(keys, k.describe(property(at.schema, k.name)))
	}
	return keys
}

// described is a place in the table of keys and in the schema.
type described struct {
	key    *key   // for the whole file, one without a name
	schema *value // of the key
	item   bool   // the place is an item of the key's list
}

func lookUp(path string) (at described, ok bool) {
	at = described{key: &key{object: root}, schema: schemaTree()}
	parts, ok := steps(path)
	for _, s := range parts {
		ok = ok && at.step(s)
	}
	return at, ok
}

// step goes one step down and says whether any config can have such a place.
func (at *described) step(s step) bool {
	k := at.key
	if s.index >= 0 {
		into := k.list && !at.item
		at.item = true
		return into
	}
	if k.object == nil || k.object.find(s.key) == nil || k.list && !at.item {
		return false
	}
	*at = described{key: k.object.find(s.key), schema: property(at.schema, s.key)}
	return true
}

// property gives the schema of one key of an object's schema, or of its items'.
func property(schema *value, name string) *value {
	if items := schema.get("items"); items != nil {
		schema = &items.val
	}
	return &schema.get("properties").val.get(name).val
}

func (k *key) describe(schema *value) Key {
	out := Key{Name: k.name, Write: k.write(), Default: k.defaultJSON(), Required: k.required,
		List: k.list, Nested: k.object != nil, Node: k.text == textForms["node"]}
	if doc := schema.get("description"); doc != nil {
		out.Doc = doc.val.text
	}
	if k.enum == nil {
		return out
	}
	if items := schema.get("items"); items != nil {
		schema = &items.val
	}
	for i, name := range k.enum.values {
		out.Values = append(out.Values, Choice{name, schema.get("enumDescriptions").val.items[i].text})
	}
	return out
}

// defaultJSON is the default of k as it would stand in the file, or the empty
// string.
func (k *key) defaultJSON() string {
	switch {
	case k.kind == kindBool:
		return k.initial
	case k.initial == "":
		return ""
	case k.list:
		return `["` + strings.ReplaceAll(k.initial, ",", `", "`) + `"]`
	}
	if _, err := strconv.ParseUint(k.initial, 10, 64); err == nil {
		return k.initial
	}
	return strconv.Quote(k.initial)
}
