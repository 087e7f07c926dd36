package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write schema.json and the story files anew")

func TestSchemaIsCurrent(t *testing.T) {
	want := generateSchema(t)
	if *update {
		if err := os.WriteFile("schema.json", want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(Schema(), want) {
		t.Error("schema.json does not say what the structs and their comments say; run: go generate ./engine/config")
	}
}

// generateSchema writes the schema of the table of keys, with the comments of
// the source in this folder as descriptions.
func generateSchema(t *testing.T) []byte {
	t.Helper()
	comments := readComments(t)
	s := members{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "seedfall.json"},
		{"description", comments.text("Config", "", "seedfall.json")},
	}
	s = append(s, comments.object(root)...)
	s = append(s, pair{"anyOf", []any{members{{"required", []string{"nodes"}}}, members{{"required", []string{"workload"}}}}})
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// members is a JSON object that keeps its order.
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
		out.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
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

// comments holds the text of each doc comment by "Type", "Type.Field" and
// "Constant".
type comments map[string]string

func readComments(t *testing.T) comments {
	t.Helper()
	found := comments{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := goparser.ParseFile(token.NewFileSet(), name, nil, goparser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok {
				found.add(gen)
			}
		}
	}
	return found
}

func (c comments) add(gen *ast.GenDecl) {
	for _, spec := range gen.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			c[spec.Name.Name] = gen.Doc.Text()
			if typ, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range typ.Fields.List {
					for _, name := range f.Names {
						c[spec.Name.Name+"."+name.Name] = f.Doc.Text()
					}
				}
			}
		case *ast.ValueSpec:
			c.addConstant(gen, spec)
		}
	}
}

// addConstant keeps the comment of a typed string constant without its name.
func (c comments) addConstant(gen *ast.GenDecl, spec *ast.ValueSpec) {
	typ, named := spec.Type.(*ast.Ident)
	if !named || len(spec.Values) != 1 {
		return
	}
	literal, ok := spec.Values[0].(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return
	}
	text := spec.Doc.Text()
	if text == "" {
		text = gen.Doc.Text()
	}
	text = strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(text), "\n", " "), spec.Names[0].Name+" ")
	c[typ.Name+"="+strings.Trim(literal.Value, `"`)] = strings.ToUpper(text[:1]) + text[1:]
}

var link = regexp.MustCompile(`\[(\w+)\.(\w+)\]`)

// text gives the comment of a type or a field as one line a paragraph, in the
// words of the file: links to fields become the paths of their keys, and the
// name that a comment starts with becomes that of the key.
func (c comments) text(owner, field, key string) string {
	name := strings.TrimSuffix(owner+"."+field, ".")
	text := strings.ReplaceAll(strings.TrimSpace(c[name]), "\n\n", "\x00")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n", " "), "\x00", "\n\n")
	goName := name[strings.LastIndex(name, ".")+1:]
	if rest, ok := strings.CutPrefix(text, goName+" "); ok {
		text = "`" + key + "` " + rest
	}
	return link.ReplaceAllStringFunc(text, func(s string) string {
		m := link.FindStringSubmatch(s)
		return "`" + pathOf(owner, m[1], m[2]) + "`"
	})
}

// pathOf gives the path of the key of a field, or its name alone when the
// comment that links to it stands in the same struct.
func pathOf(from, owner, field string) string {
	path := ""
	root.walk("", func(at string, o *object) {
		for _, k := range o.keys {
			if k.owner.Name() == owner && k.field == field && path == "" {
				path = join(at, k.name)
				if from == owner {
					path = k.name
				}
			}
		}
	})
	return path
}

// object gives the schema of an object's keys.
func (c comments) object(o *object) members {
	var keys members
	var required []string
	for _, k := range o.keys {
		keys = append(keys, pair{k.name, c.key(k)})
		if k.required {
			required = append(required, k.name)
		}
	}
	s := members{{"type", "object"}, {"properties", keys}}
	if required != nil {
		s = append(s, pair{"required", required})
	}
	return append(s, pair{"additionalProperties", false})
}

// key gives the schema of a key's value.
func (c comments) key(k *key) members {
	s := members{{"description", c.text(k.owner.Name(), k.field, k.name)}}
	if k.list {
		s = append(s, pair{"type", "array"}, pair{"items", c.value(k)})
		if k.least > 0 {
			s = append(s, pair{"minItems", k.least})
		}
		if k.distinct {
			s = append(s, pair{"uniqueItems", true})
		}
	} else {
		s = append(s, c.value(k)...)
	}
	if text := k.defaultJSON(); text != "" {
		s = append(s, pair{"default", json.RawMessage(text)})
	}
	return s
}

func (c comments) value(k *key) members {
	switch k.kind {
	case kindObject:
		return c.object(k.object)
	case kindSupervise:
		s := c.object(k.object)
		s[0].val = []string{"boolean", "object"}
		return s
	case kindEnv:
		return members{{"type", "object"}, {"additionalProperties", members{{"type", "string"}}},
			{"propertyNames", members{{"pattern", `^[^=\x00]+$`}}}}
	case kindText:
		return members{{"type", "string"}, {"pattern", k.text.pattern.String()}}
	case kindEnum:
		return c.choices(k)
	case kindDuration:
		return members{{"type", "string"}, {"pattern", k.kind.pattern.String()}}
	case kindCount:
		least, _ := parseCount(k.min)
		most, _ := parseCount(k.max)
		return members{{"type", "integer"}, {"minimum", least}, {"maximum", most}}
	case kindSize:
		least, _ := ParseSize(k.min)
		most, _ := ParseSize(k.max)
		return members{{"type", []string{"integer", "string"}}, {"minimum", least}, {"maximum", most},
			{"pattern", k.kind.pattern.String()}}
	case kindChance:
		return members{{"type", []string{"number", "string"}}, {"minimum", 0}, {"maximum", 1},
			{"pattern", k.kind.pattern.String()}}
	}
	return members{{"type", "boolean"}}
}

// choice is the comment of one name of an enum. Levels with an order have that of
// the level.
func (c comments) choice(typ reflect.Type, name string) string {
	if doc := c[typ.Name()+"="+name]; doc != "" || typ != reflect.TypeFor[Isolation]() {
		return doc
	}
	base := Isolation(name).Base()
	order := map[string]string{"strong-session-": "each client's own order", "strict-": "the order of the clock"}[strings.TrimSuffix(name, string(base))]
	return strings.TrimSuffix(c["Isolation="+string(base)], ".") + "; besides, transactions keep " + order + "."
}

// choices gives the schema of an enum; editors show enumDescriptions beside it.
func (c comments) choices(k *key) members {
	var docs []string
	for typ, e := range enums {
		if e == k.enum {
			for _, name := range e.values {
				docs = append(docs, c.choice(typ, name))
			}
		}
	}
	return members{{"type", "string"}, {"enum", k.enum.values}, {"enumDescriptions", docs}}
}
