package config

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// validate is as much of JSON Schema as schema.json uses. It gives the first
// reason why v, decoded with UseNumber, does not fit, or the empty string. A
// keyword that it does not know panics.
func validate(schema *value, v any, where string) string {
	for i := range schema.members {
		m := &schema.members[i]
		check, ok := keywords[m.key.text]
		if !ok {
			panic("schema.json uses " + m.key.text)
		}
		if bad := check(schema, &m.val, v, where); bad != "" {
			return bad
		}
	}
	return ""
}

type keyword func(schema, arg *value, v any, where string) string

var keywords map[string]keyword

func init() {
	annotation := func(_, _ *value, _ any, _ string) string { return "" }
	keywords = map[string]keyword{
		"$schema": annotation, "title": annotation, "description": annotation,
		"default": annotation, "enumDescriptions": annotation,
		"type": checkType, "enum": checkEnum, "pattern": checkPattern,
		"minimum": checkMinimum, "maximum": checkMaximum,
		"properties": checkProperties, "required": checkRequired,
		"additionalProperties": checkAdditional, "propertyNames": checkNames,
		"items": checkItems, "minItems": checkMinItems, "uniqueItems": checkUnique, "anyOf": checkAnyOf,
	}
}

func refuse(ok bool, where, format string, args ...any) string {
	if ok {
		return ""
	}
	return fmt.Sprintf("%s: %s", where, fmt.Sprintf(format, args...))
}

func checkType(_, arg *value, v any, where string) string {
	types := []string{arg.text}
	if arg.form == formArray {
		types = nil
		for i := range arg.items {
			types = append(types, arg.items[i].text)
		}
	}
	is := map[reflect.Kind]string{reflect.Bool: "boolean", reflect.String: "string", reflect.Slice: "array", reflect.Map: "object"}[reflect.ValueOf(v).Kind()]
	if n, ok := v.(json.Number); ok {
		r, _ := new(big.Rat).SetString(string(n))
		if is = "number"; r.IsInt() && slices.Contains(types, "integer") {
			is = "integer"
		}
	}
	return refuse(slices.Contains(types, is), where, "%v is no %v", v, types)
}

func checkEnum(_, arg *value, v any, where string) string {
	for i := range arg.items {
		if arg.items[i].text == v {
			return ""
		}
	}
	return refuse(false, where, "%v is none of the names", v)
}

func checkPattern(_, arg *value, v any, where string) string {
	s, ok := v.(string)
	return refuse(!ok || regexp.MustCompile(arg.text).MatchString(s), where, "%q does not match %s", s, arg.text)
}

func checkMinimum(_, arg *value, v any, where string) string {
	return refuse(compareNumber(v, arg) >= 0, where, "%v is below %s", v, arg.text)
}

func checkMaximum(_, arg *value, v any, where string) string {
	return refuse(compareNumber(v, arg) <= 0, where, "%v is above %s", v, arg.text)
}

// compareNumber is 0 when v is no number.
func compareNumber(v any, arg *value) int {
	n, ok := v.(json.Number)
	if !ok {
		return 0
	}
	a, _ := new(big.Rat).SetString(string(n))
	b, _ := new(big.Rat).SetString(arg.text)
	return a.Cmp(b)
}

func checkProperties(_, arg *value, v any, where string) string {
	object, _ := v.(map[string]any)
	for name, val := range object {
		if m := arg.get(name); m != nil {
			if bad := validate(&m.val, val, join(where, name)); bad != "" {
				return bad
			}
		}
	}
	return ""
}

func checkRequired(_, arg *value, v any, where string) string {
	object, ok := v.(map[string]any)
	for i := range arg.items {
		if _, has := object[arg.items[i].text]; ok && !has {
			return refuse(false, where, "no %s", arg.items[i].text)
		}
	}
	return ""
}

func checkAdditional(schema, arg *value, v any, where string) string {
	object, _ := v.(map[string]any)
	for name, val := range object {
		if p := schema.get("properties"); p != nil && p.val.get(name) != nil {
			continue
		}
		if arg.form == formBool {
			return refuse(arg.text == "true", where, "no key is called %q", name)
		}
		if bad := validate(arg, val, join(where, name)); bad != "" {
			return bad
		}
	}
	return ""
}

