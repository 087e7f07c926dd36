package engine_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
)

// A run whose history is in violation comes back from its trace file: events,
// clients, and the calls that are blamed.
func TestATraceFileHasAllOfARun(t *testing.T) {
	r, _ := recorded(t, alone("history-stale"))
	var b bytes.Buffer
	if err := r.WriteTrace(&b); err != nil {
		t.Fatal(err)
	}
	f, err := tracefile.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if f.Digest != r.Digest || f.Header.Events != r.Events || f.Seed != 1 || f.Failure.Fingerprint() != r.Failure.Fingerprint() || f.Program != r.Schedule.Program {
		t.Errorf("%+v", f.Header)
	}
	w, err := f.Window(t.Context(), tracefile.Ask{To: vtime.Never, Limit: int(r.Events)})
	if err != nil || !reflect.DeepEqual(w.Events, r.Recording().Events) {
		t.Errorf("the events are others, %v", err)
	}
	l, err := f.Lanes(0, vtime.Never, 1000)
	if err != nil {
		t.Fatal(err)
	}
	blamed := 0
	for i, c := range l.Calls {
		if op := r.Log.Ops[i]; c.Client != op.Client || c.Status != op.Status.String() || uint64(c.Return) != op.Origin.ReturnEvent {
			t.Errorf("%+v is not %+v", c, op)
		}
		if c.Blamed {
			blamed++
		}
	}
	if len(l.Calls) != len(r.Log.Ops) || blamed == 0 {
		t.Errorf("%d calls of %d, %d blamed", len(l.Calls), len(r.Log.Ops), blamed)
	}
}
