package lsp

import "testing"

func TestTheScenarioOfAFileIsTheOneThatRanLastOrTheNearest(t *testing.T) {
	at := func(path string, run int) *scenario {
		return &scenario{path: path, files: map[string]string{"/w/kv/client/main.go": "m"}, results: results{run: run}}
	}
	for _, c := range []struct {
		name, first string
		all         []*scenario
	}{
		{"nearest", "/w/kv/fixed.json", []*scenario{at("/w/bugs/seedfall.json", 0), at("/w/kv/fixed.json", 0)}},
		{"usual name", "/w/kv/seedfall.json", []*scenario{at("/w/kv/fixed.json", 0), at("/w/kv/seedfall.json", 0)}},
		{"ran last", "/w/bugs/seedfall.json", []*scenario{at("/w/kv/seedfall.json", 3), at("/w/bugs/seedfall.json", 4)}},
	} {
		s := &server{scenarios: c.all}
		if got := s.of("/w/kv/client/main.go"); len(got) != 2 || got[0].path != c.first {
			t.Errorf("%s: %s", c.name, got[0].path)
		}
	}
}