func checkNames(_, arg *value, v any, where string) string {
	object, _ := v.(map[string]any)
	for name := range object {
		if bad := validate(arg, name, join(where, name)); bad != "" {
			return bad
		}
	}
	return ""
}

func checkItems(_, arg *value, v any, where string) string {
	items, _ := v.([]any)
	for i, item := range items {
		if bad := validate(arg, item, joinIndex(where, i)); bad != "" {
			return bad
		}
	}
	return ""
}

func checkMinItems(_, arg *value, v any, where string) string {
	items, ok := v.([]any)
	least, _ := strconv.Atoi(arg.text)
	return refuse(!ok || len(items) >= least, where, "fewer than %d items", least)
}

func checkUnique(_, _ *value, v any, where string) string {
	items, _ := v.([]any)
	for i := range items {
		for j := range i {
			if reflect.DeepEqual(items[i], items[j]) {
				return refuse(false, where, "%v stands there twice", items[i])
			}
		}
	}
	return ""
}

func checkAnyOf(_, arg *value, v any, where string) string {
	for i := range arg.items {
		if validate(&arg.items[i], v, where) == "" {
			return ""
		}
	}
	return refuse(false, where, "none of the alternatives fits")
}

func TestSchemaTakesGoodConfigsAndRefusesPlainMistakes(t *testing.T) {
	for _, c := range []struct {
		story string
		good  bool
		skip  []string // files whose mistakes no schema can see
	}{
		{story: "good", good: true},
		{story: "ten"},
		{story: "keys", skip: []string{"schema.json", "no-nodes.json"}},
		{story: "values", skip: []string{"chances-2.json", "chances-4.json"}},
	} {
		archive, err := txtar.ParseFile("testdata/" + c.story + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files[:len(archive.Files)-1] {
			v, err := decodeJSON(f.Data)
			if err != nil {
				t.Fatal(err)
			}
			bad := validate(schemaTree(), v, "")
			if (bad == "") != c.good && !slices.Contains(c.skip, f.Name) {
				t.Errorf("%s: %s: the schema says %q", c.story, f.Name, bad)
			}
		}
	}
}

// Every default that the schema states is one that the schema takes.
func TestSchemaTakesItsOwnDefaults(t *testing.T) {
	count := 0
	var visit func(v *value)
	visit = func(v *value) {
		if def := v.get("default"); def != nil && def.val.form != formObject {
			got, err := decodeJSON([]byte(schemaText[def.val.start:def.val.end]))
			if bad := validate(v, got, ""); err != nil || bad != "" {
				t.Errorf("%v %s", err, bad)
			}
			count++
		}
		for i := range v.members {
			visit(&v.members[i].val)
		}
		for i := range v.items {
			visit(&v.items[i])
		}
	}
	visit(schemaTree())
	if count != len(defaultsOf(root)) {
		t.Errorf("%d defaults in the schema, %d in the table", count, len(defaultsOf(root)))
	}
}

func defaultsOf(o *object) (keys []*key) {
	o.walk("", func(_ string, o *object) {
		for _, k := range o.keys {
			if k.initial != "" {
				keys = append(keys, k)
			}
		}
	})
	return keys
}

// A comment that names another default or range than the tag would mislead.
func TestCommentsNameTheDefaultAndTheRange(t *testing.T) {
	comments := readComments(t)
	root.walk("", func(path string, o *object) {
		for _, k := range o.keys {
			text := comments.text(k.owner.Name(), k.field, k.name)
			where := join(path, k.name)
			if utf8.RuneCountInString(text) < 40 {
				t.Errorf("%s: the comment says little: %q", where, text)
			}
			if k.initial != "" && !regexp.MustCompile(`efault [^.]*`+regexp.QuoteMeta(strings.ReplaceAll(k.initial, ",", ", "))).MatchString(text) {
				t.Errorf("%s: the default is %s and the comment says %q", where, k.initial, text)
			}
			if k.min != "" && !regexp.MustCompile(`From `+k.min+` to `+k.max).MatchString(text) {
				t.Errorf("%s: the range is %s to %s and the comment says %q", where, k.min, k.max, text)
			}
		}
	})
	for typ, e := range enums {
		for _, name := range e.values {
			if comments.choice(typ, name) == "" {
				t.Errorf("%s: %q has no comment", typ.Name(), name)
			}
		}
	}
}
