package main

import (
	"strings"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// attacks are texts that do harm where a page takes them for anything but text. Each
// sets window.attacked if it is run.
var attacks = []string{
	`<img src=x onerror="window.attacked='img'">`,
	`<script>window.attacked='script'</script>`,
	`</script><script>window.attacked='script end'</script>`,
	`"><svg onload=window.attacked='svg'>`,
	`' onmouseover='window.attacked="attribute"' x='`,
	`javascript:window.attacked='address'`,
	"<!--<script>window.attacked='comment'",
	"\u202egnp.exe \u2066isolate\u2069 \u200fmark\u200e",
	"\x1b[31mcolour\x1b[0m \x00 \x07 \r\n second line \u2028 third",
	"not UTF-8: \xff\xfe\x80",
	"${window.attacked='template'} {{constructor.constructor('window.attacked=1')()}}",
	"[link](javascript:window.attacked=1) ![image](https://tracker.example/x.png)",
	"https://tracker.example/visited",
	"__proto__", "constructor", "=cmd|' /C calc'!A0",
}

// longLine is how many bytes the longest line has.
const longLine = 10 << 20

// hostile writes a trace in which every text is one that means harm.
func hostile(path string) error {
	r := trace.NewRecorder(true)
	name := func(i int) string { return attacks[i%len(attacks)] }
	h := tracefile.Header{Seed: 1, Config: name(0), Program: name(1), Reason: name(2)}
	for i := range attacks {
		h.Nodes = append(h.Nodes, name(i))
		r.Site(trace.Site{File: name(i), Line: i, Function: name(i + 1), Property: name(i + 2)})
	}
	at := vtime.Instant(0)
	add := func(e trace.Event) trace.ID {
		at = at.Add(vtime.Millisecond)
		e.At = at
		return r.Add(e)
	}
	root := add(trace.Event{Kind: trace.RunStart, Node: trace.World, S: name(0), T: name(1)})
	var boots []trace.ID
	for i := range h.Nodes {
		boots = append(boots, add(trace.Event{Kind: trace.Boot, Node: i, Inc: 1, Cause: root}))
	}
	for i := range attacks {
		// Every kind of event with the same text in both of its texts.
		for k := trace.RunStart; k.Name() != ""; k++ {
			e := trace.Event{Kind: k, Node: i, Inc: 1, Cause: boots[i], Site: trace.SiteID(i + 1), S: name(i), T: name(i + 1), A: int64(i), B: int64(property.Always)}
			if k == trace.Return {
				e.B = int64(history.OK)
			}
			if k != trace.Boot && k != trace.Failed {
				add(e)
			}
		}
	}
	add(trace.Event{Kind: trace.Log, Node: 0, Inc: 1, Cause: boots[0], A: 1, S: strings.Repeat("<b>ten megabytes</b> ", longLine/21)})
	failed := add(trace.Event{Kind: trace.Failed, Node: 0, Inc: 1, Cause: boots[0], S: name(0), T: name(1)})
	site := r.Sites[0]
	h.Sites = r.Sites
	h.Failure = &verdict.Failure{Class: verdict.Class(name(0)), Node: name(0), Property: name(1), Message: strings.Join(attacks, " "), At: at, Event: failed, Site: &site}
	h.Story = &story.Story{Events: len(r.Events), Past: 2}
	h.Schedule = &schedule.Schedule{Schema: 1, Seed: 1, Config: name(0)}
	for i := range attacks {
		h.Story.Steps = append(h.Story.Steps, story.Step{Event: trace.ID(i + 1), Node: name(i), Role: name(i), Text: name(i), Site: &site})
		h.Schedule.Faults = append(h.Schedule.Faults, schedule.Fault{Kind: name(i), Node: name(i), Cut: []string{name(i)}, Direction: name(i), Until: at})
	}
	return tracefile.WriteFile(path, tracefile.Recording{Header: h, Events: r.Events})
}
