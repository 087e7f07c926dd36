package story

import "testing"

func TestStoriesAreToldOfTraces(t *testing.T) {
	golden(t, "testdata/*.txt", func(t *testing.T, text string) string {
		recorded := read(t, text)
		return show(recorded.Tell(failure(recorded)))
	})
}
