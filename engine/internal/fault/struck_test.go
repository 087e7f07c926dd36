package fault

import (
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
)

func TestChecksAreMadeUnderTheKindsThatHaveStruck(t *testing.T) {
	o := &Oracle{}
	if got := Kinds(o.Struck()); !reflect.DeepEqual(got, []string{NoFault}) {
		t.Errorf("at first %q", got)
	}
	before := o.Struck()
	c := o.Clone()
	for _, kind := range []string{schedule.Bitrot, schedule.Crash, schedule.Crash} {
		o.Took(schedule.Fault{Kind: kind})
	}
	if got := Kinds(o.Struck()); !reflect.DeepEqual(got, []string{schedule.Crash, schedule.Bitrot}) {
		t.Errorf("afterwards %q", got)
	}
	if got := Kinds(before | o.Struck()); !reflect.DeepEqual(got, []string{NoFault, schedule.Crash, schedule.Bitrot}) {
		t.Errorf("of both %q", got)
	}
	if c.Struck() != before {
		t.Errorf("in a clone %q", Kinds(c.Struck()))
	}
}

func TestEveryKindHasABit(t *testing.T) {
	if n := len(schedule.Kinds); n > 31 {
		t.Errorf("%d kinds of faults do not fit", n)
	}
}
