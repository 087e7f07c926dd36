package lsp

import (
	"sync/atomic"
	"testing"

	"github.com/seedfall/seedfall/lsp/work"
)

// unplug starts a server on a machine that begins on battery, or does not. What it
// gives changes that.
func unplug(t *testing.T, settings string, battery bool) (e *client, change func(bool)) {
	t.Helper()
	var on atomic.Bool
	on.Store(battery)
	e = talk(t, project(t), nil, func(s *server) { s.load, s.onBattery = loadMain, on.Load })
	e.initialize(ours, settings, nil)
	return e, func(now bool) {
		on.Store(now)
		e.server.checkPower() // what a timer does
	}
}

func TestOnBatteryNothingBeginsThatNobodyAsksFor(t *testing.T) {
	g := newStage(t)
	e, battery := unplug(t, `{"run": {"trigger": "continuous", `+quick+`}}`, true)
	e.told("seedfall/status", `"quiescent":true,"message":"paused: on battery"`, 0)
	id := e.command("run", `{"seeds": 3}`)
	w := g.worker()
	j := w.expect("sweep 1-3")
	w.say(j, prepared(), swept(j))
	wantText(t, "what is asked for", e.answer(id).err, "")
	e.quiet()
	seen := e.seen()
	battery(false)
	j = w.expect("sweep 1-10")
	w.say(j, prepared(), swept(j))
	j = w.expect("sweep 11-20")
	e.told("seedfall/status", `"message":""`, seen)
	battery(true)
	w.expect("cancel")
	w.say(j, done(work.Done{Cancelled: true}))
	e.quiet()
	battery(false)
	w.expect("sweep 11-20")
}

// The story of a failure that somebody has asked for comes at once.
func TestAShrinkWaitsForMains(t *testing.T) {
	g := newStage(t)
	e, battery := unplug(t, `{"run": {"trigger": "off", `+quick+`}}`, true)
	e.quiet()
	id := e.command("run", `{"seeds": 3}`)
	w := g.worker()
	j := w.expect("sweep 1-3")
	w.say(j, prepared(), work.Event{Failure: fails(2)}, done(work.Done{Progress: &work.Progress{Seeds: 3, Ran: 3, Failed: 1}}))
	e.answer(id)
	j = w.expect("replay 2")
	w.say(j, done(work.Done{}))
	e.quiet()
	battery(true)
	battery(false)
	j = w.expect("shrink 2")
	w.say(j, done(work.Done{}))
	e.quiet()
}

func TestASettingLetsBatteriesBeUsed(t *testing.T) {
	g := newStage(t)
	e, _ := unplug(t, `{"run": {"trigger": "continuous", "pauseOnBattery": false, `+quick+`}}`, true)
	w := g.worker()
	j := w.expect("sweep 1-10")
	e.notify("workspace/didChangeConfiguration", `{"settings": {"seedfall": {"run": {"pauseOnBattery": true}}}}`)
	w.expect("cancel")
	w.say(j, done(work.Done{Cancelled: true}))
	e.told("seedfall/status", `"message":"paused: on battery"`, 0)
	e.notify("workspace/didChangeConfiguration", `{"settings": {"seedfall": {"run": {"pauseOnBattery": false}}}}`)
	w.expect("sweep 1-10")
}
