package tracefile

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// list writes each entry of a list as a line of JSON.
func list[T any](b *strings.Builder, name string, all []T) {
	fmt.Fprintf(b, "%s\n", name)
	for i := range all {
		line, err := json.Marshal(&all[i])
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(b, "  %s\n", line)
	}
}

func ms(n int) vtime.Instant { return vtime.Instant(n) * vtime.Instant(vtime.Millisecond) }

func TestTheLanesOfTheFixtureAreThese(t *testing.T) {
	l, err := reopen(t, fixture()).Lanes(0, vtime.Never, 100)
	if err != nil || l.More {
		t.Fatal(l, err)
	}
	var b strings.Builder
	list(&b, "incarnations", l.Incarnations)
	list(&b, "faults", l.Faults)
	list(&b, "connections", l.Connections)
	list(&b, "messages", l.Messages)
	list(&b, "disk", l.Disk)
	list(&b, "checks", l.Checks)
	list(&b, "eventuallys", l.Eventuallys)
	list(&b, "calls", l.Calls)
	list(&b, "logs", l.Logs)
	if got := b.String(); got != string(golden(t, "testdata/lanes.txt", []byte(got))) {
		t.Errorf("run with -update if the change is meant:\n%s", got)
	}
}

func TestLanesOfAWindowHaveWhatGoesOnInIt(t *testing.T) {
	l, err := reopen(t, fixture()).Lanes(ms(26), ms(29), 100)
	if err != nil {
		t.Fatal(err)
	}
	// The message that the partition holds, the call that has returned before and
	// the one that has not begun: only the first goes on.
	if len(l.Messages) != 1 || l.Messages[0].Send != 25 || len(l.Calls) != 0 || len(l.Disk) != 0 || len(l.Connections) != 1 || len(l.Eventuallys) != 1 {
		t.Errorf("%+v", l)
	}
	if len(l.Faults) != 4 || len(l.Incarnations) != 3 {
		t.Error("the faults and incarnations are not those of the whole run")
	}
}

func TestLanesSayWhenThereIsMore(t *testing.T) {
	f := reopen(t, fixture())
	l, err := f.Lanes(0, vtime.Never, 3)
	if err != nil || !l.More || len(l.Messages) != 3 || len(l.Disk) != 3 {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestTheStateAtAnInstantIsThis(t *testing.T) {
	f := reopen(t, fixture())
	var b strings.Builder
	for _, at := range []int{3, 24, 34, 40, 66} {
		s, err := f.State(ms(at), 100)
		if err != nil || s.More {
			t.Fatal(s, err)
		}
		fmt.Fprintf(&b, "after %d ms\n", at)
		list(&b, " nodes", s.Nodes)
		list(&b, " connections", s.Connections)
		list(&b, " partitions", s.Partitions)
		list(&b, " disk", s.Disk)
		list(&b, " eventuallys", s.Eventuallys)
		list(&b, " calls", s.Calls)
	}
	if got := b.String(); got != string(golden(t, "testdata/states.txt", []byte(got))) {
		t.Errorf("run with -update if the change is meant:\n%s", got)
	}
}

func TestTheConesOfAnEventAreThese(t *testing.T) {
	f := reopen(t, fixture())
	for _, c := range []struct {
		name string
		cone func(trace.ID) ([]trace.ID, error)
		id   trace.ID
		want string
	}{
		{"past of the first answer", f.Past, 16, "[1 2 6 10 12 14 16]"},
		{"past of nothing", f.Past, 99, "[]"},
		{"future of the second boot", f.Future, 39, "[39 40 43 45 46 47 48 50 51 52 53 55 56]"},
		{"future of the answer that the history blames", f.Future, 48, "[48 55 56]"},
		{"future of the write that is lost", f.Future, 32, "[32 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 50 51 52 53 55 56]"},
		{"future of an event that is not there", f.Future, 0, "[]"},
	} {
		ids, err := c.cone(c.id)
		if got := fmt.Sprint(ids); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}
