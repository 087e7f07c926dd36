package lsp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/schedule"
	"go.lsp.dev/protocol"
)

// completeConfig gives what may stand at an offset of a config.
func (s *server) completeConfig(d *document, offset int) []choice {
	t := typing(d.path, d.text.Text(), offset)
	switch t.want {
	case key:
		return completeKey(&t)
	case value, item:
		return completeValue(&t)
	}
	return nil
}

// completeKey gives the keys that an object has not got yet.
func completeKey(t *typed) (all []choice) {
	for _, k := range config.Keys(t.path) {
		path := k.Name
		if t.path != "" {
			path = t.path + "." + k.Name
		}
		if _, there := t.whole.PositionOf(path); there {
			continue
		}
		c := choice{from: t.from, to: t.to, label: k.Name, kind: protocol.CompletionItemKindProperty, detail: k.Write, doc: k.Doc, text: strconv.Quote(k.Name)}
		if k.Required {
			c.detail = strings.TrimPrefix(c.detail+", must be given", ", ")
		}
		if t.next != ':' {
			end := ""
			if t.next == '"' {
				end = ","
			}
			c.snippet = inSnippet(c.text+": ") + hole(&k) + end
			c.text += ": "
		}
		all = append(all, c)
	}
	return all
}

// hole is the form of a value in a snippet.
func hole(k *config.Key) string {
	switch {
	case k.List && k.Nested:
		return "[{$1}]"
	case k.List && (k.Node || len(k.Values) > 0 || strings.Contains(k.Write, "double quotes")):
		return `["$1"]`
	case k.List:
		return "[$1]"
	case k.Nested:
		return "{$1}"
	case k.Default != "":
		return "${1:" + inSnippet(k.Default) + "}"
	case k.Node || len(k.Values) > 0 || strings.Contains(k.Write, "double quotes"):
		return `"$1"`
	}
	return "$1"
}

// inSnippet is a text that means itself in a snippet.
func inSnippet(s string) string {
	return strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`).Replace(s)
}

// completeValue gives the values that a key, or an item of its list, may have.
func completeValue(t *typed) (all []choice) {
	k, ok := config.Describe(t.path)
	if !ok || k.List != (t.want == item) {
		return nil
	}
	add := func(text string, kind protocol.CompletionItemKind, detail, doc string) {
		label, err := strconv.Unquote(text)
		if err != nil {
			label = text
		}
		all = append(all, choice{from: t.from, to: t.to, label: label, kind: kind, detail: detail, doc: doc, text: text})
	}
	there := items(t)
	for _, v := range k.Values {
		if !slices.Contains(there, v.Name) {
			detail := ""
			if strconv.Quote(v.Name) == k.Default {
				detail = "default"
			}
			add(strconv.Quote(v.Name), protocol.CompletionItemKindEnumMember, detail, v.Doc)
		}
	}
	if k.Node {
		for _, g := range t.whole.Config().Guests() {
			if g.Role != config.RoleFinally && g.Name != "" && !slices.Contains(there, g.Name) {
				add(strconv.Quote(g.Name), protocol.CompletionItemKindModule, fmt.Sprintf("%v, %s", g.Role, g.Package), "")
			}
		}
	}
	switch {
	case k.Default == "true" || k.Default == "false":
		add(k.Default, protocol.CompletionItemKindValue, "default", "")
		add(map[string]string{"true": "false", "false": "true"}[k.Default], protocol.CompletionItemKindValue, "", "")
	case len(k.Values) == 0 && k.Default != "" && !k.List:
		add(k.Default, protocol.CompletionItemKindValue, "default", "")
	}
	return all
}

// items are the names that the list which is being written has already.
func items(t *typed) (names []string) {
	if t.want != item {
		return nil
	}
	for i := 0; ; i++ {
		at, ok := t.whole.PositionOf(itemPath(t.path, i))
		if !ok {
			return names
		}
		names = append(names, content(t.text, at.Value))
	}
}

// completeFault gives the kinds of faults, where one may stand in a schedule.
func completeFault(d *document, offset int) (all []choice) {
	t := typing(d.path, d.text.Text(), offset)
	if t.want != value || !strings.HasSuffix(t.path, "].kind") {
		return nil
	}
	for _, k := range schedule.Kinds {
		all = append(all, choice{from: t.from, to: t.to, label: k.Name, kind: protocol.CompletionItemKindEnumMember, detail: k.Family, doc: k.Doc, text: strconv.Quote(k.Name)})
	}
	return all
}
