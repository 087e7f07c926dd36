package tracefile

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
)

// Each case is what one node does; want is what becomes of each operation.
func TestWhatBecomesOfAChange(t *testing.T) {
	ok, eio, cutOff := trace.DiskC(1, 0), trace.DiskC(1, errno.EIO), trace.DiskC(1, errno.Crashed)
	write := trace.Event{Kind: trace.Write, S: "/a", B: 10, C: ok}
	sync := trace.Event{Kind: trace.Sync, S: "/a", C: ok}
	crash := trace.Event{Kind: trace.Crash}
	lost := func(what string) trace.Event { return trace.Event{Kind: trace.Lost, S: "/a", T: what} }
	for name, c := range map[string]struct {
		events []trace.Event
		want   string
	}{
		"written":                     {[]trace.Event{write}, "[pending]"},
		"synced":                      {[]trace.Event{write, sync}, "[durable sync]"},
		"another file is synced":      {[]trace.Event{write, {Kind: trace.Sync, S: "/b", C: ok}}, "[pending sync]"},
		"survives":                    {[]trace.Event{write, crash, lost("kept 1 of 1 unsynced changes")}, "[kept]"},
		"lost":                        {[]trace.Event{write, crash, lost("kept 0 of 1 unsynced changes, size 0 instead of 10")}, "[lost]"},
		"one of two":                  {[]trace.Event{write, write, crash, lost("kept 1 of 2 unsynced changes")}, "[torn torn]"},
		"torn":                        {[]trace.Event{write, crash, lost("kept 1 of 1 unsynced changes, torn at 0")}, "[torn]"},
		"nothing told":                {[]trace.Event{write, crash, {Kind: trace.Boot}}, "[kept]"},
		"with its name":               {[]trace.Event{{Kind: trace.Create, S: "/a", C: ok}, write, crash, lost("name lost")}, "[lost lost]"},
		"name synced":                 {[]trace.Event{{Kind: trace.Create, S: "/a", C: ok}, {Kind: trace.SyncDir, S: "/", C: ok}}, "[durable sync]"},
		"renamed":                     {[]trace.Event{{Kind: trace.Rename, S: "/t/a", T: "/a", C: ok}, {Kind: trace.SyncDir, S: "/", C: ok}}, "[durable sync]"},
		"rename lost":                 {[]trace.Event{{Kind: trace.Rename, S: "/b", T: "/a", C: ok}, crash, lost("name lost")}, "[lost]"},
		"unlink undone":               {[]trace.Event{{Kind: trace.Unlink, S: "/a", C: ok}, crash, lost("back")}, "[lost]"},
		"write fails":                 {[]trace.Event{{Kind: trace.Write, S: "/a", B: 10, C: eio}}, "[failed]"},
		"sync fails, the next works":  {[]trace.Event{write, {Kind: trace.Sync, S: "/a", C: eio}, sync}, "[pending failed sync]"},
		"sync fails, it is lost":      {[]trace.Event{write, {Kind: trace.Sync, S: "/a", C: eio}, sync, crash, lost("kept 0 of 0 unsynced changes, 1 pages were never written")}, "[lost failed sync]"},
		"sync fails, written again":   {[]trace.Event{write, {Kind: trace.Sync, S: "/a", C: eio}, write, sync}, "[durable failed durable sync]"},
		"sync lies":                   {[]trace.Event{write, {Kind: trace.DiskFault, S: schedule.LostWrite}, {Kind: trace.Sync, Cause: 2, S: "/a", C: ok}}, "[pending sync]"},
		"crash before the write":      {[]trace.Event{write, {Kind: trace.Write, S: "/a", C: cutOff}, {Kind: trace.CrashIO, S: schedule.Before}, lost("kept 0 of 1 unsynced changes")}, "[lost failed]"},
		"crash within the write":      {[]trace.Event{{Kind: trace.Write, S: "/a", C: cutOff}, {Kind: trace.CrashIO, S: schedule.Within}, lost("kept 1 of 1 unsynced changes")}, "[kept]"},
		"crash before the sync":       {[]trace.Event{write, {Kind: trace.Sync, S: "/a", C: cutOff}, {Kind: trace.CrashIO, S: schedule.Before}, lost("kept 0 of 1 unsynced changes")}, "[lost failed]"},
		"killed, which loses nothing": {[]trace.Event{write, {Kind: trace.Killed}, {Kind: trace.Boot}, sync}, "[durable sync]"},
	} {
		t.Run(name, func(t *testing.T) {
			all, fell := newChanges(1), trace.ID(0)
			for i, e := range c.events {
				e.ID, e.Inc = trace.ID(i+1), 1
				if e.Kind == trace.Crash || e.Kind == trace.CrashIO {
					fell = e.ID
				}
				if e.Kind == trace.Lost {
					e.Cause = fell
				}
				all.see(&e)
			}
			all.settleCrash()
			var got []Keeping
			for i := range all.ops {
				got = append(got, all.ops[i].State)
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("%v, want %s", got, c.want)
			}
		})
	}
}
