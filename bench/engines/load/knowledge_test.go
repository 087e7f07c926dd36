package load

import "testing"

func TestAStateIsJudgedByWhatWasAcknowledgedAndWhatIsOpen(t *testing.T) {
	for name, c := range map[string]struct {
		got  State
		want Verdict
		key  string
	}{
		"as before":                {State{"a": "1", "b": "2"}, Kept, ""},
		"with the open batch":      {State{"a": "3", "c": "4"}, Made, ""},
		"with a part of it":        {State{"a": "3", "b": "2"}, Halved, "b"},
		"with another part":        {State{"a": "1", "c": "4"}, Halved, "a"},
		"an acknowledged one lost": {State{"a": "0", "b": "2"}, Lost, "a"},
		"a key lost":               {State{"b": "2"}, Lost, "a"},
		"what was taken away":      {State{"a": "1", "b": "2", "d": "5"}, Resurged, "d"},
		"a torn value":             {State{"a": "1", "b": ""}, Strange, "b"},
		"the value of another key": {State{"a": "2", "b": "2"}, Strange, "a"},
		"an unknown key":           {State{"a": "1", "b": "2", "z": "1"}, Strange, "z"},
	} {
		k := known()
		if v, key := k.Found(c.got); v != c.want || key != c.key {
			t.Errorf("%s: verdict %d, key %q; want %d, %q", name, v, key, c.want, c.key)
		}
	}
}

// known has a=1 and b=2 acknowledged, a was 0 and d was 5 before; a=3, c=4 and
// the end of b are open.
func known() *Knowledge {
	k := &Knowledge{}
	for _, batch := range [][]Change{
		{{Key: "a", Value: "0"}, {Key: "d", Value: "5"}},
		{{Key: "a", Value: "1"}, {Key: "b", Value: "2"}, {Key: "d", Gone: true}},
	} {
		k.Ask(batch)
		k.Acknowledged()
	}
	k.Ask([]Change{{Key: "a", Value: "3"}, {Key: "b", Gone: true}, {Key: "c", Value: "4"}})
	return k
}

func TestWhatACrashHasDecidedStaysDecided(t *testing.T) {
	before, after := State{"a": "1", "b": "2"}, State{"a": "3", "c": "4"}
	for _, c := range []struct {
		first, then State
		want        Verdict
	}{{before, after, Lost}, {after, before, Lost}, {after, after, Kept}, {before, before, Kept}} {
		k := known()
		k.Found(c.first)
		if v, _ := k.Found(c.then); v != c.want {
			t.Errorf("%v, then %v: verdict %d, want %d", c.first, c.then, v, c.want)
		}
	}
}
