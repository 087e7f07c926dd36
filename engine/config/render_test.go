package config

import (
	"fmt"
	"reflect"
	"strings"
)

// render writes every field of c that differs from Default's, then every guest.
func render(c *Config) string {
	var out strings.Builder
	def := Default()
	renderObject(&out, root, "", reflect.ValueOf(c).Elem(), reflect.ValueOf(def).Elem())
	for _, g := range c.Guests() {
		fmt.Fprintf(&out, "  %v %s: %s %q %q, %v, %s, %s\n", g.Role, g.Name, g.Package, g.Args, g.Env.Strings(),
			g.Memory, renderSupervise(g.Supervise), renderDisk(g.Disk))
	}
	return out.String()
}

// renderObject writes the fields of v; same holds the defaults, or is invalid
// where there are none.
func renderObject(out *strings.Builder, o *object, path string, v, same reflect.Value) {
	for _, k := range o.keys {
		field, at := v.FieldByIndex(k.index), join(path, k.name)
		var def reflect.Value
		if same.IsValid() {
			def = same.FieldByIndex(k.index)
		}
		if field.Kind() == reflect.Pointer {
			if field.IsNil() {
				continue
			}
			field, def = field.Elem(), reflect.Value{}
		}
		switch {
		case k.list && k.object != nil:
			for i := range field.Len() {
				renderObject(out, k.object, joinIndex(at, i), field.Index(i), reflect.Value{})
			}
		case k.kind == kindSupervise && field.IsZero():
			fmt.Fprintf(out, "  %s = off\n", at)
		case k.object != nil:
			renderObject(out, k.object, at, field, def)
		case def.IsValid() && reflect.DeepEqual(field.Interface(), def.Interface()):
		case field.Kind() == reflect.Slice && field.Len() == 0:
		default:
			fmt.Fprintf(out, "  %s = %v\n", at, field.Interface())
		}
	}
}

func renderSupervise(s Supervise) string {
	if !s.On() {
		return "not supervised"
	}
	return fmt.Sprintf("%s after %v", s.Restart, s.Delay)
}

func renderDisk(d Disk) string {
	words := []string{"disk"}
	for _, w := range []struct {
		on   bool
		word string
	}{{d.TornWrites, "torn"}, {d.ReorderWrites, "reordered"}, {d.StrictDirs, "strict"},
		{d.FSModel != "", string(d.FSModel)}, {d.DiskBytes != 0, d.DiskBytes.String()}} {
		if w.on {
			words = append(words, w.word)
		}
	}
	return strings.Join(words, " ")
}
