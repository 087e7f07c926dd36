package schedule

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/vtime"
)

var update = flag.Bool("update", false, "write schema.json anew")

// Editors take schema.json to complete and to check .faults.json files.
func TestSchemaIsCurrent(t *testing.T) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	if err := enc.Encode(schemaOf(readComments(t))); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("schema.json", out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if b, err := os.ReadFile("schema.json"); err != nil || !bytes.Equal(b, out.Bytes()) {
		t.Errorf("schema.json does not say what the structs, their comments and the tables say (%v); run: go generate ./engine/schedule", err)
	}
}

// members is a JSON object in the order of its keys.
type members []pair

type pair struct {
	key string
	val any
}

func (ms members) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for i, m := range ms {
		out.WriteByte("{,"[min(i, 1)])
		if err := enc.Encode(m.key); err != nil {
			return nil, err
		}
		out.WriteByte(':')
		if err := enc.Encode(m.val); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// with gives ms with the keys of other, which replace those of ms.
func (ms members) with(other members) members {
	for _, o := range other {
		if i := slices.IndexFunc(ms, func(m pair) bool { return m.key == o.key }); i >= 0 {
			ms[i] = o
		} else {
			ms = append(ms, o)
		}
	}
	return ms
}

// schemaOf is the JSON Schema of a schedule file: an object, or a bare list of
// faults as older versions wrote it.
func schemaOf(c comments) members {
	s := members{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", ".faults.json"},
		{"description", "The faults of one run, which seedfall replay -faults takes."}}
	return append(s, pair{"oneOf", []any{c.of(reflect.TypeFor[Schedule]()), members{{"type", "array"}, {"items", c.of(reflect.TypeFor[Fault]())}}}})
}

// of is the schema of a type.
func (c comments) of(t reflect.Type) members {
	switch t {
	case reflect.TypeFor[vtime.Instant](), reflect.TypeFor[vtime.Duration]():
		return members{{"type", "string"}, {"pattern", `^(never|0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return c.of(t.Elem())
	case reflect.Slice:
		return members{{"type", "array"}, {"items", c.of(t.Elem())}}
	case reflect.Struct:
		return c.object(t)
	case reflect.Bool:
		return members{{"type", "boolean"}}
	case reflect.String:
		return members{{"type", "string"}}
	}
	return members{{"type", "integer"}, {"minimum", 0}}
}

func (c comments) object(t reflect.Type) members {
	var keys members
	for f := range fieldsOf(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		s := c.of(f.Type)
		if text := c[t.Name()+"."+f.Name]; text != "" {
			s = append(s, pair{"description", text})
		}
		keys = append(keys, pair{name, s.with(choices(t.Name() + "." + f.Name))})
	}
	o := members{{"type", "object"}, {"properties", keys}, {"additionalProperties", false}}
	switch t {
	case reflect.TypeFor[Fault]():
		return append(o, pair{"required", []string{"kind"}}, pair{"allOf", needs()})
	case reflect.TypeFor[Schedule]():
		return append(o, pair{"required", []string{"seed", "faults"}})
	}
	return o
}

func fieldsOf(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

// choices are what may stand in a field with a list of names.
func choices(field string) members {
	var names, docs []string
	switch field {
	case "Fault.Kind":
		for _, k := range Kinds {
			names, docs = append(names, k.Name), append(docs, k.Doc)
		}
	case "Fault.Point":
		names = []string{Before, Within, After, Ack}
	case "Fault.Direction":
		names = []string{Both, Out, In}
	case "Schedule.Plain":
		for _, s := range Streams {
			names, docs = append(names, s.Name), append(docs, s.Doc)
		}
		return members{{"items", members{{"enum", names}, {"enumDescriptions", docs}}}}
	default:
		return nil
	}
	m := members{{"enum", names}}
	if docs != nil {
		m = append(m, pair{"enumDescriptions", docs})
	}
	return m
}

// needs says what faults of each kind have to have.
func needs() (all []members) {
	for _, k := range Kinds {
		var fields []string
		for name, has := range map[string]bool{"node": k.Node, "op": k.Op, "cut": k.Cut, "page": k.Name == LostWrite || k.Name == MisdirectedWrite} {
			if has {
				fields = append(fields, name)
			}
		}
		slices.Sort(fields)
		all = append(all, members{{"if", members{{"properties", members{{"kind", members{{"const", k.Name}}}}}}}, {"then", members{{"required", fields}}}})
	}
	return all
}

// comments has the doc comments of fields, by "Type.Field".
type comments map[string]string

func readComments(t *testing.T) comments {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "schedule.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	found := comments{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				for _, name := range f.Names {
					found[spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(f.Doc.Text()), " ")
				}
			}
		}
		return true
	})
	return found
}
