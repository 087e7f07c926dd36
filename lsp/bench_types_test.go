//go:build linux

package lsp_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What types tell about the packages with sites of a folder of a hundred, from when a
// file of it is opened. The first server fills the caches of the go command.
func benchTypedLoad(b *testing.B) {
	root := large(b)
	var f figures
	for i := range 4 {
		d := start(b, root, idle)
		d.quiet(0)
		used, since := familyTime(d.pid), time.Now()
		d.open("client/main.go")
		d.until("what types tell", func() bool { return strings.Contains(d.log.String(), "types of "+root+" are known: ") })
		if i > 0 {
			f.cpu, f.wall = append(f.cpu, ms(familyTime(d.pid)-used)), append(f.wall, ms(time.Since(since)))
		}
		d.end()
	}
	f.report(b, "", 3000)
}

// The text does not show which function is called: a change of that, until the
// diagnostic comes, in a folder of a hundred packages. The server does not wait for the
// next key here, as it does for a second with the usual settings.
func benchTypedMisuse(b *testing.B) {
	const name = "client/extra.go"
	text := "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc extra() {\n\tcheck := sim.Always\n\tcheck(false, \"extra\")\n}\n"
	root := large(b)
	write(b, root, name, text)
	d := start(b, root, idle)
	d.quiet(0)
	told := map[string]string{"Always": "Unreachable says that nothing may come here", "Sometimes": "so that every sweep fails"}
	d.open(name)
	d.told(0, "textDocument/publishDiagnostics", told["Always"])
	d.quiet(0)
	var f figures
	for i := range 20 {
		kind := []string{"Sometimes", "Always"}[i%2]
		from := d.now()
		f.timed(d, false, func() time.Time {
			d.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument": {"uri": %q, "version": %d}, "contentChanges": [{"text": %s}]}`,
				d.uri(name), i+2, quote(strings.Replace(text, "Always", kind, 1))))
			return d.told(from, "textDocument/publishDiagnostics", told[kind]).at
		})
	}
	f.report(b, "", 1500)
}
