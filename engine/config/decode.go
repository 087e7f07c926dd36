package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// decoder reads a tree into a Config by the table of keys and goes on after
// every problem, so that one pass finds them all.
type decoder struct {
	doc      *Document
	problems Problems
	bad      map[string]bool // paths whose value could not be taken
}

// report adds a problem of the text of v.
func (d *decoder) report(v *value, where string, c *complaint) {
	d.bad[where] = true
	d.problems = append(d.problems, Problem{Path: d.doc.path, Offset: v.start, End: v.end, Where: where,
		Message: c.message, Suggestion: c.suggestion})
}

// object reads v into the struct to, whose defaults are set already.
func (d *decoder) object(o *object, v *value, where string, to reflect.Value) {
	if v.form != formObject {
		d.report(v, where, &complaint{message: v.quoted() + " is not taken here; write an object"})
		return
	}
	uses := d.uses(v, where)
	for i, m := range v.members {
		k, at := o.find(m.key.text), join(where, m.key.text)
		switch use := uses[m.key.text]; {
		case k != nil && use.last == i:
			d.key(k, &m.val, at, to.FieldByIndex(k.index))
		case k == nil && use.first == i:
			d.report(&m.key, at, d.unknown(o, m.key.text))
		}
	}
	for _, k := range o.keys {
		if k.required && v.get(k.name) == nil {
			head := value{start: v.start, end: v.start + 1}
			d.report(&head, join(where, k.name), &complaint{message: fmt.Sprintf("%q is missing; %s", k.name, k.text.advice)})
		}
	}
}

// use tells which members of an object have a key. The last one counts, as in
// every JSON decoder.
type use struct{ first, last int }

// uses gives the use of each key of v and reports the keys that stand there
// more than once.
func (d *decoder) uses(v *value, where string) map[string]use {
	uses := make(map[string]use, len(v.members))
	for i := range v.members {
		key := &v.members[i].key
		before, again := uses[key.text]
		if !again {
			uses[key.text] = use{i, i}
			continue
		}
		uses[key.text] = use{before.first, i}
		line, _ := lineCol(d.doc.data, v.members[before.first].key.start)
		d.report(key, join(where, key.text), &complaint{message: fmt.Sprintf(
			"the key %q stands here twice, first on line %d; remove one", clip(key.text), line)})
	}
	return uses
}

// unknown complains about a key that o does not have.
func (d *decoder) unknown(o *object, name string) *complaint {
	message := fmt.Sprintf("%q is not a key here", clip(name))
	if homes := root.homes(name); len(homes) > 0 {
		return &complaint{message: message + "; it is a key of " + orList(homes)}
	}
	if near := Nearest(name, o.names()); near != "" {
		return &complaint{message, near}
	}
	return &complaint{message: message + "; the keys are " + strings.Join(o.names(), ", ")}
}

// key reads the value of one key into its field.
func (d *decoder) key(k *key, v *value, where string, field reflect.Value) {
	switch {
	case v.form == formNull:
		d.report(v, where, &complaint{message: "null is not taken here; leave the key out for its default"})
		return
	case !k.list:
		d.value(k, v, where, field)
		return
	case v.form != formArray:
		d.report(v, where, &complaint{message: fmt.Sprintf("%s is not taken here; write an array, each item %s", v.quoted(), k.write())})
		return
	}
	list := reflect.MakeSlice(field.Type(), len(v.items), len(v.items))
	for i := range v.items {
		d.value(k, &v.items[i], joinIndex(where, i), list.Index(i))
	}
	field.Set(list)
	d.few(k, v, where)
	if k.distinct {
		d.twice(v, where)
	}
}

// few reports a list that is too short.
func (d *decoder) few(k *key, v *value, where string) {
	switch n := len(v.items); {
	case n >= k.least:
	case n == 0:
		d.report(v, where, &complaint{message: "an empty list is not taken here; leave the key out for its default"})
	default:
		d.report(v, where, &complaint{message: fmt.Sprintf("at least %d are needed here; this is %d", k.least, n)})
	}
}

// twice reports the items of a list that must differ and do not.
func (d *decoder) twice(v *value, where string) {
	seen := map[string]bool{}
	for i := range v.items {
		item, at := &v.items[i], joinIndex(where, i)
		if item.form == formString && seen[item.text] && !d.bad[at] {
			d.report(item, at, &complaint{message: fmt.Sprintf("%q stands in this list twice; remove one", clip(item.text))})
		}
		seen[item.text] = true
	}
}

// value reads one value, of a key or of an item of its list.
func (d *decoder) value(k *key, v *value, where string, field reflect.Value) {
	if field.Kind() == reflect.Pointer {
		d.pointer(k, v, where, field)
		return
	}
	switch k.kind {
	case kindObject:
		k.object.defaults(field)
		d.object(k.object, v, where, field)
	case kindSupervise:
		d.supervise(k, v, where, field)
	case kindEnv:
		d.env(k, v, where, field.Addr().Interface().(*Env))
	default:
		if c := k.read(v, field); c != nil {
			d.report(v, where, c)
		}
	}
}

// pointer reads a value that may be absent. One that cannot be read stays so; an
// object with problems keeps the rest of what it holds.
func (d *decoder) pointer(k *key, v *value, where string, field reflect.Value) {
	before := len(d.problems)
	to := reflect.New(field.Type().Elem())
	d.value(k, v, where, to.Elem())
	if len(d.problems) == before || v.form == formObject && k.object != nil {
		field.Set(to)
	}
}

func (d *decoder) supervise(k *key, v *value, where string, field reflect.Value) {
	switch {
	case v.form == formBool && v.text == "false":
		return
	case v.form == formBool:
		k.object.defaults(field)
	case v.form == formObject:
		k.object.defaults(field)
		d.object(k.object, v, where, field)
	default:
		d.report(v, where, k.wrongForm(v))
	}
}

func (d *decoder) env(k *key, v *value, where string, env *Env) {
	if v.form != formObject {
		d.report(v, where, k.wrongForm(v))
		return
	}
	uses := d.uses(v, where)
	for i, m := range v.members {
		d.variable(&m, join(where, m.key.text))
		if uses[m.key.text].last == i {
			*env = append(*env, Var{m.key.text, m.val.text})
		}
	}
	slices.SortFunc(*env, func(a, b Var) int { return strings.Compare(a.Name, b.Name) })
}

// variable reports what is wrong with one environment variable.
func (d *decoder) variable(m *member, where string) {
	name := m.key.text
	switch {
	case name == "" || strings.ContainsAny(name, "=\x00") || m.key.damaged:
		d.report(&m.key, where, &complaint{message: fmt.Sprintf(
			"no variable can be called %q; a name is UTF-8 text without an equals sign or NUL", clip(name))})
	case m.val.form != formString:
		d.report(&m.val, where, &complaint{message: m.val.quoted() + " is not taken here; write text in double quotes"})
	case m.val.damaged:
		d.report(&m.val, where, &complaint{message: damaged})
	default:
		if c := textForms["text"].check(m.val.text); c != nil {
			d.report(&m.val, where, c)
		}
	}
}
