package story

import (
	"reflect"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
)

func TestTwoTracesPartAtTheFirstEventThatDiffers(t *testing.T) {
	a := recorded(t, "unsynced")
	changed := func(i int, change func(*trace.Event)) Trace {
		b := a
		b.Events = slices.Clone(a.Events)
		change(&b.Events[i])
		return b
	}
	short := a
	short.Events = a.Events[:19]
	for name, c := range map[string]struct {
		b    Trace
		want *Divergence
	}{
		"the same": {a, nil},
		"a field": {changed(8, func(e *trace.Event) { e.S = "key7=41 unknown" }), &Divergence{8,
			[]string{"    1.100s  server#1 send socket=2 bytes=3 to=client:49152", "    1.200s  client#1 receive socket=1 bytes=3 from=server:7000"},
			"    1.200s  client#1 | key7=41 acknowledged", "    1.200s  client#1 | key7=41 unknown"}},
		"what the text rounds": {changed(0, func(e *trace.Event) { e.At = 5 }), &Divergence{0, nil,
			`{"id":1,"at":0,"kind":"run.start"}`, `{"id":1,"at":5,"kind":"run.start"}`}},
		"the site": {changed(17, func(e *trace.Event) { e.Site = 0 }), &Divergence{17,
			[]string{"    4.100s  server#2 send socket=3 bytes=1 to=client:49153", "    4.200s  client#1 receive socket=1 bytes=1 from=server:7000"},
			`    4.200s  client#1 always "writes are kept" false: key=key7 acknowledged=41 read=0 at client.go:36`,
			`    4.200s  client#1 always "writes are kept" false: key=key7 acknowledged=41 read=0`}},
		"the end of one": {short, &Divergence{19,
			[]string{`    4.200s  client#1 always "writes are kept" false: key=key7 acknowledged=41 read=0 at client.go:36`,
				`    4.200s  client#1 FAILED class=always message="key=key7 acknowledged=41 read=0"`},
			"    4.200s  end reason=failed", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Diverge(a, c.b, 2); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v\nwant %+v", got, c.want)
			}
		})
	}
}
