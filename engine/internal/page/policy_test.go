package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"os"
	"regexp"
	"strings"
	"testing"
)

func between(t *testing.T, s, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(s, from)
	inside, _, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("nothing between %s and %s", from, to)
	}
	return inside
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func TestThePolicyAllowsThePagesOwnStyleAndScriptOnly(t *testing.T) {
	got := write(t, load(t, "testdata/kv-stale-read.txt"))
	want := "default-src 'none'; style-src '" + hash(between(t, got, "<style>", "</style>")) +
		"'; script-src '" + hash(between(t, got, "<script>", "</script>")) + "'; base-uri 'none'; form-action 'none'"
	if policy := between(t, got, `"Content-Security-Policy" content="`, `"`); policy != want {
		t.Errorf("got  %s\nwant %s", policy, want)
	}
	for _, bad := range []string{`\sstyle=`, `\son[a-z]+=`, `src=|href="[^#]`, `https?:`, `@import`, `innerHTML|insertAdjacentHTML|eval\(`} {
		if found := regexp.MustCompile(bad).FindString(got); found != "" {
			t.Errorf("the page holds %q", found)
		}
	}
}

func TestTheSamePageIsTheSameBytes(t *testing.T) {
	for _, f := range []string{"testdata/kv-stale-read.txt", "testdata/isolation-read-skew.txt"} {
		if a, b := write(t, load(t, f)), write(t, load(t, f)); a != b {
			t.Errorf("%s: two pages differ", f)
		}
	}
}

// TestEveryClassOfThePageHasAStyle keeps style, script and drawing together.
func TestEveryClassOfThePageHasAStyle(t *testing.T) {
	css, err := os.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(write(t, full("plain")), -1) {
		for c := range strings.FieldsSeq(m[1]) {
			if !strings.Contains(string(css), "."+c) && c != "ww" && c != "wr" && c != "member" && c != "role" {
				t.Errorf("the class %q has no style", c)
			}
		}
	}
}
