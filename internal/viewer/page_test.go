package viewer

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/tracefile"
)

func page(t *testing.T, f *tracefile.File) string {
	t.Helper()
	var b bytes.Buffer
	if err := WritePage(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var embedded = regexp.MustCompile(`<script type="application/octet-stream" id="seedfall-([a-z]+)" data-run="main">([A-Za-z0-9+/=]*)</script>`)

func TestOnePageHasTheWholeRun(t *testing.T) {
	f := sample(t, "</script><script>alert(1)</script>")
	found := embedded.FindAllStringSubmatch(page(t, f), -1)
	if len(found) != 3 {
		t.Fatalf("%d sections are in the page", len(found))
	}
	for i, section := range tracefile.Sections() {
		if found[i][1] != string(section) {
			t.Errorf("%s stands where %s should", found[i][1], section)
		}
		packed, err := base64.StdEncoding.DecodeString(found[i][2])
		if err != nil {
			t.Fatal(err)
		}
		zip, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(zip)
		var want bytes.Buffer
		if e := f.WriteSection(&want, section); e != nil || err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s: %v, %v, %d bytes, not %d", section, e, err, len(got), want.Len())
		}
	}
}

// The policy names the script and the style by their hashes, and nothing else.
func TestOnePageLoadsNothingAndRunsOnlyItsScript(t *testing.T) {
	text := page(t, sample(t, "<img src=x onerror=alert(1)>"))
	hash := func(open, end string) string {
		_, rest, _ := strings.Cut(text, open)
		body, _, _ := strings.Cut(rest, end)
		sum := sha256.Sum256([]byte(body))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	own := "default-src 'none'; script-src " + hash("<script>", "</script>") + "; style-src " + hash("<style>", "</style>") + "; base-uri 'none'; form-action 'none'"
	want := `<meta http-equiv="Content-Security-Policy" content="` + own + `">`
	if !strings.Contains(text, want) {
		t.Errorf("%.600s\nhas not\n%s", text, want)
	}
	if servedPolicy != own+"; connect-src 'self'; img-src data:; frame-ancestors 'none'" {
		t.Errorf("a served page may do this: %s", servedPolicy)
	}
	if strings.Index(text, want) > strings.Index(text, "<style>") {
		t.Error("the policy stands behind what it is for")
	}
	if strings.Contains(text, "onerror") || strings.Contains(text, " src=") || strings.Contains(text, " href=") && !strings.Contains(script+style, " href=") {
		t.Error("something of the run, or an address, stands in the page")
	}
	if !strings.Contains(text, "<title>"+html.EscapeString(`seed 9223372036854775809: panic in <b>talker`)+"</title>") {
		t.Errorf("%.900s", text)
	}
}

// Script and style stand between tags, so they may not have what ends them.
func TestScriptAndStyleCanStandInAPage(t *testing.T) {
	for name, text := range map[string]string{"script": script, "style": style} {
		if strings.Contains(strings.ToLower(text), "</"+name) || strings.Contains(text, "<!--") {
			t.Errorf("the %s has what ends its tag", name)
		}
	}
}

func TestAPageThatCannotBeWrittenIsAnError(t *testing.T) {
	f := sample(t, "hello")
	b := []byte(page(t, f))
	if err := WritePage(&short{len(b) - 1}, f); err != io.ErrShortWrite {
		t.Errorf("%v", err)
	}
}

// short is a disk that takes some bytes and no more.
type short struct{ left int }

func (s *short) Write(b []byte) (int, error) {
	if s.left -= len(b); s.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}
