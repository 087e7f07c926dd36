package tracefile

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/vtime"
)

const queryStory = "testdata/queries.txt"

// The timeline's test reads the same story, so the two implementations agree.
func TestQueriesChooseWhatTheStorySays(t *testing.T) {
	b, err := os.ReadFile(queryStory)
	if err != nil {
		t.Fatal(err)
	}
	var f *File
	var got strings.Builder
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		name, run := strings.CutPrefix(line, "== ")
		if strings.HasPrefix(line, "\t") { // an answer
			continue
		}
		got.WriteString(line + "\n")
		switch {
		case run:
			f = storyRun(t, name)
		case line != "" && !strings.HasPrefix(line, "# "):
			got.WriteString("\t" + answerTo(t, f, line) + "\n")
		}
	}
	if got.String() != string(golden(t, queryStory, []byte(got.String()))) {
		t.Errorf("run with -update if the change is meant:\n%s", got.String())
	}
}

// storyQueries are all queries of the story.
func storyQueries(t testing.TB) (all []string) {
	b, err := os.ReadFile(queryStory)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "# ") && !strings.HasPrefix(line, "== ") {
			all = append(all, strings.TrimSuffix(line, "\n"))
		}
	}
	return all
}

// storyRun opens a recorded run by its name.
func storyRun(t *testing.T, name string) *File {
	t.Helper()
	path := filepath.Join("../../vscode-extension/test/fixtures", name+Extension)
	if name == "schema1" {
		path = filepath.Join("testdata", name+Extension)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() }) //nolint:errcheck // it was only read
	return f
}

// answerTo is how many events a query chooses, with a digest of their numbers; or
// what is wrong with it.
func answerTo(t *testing.T, f *File, query string) string {
	t.Helper()
	c, err := f.Filter(t.Context(), query)
	if err != nil {
		return err.Error()
	}
	w, err := f.Window(t.Context(), Ask{To: vtime.Never, Filter: c, Limit: int(f.Header.Events)})
	if err != nil {
		t.Fatal(err)
	}
	var numbers strings.Builder
	for i := range w.Events {
		fmt.Fprintf(&numbers, "%d\n", w.Events[i].ID)
	}
	sum := sha256.Sum256([]byte(numbers.String()))
	return fmt.Sprintf("%d events, %x", w.Total, sum[:4])
}
