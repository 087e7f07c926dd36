package story

import (
	"regexp"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

func TestFiltersChooseEvents(t *testing.T) {
	r := recorded(t, "unsynced")
	at := func(text string) (at vtime.Instant) {
		if err := at.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		return at
	}
	for name, c := range map[string]struct {
		f    Filter
		want []trace.ID
	}{
		"a node":              {Filter{Nodes: []string{"server"}}, []trace.ID{2, 5, 6, 7, 10, 11, 12, 13, 15, 16}},
		"an incarnation":      {Filter{Nodes: []string{"server#2"}}, []trace.ID{12, 13, 15, 16}},
		"a kind":              {Filter{Kinds: []string{"disk.write"}}, []trace.ID{6}},
		"kinds by beginning":  {Filter{Kinds: []string{"disk.", "log"}}, []trace.ID{6, 9, 11, 13}},
		"a span, both ends":   {Filter{From: at("2s"), To: at("3s")}, []trace.ID{10, 11, 12, 13}},
		"from an instant on":  {Filter{From: at("4.2s")}, []trace.ID{17, 18, 19, 20}},
		"a property":          {Filter{Property: "writes are kept"}, []trace.ID{18}},
		"an expression":       {Filter{Grep: regexp.MustCompile(`client#1.*key7`)}, []trace.ID{9, 18, 19}},
		"all at once":         {Filter{Nodes: []string{"client"}, Kinds: []string{"net."}, To: at("2s"), Grep: regexp.MustCompile("receive")}, []trace.ID{8}},
		"nothing that exists": {Filter{Property: "no such property"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.f.Check(r.Names); err != nil {
				t.Fatal(err)
			}
			var got []trace.ID
			for _, e := range c.f.Select(r) {
				got = append(got, e.ID)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	if all := (&Filter{}).Select(r); len(all) != len(r.Events) {
		t.Errorf("the zero filter lets %d of %d events pass", len(all), len(r.Events))
	}
}

func TestAFilterThatFitsNoTraceIsRefused(t *testing.T) {
	names := []string{"server", "client"}
	for want, f := range map[string]Filter{
		`"sever" is no node; there are: server, client`:    {Nodes: []string{"sever"}},
		`"server#x" is no node; there are: server, client`: {Nodes: []string{"server#x"}},
		`4s..3s ends before it begins`:                     {From: 4e9, To: 3e9},
	} {
		if err := f.Check(names); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := (&Filter{Kinds: []string{"disc."}}).Check(names); err == nil {
		t.Error("disc. passes as a kind")
	}
}
