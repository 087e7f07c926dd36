package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A mistake of our own is one line for the user and a file for us.
func TestAPanicBecomesAReport(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var out, errs bytes.Buffer
	code := guarded(env{&out, &errs, nil}, []string{"run", "-seed", "1"}, func() error { panic("two values disagree: 1 and 2") })
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	if code != exitInternal || out.Len() > 0 || len(lines) != 2 || lines[0] != "seedfall: internal error: two values disagree: 1 and 2" {
		t.Fatalf("code %d, output %q, errors %q", code, out.String(), errs.String())
	}
	file := regexp.MustCompile(`with the file (\S+)$`).FindStringSubmatch(lines[1])
	if file == nil {
		t.Fatal(lines[1])
	}
	b, err := os.ReadFile(file[1])
	if err != nil || !strings.Contains(string(b), "command: seedfall run -seed 1") || !strings.Contains(string(b), "TestAPanicBecomesAReport") {
		t.Errorf("%v\n%s", err, b)
	}
}
