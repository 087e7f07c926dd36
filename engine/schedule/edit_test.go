package schedule

import (
	"fmt"
	"reflect"
	"testing"
)

func TestEditsGiveANewSchedule(t *testing.T) {
	before := string(full.Encode())
	for _, c := range []struct {
		edit Edit
		want []string
	}{
		{Edit{Remove: []int{1, 3}}, []string{"crash 802ms"}},
		{Edit{Keep: []int{1}}, []string{"crash_io 427.268419ms op 56"}},
		{Edit{Shift: []string{"1=-50", "2=+1s"}, Remove: []int{3}}, []string{"crash_io 427.268419ms op 6", "crash 1.802s"}},
		{Edit{Shift: []string{"1=-5000", "2=-1h"}, Keep: []int{1, 2}}, []string{"crash 0s", "crash_io 427.268419ms op 1"}},
		{Edit{Shift: []string{"3=500us"}, Keep: []int{3}}, []string{"partition 900.5ms"}},
		{Edit{Keep: []int{2}, Add: []string{`{"at": "1ms", "kind": "pause", "node": "b", "until": "2ms"}`, `{"at": "3s", "kind": "crash_io", "node": "b", "op": 4}`}},
			[]string{"pause 1ms", "crash 802ms", "crash_io 3s op 4"}},
	} {
		s, err := c.edit.Apply(full)
		if err != nil {
			t.Errorf("%+v: %v", c.edit, err)
			continue
		}
		var got []string
		for _, f := range s.Faults {
			text := f.Kind + " " + f.At.String()
			if f.Op > 0 {
				text += fmt.Sprintf(" op %d", f.Op)
			}
			got = append(got, text)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v gives %q, want %q", c.edit, got, c.want)
		}
	}
	if string(full.Encode()) != before {
		t.Error("the schedule itself was changed")
	}
}

func TestAllMistakesOfAnEditAreToldAtOnce(t *testing.T) {
	_, err := (&Edit{Shift: []string{"1=1ms", "2=3", "9=1", "x"}, Remove: []int{0}, Keep: []int{4},
		Add: []string{`{"kind": "crash"}`, `{"kind": "crash", "nodes": "a"}`, ``}}).Apply(full)
	want := `shift "1=1ms": a crash_io strikes an operation; write how many operations later or earlier, such as -3
shift "2=3": a crash strikes at an instant; write how much later or earlier, such as -5ms
shift "9=1": there is no fault 9; the schedule has 3, numbered from 1
shift "x": write the fault's number and how far, such as 1=-1000 or 2=+5ms
remove and keep exclude each other: what is not kept is removed
there is no fault 0; the schedule has 3, numbered from 1
there is no fault 4; the schedule has 3, numbered from 1
add "{\"kind\": \"crash\"}": a crash needs a node
add "{\"kind\": \"crash\", \"nodes\": \"a\"}": unknown field "nodes"
add "": it is empty`
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
}
