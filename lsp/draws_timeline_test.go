package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// draws is everything, of a client that shows timelines.
var draws = strings.TrimSuffix(everything, "}") + `, "experimental": {"seedfall": {"protocol": 1, "timeline": true}}}`

func TestAClientThatDrawsTimelinesIsOfferedThem(t *testing.T) {
	c := openArchive(t, "kv.txt", draws)
	c.open("client/main.go", "")
	c.run()
	c.call("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.shrink", "arguments": [{"config": %q, "fingerprint": "f1"}]}`, c.root+"/seedfall.json"), nil)
	timeline := `"command":"seedfall.timeline","arguments":[{"config":"/seedfall.json","fingerprint":"f1","seed":"2"}]}`
	expect(t, "actions", c.briefly(c.offered("client/main.go", c.after("client/main.go", "sim.Always"), `["quickfix"]`))[:1],
		[]string{"quickfix: Open the timeline of seed 2 " + timeline + " #always"})
	expect(t, "the lens", c.lenses("client/main.go")[1:2], []string{"5 seedfall.timeline: fails: seed 2 and 1 more, shrunk to 1 fault · timeline"})
}

func TestTheFilesThatATraceNamesAreFound(t *testing.T) {
	c := openArchive(t, "kv.txt", draws)
	of := func(file, config string) string {
		var r struct{ URI string }
		c.call("seedfall/trace/source", fmt.Sprintf(`{"config": %q, "file": %q}`, config, file), &r)
		return strings.TrimPrefix(r.URI, c.uri(""))
	}
	got := []string{of("example.com/kv/client/main.go", ""), of("example.com/kv/client/main.go", c.root+"/seedfall.json"), of("runtime/proc.go", ""), of("../../etc/passwd", "")}
	expect(t, "files", got, []string{"/client/main.go", "/client/main.go", "", ""})
}
