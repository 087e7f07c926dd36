package lsp

import (
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

func TestPathsOfURIs(t *testing.T) {
	for _, c := range []struct{ uri, posix, windows string }{
		{"file:///home/x/a.go", "/home/x/a.go", ""},
		{"file:///c%3A/Users/x/a.go", "/c:/Users/x/a.go", `c:\Users\x\a.go`},
		{"file:///C%3A/Users/x/a.go", "/c:/Users/x/a.go", `c:\Users\x\a.go`},
		{"file:///C:/Users/x/a.go", "/c:/Users/x/a.go", `c:\Users\x\a.go`},
		{"file:///c:/", "/c:/", `c:\`},
		{"file:///c:", "/c:", ""},
		{"file:///c:x", "/c:x", ""},
		{"file:///1:/x", "/1:/x", ""},
		{"file:///c:/Users/x/%C3%A4%20%23b.go", "/c:/Users/x/ä #b.go", `c:\Users\x\ä #b.go`},
		{"file://host/share/a.go", "", `\\host\share\a.go`},
		{"file://host/", "", ""},
		{"file://localhost/x/a.go", "/x/a.go", ""},
		{"file://localhost/C:/a.go", "/c:/a.go", `c:\a.go`},
		{"file:///a%zzb", "/a%zzb", ""},
		{"file:///a%00b", "", ""},
		{"untitled:Untitled-1", "", ""},
		{"https://host/a.go", "", ""},
		{"git:/c:/a.go", "", ""},
	} {
		var p protocol.TextDocumentIdentifier // as it comes in a message
		if err := protocol.Unmarshal([]byte(fmt.Sprintf(`{"uri": %q}`, c.uri)), &p); err != nil {
			t.Errorf("%s: %v", c.uri, err)
			continue
		}
		wantText(t, c.uri, pathOf(p.URI, false), c.posix)
		wantText(t, c.uri+" on Windows", pathOf(p.URI, true), c.windows)
	}
}

func FuzzPathsOfURIs(f *testing.F) {
	f.Add("file:///C:/Users/x/a.go")
	f.Add("file://host/share")
	f.Fuzz(func(t *testing.T, text string) {
		var p protocol.TextDocumentIdentifier
		if protocol.Unmarshal([]byte(fmt.Sprintf(`{"uri": %s}`, asJSON(text))), &p) != nil {
			return
		}
		if at := pathOf(p.URI, false); at != "" && at[0] != '/' {
			t.Errorf("%q is at %q", text, at)
		}
		if at := pathOf(p.URI, true); at != "" && !strings.HasPrefix(at, `\\`) && at[1:3] != `:\` {
			t.Errorf("%q is at %q on Windows", text, at)
		}
	})
}
