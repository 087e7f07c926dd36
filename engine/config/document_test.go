package config

import (
	"fmt"
	"strings"
	"testing"
)

// locate gives the text without its ¦ marks and their offsets in it.
func locate(text string) (clean string, offsets []int) {
	parts := strings.Split(text, "¦")
	for _, part := range parts[:len(parts)-1] {
		clean += part
		offsets = append(offsets, len(clean))
	}
	return clean + parts[len(parts)-1], offsets
}

func TestAtTellsWhatStandsAtAnOffset(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // for each mark: path, "key" or "value", text of the value
	}{
		{"whole file", `¦{ ¦"nodes": [ ] ¦}¦`, []string{" value {}", "nodes key []", " value {}", " value {}"}},
		{"keys and values", `{ "a": 1, ¦"du¦ration"¦:¦ ¦"1¦m"¦ , "b": 2 }`, []string{"duration key 1m", "duration key 1m", "duration key 1m",
			"duration value 1m", "duration value 1m", "duration value 1m", "duration value 1m"}},
		{"items", `{ "nodes": ¦[ ¦{ ¦}, ¦ {"name": ¦"b"} ] }`, []string{"nodes value []", "nodes[0] value {}", "nodes[0] value {}", "nodes value []", "nodes[1].name value b"}},
		{"quoted path", `{ "nodes": [{"env": {"A.B": ¦"x"}}] }`, []string{`nodes[0].env["A.B"] value x`}},
		{"key being typed", `{ "nodes": [], "du¦`, []string{"du key "}},
		{"empty key being typed", `{ "nodes": [], "¦`, []string{`[""] key `}},
		{"value being typed", "{ \"fs_model\": \"ext¦\n}", []string{"fs_model value ext"}},
		{"value to be typed", `{ "fs_model": ¦ }`, []string{"fs_model value "}},
		{"object being typed", "{ \"nodes\": [ {\"name\": \"a\"}, {\"name\": \"b\", ¦\n", []string{"nodes[1] value {}"}},
		{"after a comma", `{ "faults": { "crash": {}, ¦ } }`, []string{"faults value {}"}},
		{"empty file", `¦`, []string{" value "}},
	} {
		text, offsets := locate(c.text)
		doc := Read("f.json", []byte(text))
		for i, offset := range offsets {
			place := doc.At(offset)
			got := fmt.Sprintf("%s %s %s", place.Path, map[bool]string{true: "key", false: "value"}[place.InKey], content(text, place.Value))
			if got != c.want[i] {
				t.Errorf("%s, mark %d: got %q, want %q", c.name, i+1, got, c.want[i])
			}
		}
	}
}

// content is the text of a scalar without quotes, or the brackets of anything
// else.
func content(text string, s Span) string {
	text = strings.TrimSpace(text[s.Start:s.End])
	if strings.HasPrefix(text, "{") {
		return "{}"
	}
	if strings.HasPrefix(text, "[") {
		return "[]"
	}
	return strings.Trim(text, `"`)
}

