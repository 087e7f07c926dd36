package lsp

import "testing"

// What is in the journal may come from a stranger: it is refused, or can be shown
// and written down again.
func FuzzResultsOfAStranger(f *testing.F) {
	r := &results{snapshot: "s", problem: "p", failures: []*failing{{Failure: fails(3), seeds: []uint64{3}, snapshot: "s"}}}
	f.Add(string(kept("/dir", r)))
	f.Add(`{"failures": [{"failure": {"fingerprint": "f", "file": ".seedfall/x.json", "failure": {"site": {"file": "x", "line": 1}}}}]}`)
	f.Fuzz(func(t *testing.T, b string) {
		r, err := unkept("/dir", []byte(b))
		if err != nil {
			return
		}
		s := &server{}
		c := &scenario{path: "/dir/seedfall.json", results: *r}
		s.test(c)
		s.lens(c, &slot{What: "state"})
		if _, err := unkept("/dir", kept("/dir", r)); err != nil {
			t.Errorf("%q is taken, and not what it is written as: %v", b, err)
		}
	})
}
