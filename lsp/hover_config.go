package lsp

import (
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/schedule"
)

// hoverConfig tells of the key or the value at an offset of a config, and gives
// its place.
func hoverConfig(t *page, d *document, offset int) (from, to int) {
	doc := taken(d)
	at := doc.At(offset)
	key, ok := config.Describe(at.Path)
	if !ok {
		return 0, 0
	}
	if at.InKey {
		describe(t, &key)
		return at.Key.Start, at.Key.End
	}
	value := content(d.text.Text(), at.Value)
	for _, c := range key.Values {
		if c.Name == value && value != "" {
			t.paragraph(t.code(c.Name), " of ", t.code(key.Name))
			t.paragraph(t.prose(c.Doc))
			return at.Value.Start, at.Value.End
		}
	}
	if key.Node {
		for _, g := range doc.Config().Guests() {
			if g.Name == value && value != "" {
				t.paragraph(t.bold(g.Role.String()), " ", t.code(g.Name), " of package ", t.code(g.Package))
				return at.Value.Start, at.Value.End
			}
		}
	}
	if stands := d.text.Text()[at.Value.Start:at.Value.End]; stands == "" || stands[0] == '{' || stands[0] == '[' {
		return 0, 0 // between the keys of an object, or the items of a list
	}
	describe(t, &key)
	return at.Value.Start, at.Value.End
}

// describe tells of a key.
func describe(t *page, k *config.Key) {
	head := []string{t.code(k.Name)}
	if k.Write != "" {
		head = append(head, ": ", t.prose(k.Write))
	}
	t.paragraph(head...)
	t.paragraph(t.prose(k.Doc))
	switch {
	case k.Required:
		t.paragraph("It must be given.")
	case k.Default != "":
		t.paragraph("Default: ", t.code(k.Default))
	}
}

// hoverFault tells of the kind of fault that stands at an offset of a schedule, and
// gives its place.
func hoverFault(t *page, d *document, offset int) (from, to int) {
	at := taken(d).At(offset)
	if !strings.HasSuffix(at.Path, "].kind") {
		return 0, 0
	}
	k, ok := schedule.KindOf(content(d.text.Text(), at.Value))
	if !ok {
		return 0, 0
	}
	t.paragraph(t.bold(k.Name), ", one of the ", k.Family)
	t.paragraph(t.plain(k.Doc))
	when := "It happens at an operation of the node: op counts them, at is a note for the reader."
	if k.Planned {
		when = "It happens at an instant, at."
	}
	t.paragraph(when)
	return at.Value.Start, at.Value.End
}