func TestPositionOfFindsPaths(t *testing.T) {
	const text = `{ "nodes": [ {"name": "a"}, {"name": "b", "env": {"x.y": "1", "": "2"}} ], "duration": "1m", "duration": "2m" }`
	doc := Read("f.json", []byte(text))
	for path, want := range map[string]string{
		"":                      text + " key ",
		"nodes[1].name":         `"b" key "name"`,
		"nodes[0]":              `{"name": "a"} key `,
		`nodes[1].env["x.y"]`:   `"1" key "x.y"`,
		`nodes[1].env[""]`:      `"2" key ""`,
		`["nodes"][1]["name"]`:  `"b" key "name"`,
		"duration":              `"2m" key "duration"`,
		"nodes[2]":              "none",
		"nodes[-1]":             "none",
		"nodes[99999999999999]": "none",
		"nodes.name":            "none",
		"nodes[0].name.x":       "none",
		"nodes[0]name":          "none",
		"nodes[":                "none",
		`nodes["a`:              "none",
		".nodes":                "none",
		"nodes.":                "none",
		"nodes..name":           "none",
		"nodes[0][0]":           "none",
		"nödes":                 "none",
	} {
		got := "none"
		if place, ok := doc.PositionOf(path); ok {
			got = text[place.Value.Start:place.Value.End] + " key " + text[place.Key.Start:place.Key.End]
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func TestPositionCountsLinesAndCharacters(t *testing.T) {
	doc := Read("f.json", []byte("{\r\n\t\"é😀\": 1\n}"))
	for offset, want := range map[int][2]int{-1: {1, 1}, 0: {1, 1}, 1: {1, 2}, 3: {2, 1}, 4: {2, 2}, 5: {2, 3}, 7: {2, 4}, 11: {2, 5}, 16: {3, 1}, 99: {3, 2}} {
		line, col := doc.Position(offset)
		if got := [2]int{line, col}; got != want {
			t.Errorf("offset %d: got %v, want %v", offset, got, want)
		}
	}
}

// A language server completes node names while the file is being typed.
func TestBrokenTextKeepsWhatCameBefore(t *testing.T) {
	doc := Read("f.json", []byte(`{ "duration": "5s", "nodes": [{"name": "a", "package": "./a"}, {"name": "b"}], "faults": {"crash": {"nodes": ["`))
	if got := doc.Config().NodeNames(); fmt.Sprint(got) != "[a b]" {
		t.Errorf("nodes: %v", got)
	}
	if got := doc.Config().Duration.String(); got != "5s" {
		t.Errorf("duration: %v", got)
	}
	want := "f.json:1:111: this string is not closed on its line; end it with a double quote"
	if got := doc.Problems().String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDescribeTellsWhatHoverShows(t *testing.T) {
	for path, want := range map[string]string{
		"duration":                   `duration, write a duration such as "250ms" or "1m30s", default "1m"`,
		"nodes":                      `nodes, write an object, list, nested`,
		"nodes[3]":                   `nodes, write an object, list, nested`,
		"nodes[3].name":              `name, write text in double quotes, required`,
		"nodes[0].supervise":         `supervise, write true, false or an object, nested`,
		"nodes[0].supervise.restart": `restart, write on-failure or always in double quotes, default "on-failure", on-failure|always`,
		"workload.name":              `name, write text in double quotes, default "workload"`,
		"finally.name":               `name, write text in double quotes, default "finally"`,
		"torn_writes":                `torn_writes, write true or false, default false`,
		"nodes[0].torn_writes":       `torn_writes, write true or false`,
		"disk_bytes":                 `disk_bytes, write a size such as "64MiB", or a number of bytes without quotes, default 0`,
		"faults.crash_on_io.points":  `points, write before, within, after or ack in double quotes, default ["before", "within", "after", "ack"], list, before|within|after|ack`,
		"faults.crash.nodes[1]":      `nodes, write text in double quotes, list, names a node`,
		"faults.crash_on_io.chance":  `chance, write a number from 0 to 1 with at most 9 decimals, or a fraction such as "1/20", default "1/200"`,
		"nodes[0].env":               `env, write an object of strings`,
		"nodes[0].env.PATH":          "none",
		"":                           "none",
		"nodes.name":                 "none",
		"duration[0]":                "none",
		"nodes[0][0]":                "none",
		"colour":                     "none",
		"[":                          "none",
	} {
		got := "none"
		if k, ok := Describe(path); ok {
			got = describeKey(k)
			if !strings.HasPrefix(k.Doc, "`"+k.Name+"` ") {
				t.Errorf("%q: the text is %q", path, k.Doc)
			}
		}
		if got != want {
			t.Errorf("%q:\n got: %s\nwant: %s", path, got, want)
		}
	}
}

func describeKey(k Key) string {
	words := []string{k.Name, "write " + k.Write}
	if k.Default != "" {
		words = append(words, "default "+k.Default)
	}
	for _, w := range []struct {
		on   bool
		word string
	}{{k.Required, "required"}, {k.List, "list"}, {k.Nested, "nested"}, {k.Node, "names a node"}} {
		if w.on {
			words = append(words, w.word)
		}
	}
	var names []string
	for _, v := range k.Values {
		names = append(names, v.Name)
	}
	if names != nil {
		words = append(words, strings.Join(names, "|"))
	}
	return strings.Join(words, ", ")
}

func TestKeysTellsWhatCanBeCompleted(t *testing.T) {
	for path, want := range map[string]string{
		"":                 "$schema duration watchdog memory tags nodes workload finally liveness supervise preempt network torn_writes reorder_writes strict_dirs zeroed_growth fs_model disk_bytes histories faults",
		"nodes[7]":         "name package args env memory supervise torn_writes reorder_writes strict_dirs zeroed_growth fs_model disk_bytes",
		"supervise":        "restart delay",
		"faults.partition": "every for_min for_max one_way nodes",
		"nodes":            "",
		"nodes[0].env":     "",
		"duration":         "",
		"colour":           "",
	} {
		var names []string
		for _, k := range Keys(path) {
			names = append(names, k.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
	for _, v := range Keys("")[15].Values {
		if v.Doc == "" {
			t.Errorf("%s: no text", v.Name)
		}
	}
}
