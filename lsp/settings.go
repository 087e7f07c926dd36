package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/view"
)

// settings are what the user wants; their names are those of the editor's
// settings without "seedfall.".
type settings struct {
	// trigger says when seeds are run without being asked for.
	trigger trigger
	// seeds is how many a sweep runs.
	seeds uint64
	// jobs is how many run at once; 0 is half the cores.
	jobs int
	// delay is how long nobody must type before automatic work, in real time. After a
	// save it begins sooner.
	delay time.Duration
	// distinct ends a sweep after so many ways to fail; 0 never does.
	distinct int
	// unreached is after how many seeds something that was never reached is shown.
	unreached uint64
	// shrink makes each new failure small; runs is how many runs that may take.
	shrink bool
	runs   int
	// lenses and hints say whether there are any; misuse whether what the text alone
	// shows to be wrong is told.
	lenses, hints, misuse bool
	// budget is how long an automatic sweep may take, in real time; 0 is no limit.
	budget time.Duration
	// memory is how many bytes the worker may use; 0 is no limit.
	memory uint64
	// unsaved has runs be of the text that the editor has, saved or not.
	unsaved bool
	// pauseOnBattery lets nothing begin on its own while the machine runs on battery.
	pauseOnBattery bool
	// build is added to how programs are built, in analysis and in runs. filters say
	// which folders are not looked at for configs.
	build   view.Build
	filters filters
}

type trigger string

// The triggers.
const (
	triggerOff        trigger = "off"         // only what is asked for
	triggerKnown      trigger = "replayKnown" // known failures, after a file was saved
	triggerSave       trigger = "onSave"      // a sweep, after a file was saved
	triggerContinuous trigger = "continuous"  // sweep after sweep
)

func defaultSettings() settings {
	return settings{trigger: triggerKnown, seeds: 100, delay: time.Second, distinct: 5, unreached: 100, shrink: true, runs: 200,
		budget: 30 * time.Second, memory: 2 << 30, lenses: true, hints: true, misuse: true, pauseOnBattery: true}
}

// options are the settings by name; each reads its value.
var options = map[string]func(*settings, json.RawMessage) error{
	"run.trigger": func(s *settings, b json.RawMessage) error {
		all := []trigger{triggerOff, triggerKnown, triggerSave, triggerContinuous}
		var t trigger
		if err := json.Unmarshal(b, &t); err != nil || !slices.Contains(all, t) {
			return fmt.Errorf("use off, replayKnown, onSave or continuous")
		}
		s.trigger = t
		return nil
	},
	"run.seeds": func(s *settings, b json.RawMessage) error {
		var n uint64
		if err := json.Unmarshal(b, &n); err != nil || n == 0 {
			return fmt.Errorf("use a number from 1")
		}
		s.seeds = n
		return nil
	},
	"run.jobs":                         func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.jobs) },
	"run.unsaved":                      func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.unsaved) },
	"run.pauseOnBattery":               func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.pauseOnBattery) },
	"run.stopAfterFailures":            func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.distinct) },
	"diagnostics.minSeedsForUnreached": func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.unreached) },
	"shrink.auto":                      func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.shrink) },
	"codeLens.enable":                  func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.lenses) },
	"inlayHints.enable":                func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.hints) },
	"diagnostics.misuse":               func(s *settings, b json.RawMessage) error { return json.Unmarshal(b, &s.misuse) },
	"build.tags":                       readTags,
	"build.flags":                      readFlags,
	"build.env":                        readEnv,
	"directoryFilters":                 func(s *settings, b json.RawMessage) (err error) { s.filters, err = readFilters(b); return err },
	"run.delay":                        func(s *settings, b json.RawMessage) error { return readDuration(b, &s.delay) },
	"run.budget":                       func(s *settings, b json.RawMessage) error { return readDuration(b, &s.budget) },
	"shrink.budget": func(s *settings, b json.RawMessage) error {
		n, err := strconv.Atoi(strings.Trim(string(b), `"`))
		if err != nil || n < 0 {
			return fmt.Errorf(`use a number of runs such as "200"; 0 is as many as it takes`)
		}
		s.runs = n
		return nil
	},
	"memoryLimit": func(s *settings, b json.RawMessage) error {
		n, err := config.ParseSize(strings.Trim(string(b), `"`))
		if err != nil {
			return fmt.Errorf(`use a size such as "2GiB"; 0 is no limit`)
		}
		s.memory = uint64(n)
		return nil
	},
}

func readDuration(b []byte, into *time.Duration) error {
	var text string
	if err := json.Unmarshal(b, &text); err == nil {
		if d, err := time.ParseDuration(text); err == nil && d >= 0 {
			*into = d
			return nil
		}
	}
	return fmt.Errorf(`use a duration such as "1s"`)
}

// read takes settings as an editor sends them: an object of objects, or of names
// with dots. What is wrong with single ones is told, and they are left as they
// are.
func (s *settings) read(b []byte) (problems []string) {
	flat := map[string]json.RawMessage{}
	flatten("", b, flat)
	names := make([]string, 0, len(flat))
	for name := range flat {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		set := options[name]
		switch {
		case set != nil:
			if err := set(s, flat[name]); err != nil {
				problems = append(problems, fmt.Sprintf("seedfall.%s: %s is not taken: %v", name, flat[name], err))
			}
		case !clientOnly(name):
			problems = append(problems, unknownSetting(name))
		}
	}
	return problems
}

// unknownSetting says that there is no such setting, and which may be meant.
func unknownSetting(name string) string {
	text := fmt.Sprintf("seedfall.%s is no setting of this server", name)
	if near := config.Nearest(name, slices.Sorted(maps.Keys(options))); near != "" {
		text += fmt.Sprintf("; did you mean seedfall.%s?", near)
	}
	return text
}

// clientOnly are settings that an editor's extension reads by itself.
func clientOnly(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	return slices.Contains([]string{"server", "trace", "log", "gutter", "testExplorer", "timeline", "experimental", "trusted"}, first)
}

func flatten(prefix string, b []byte, into map[string]json.RawMessage) {
	if options[prefix] != nil && string(b) != "null" { // its value may be an object
		into[prefix] = b
		return
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(b, &object) != nil || object == nil {
		if prefix != "" && string(b) != "null" {
			into[prefix] = b
		}
		return
	}
	for name, v := range object {
		if prefix != "" {
			name = prefix + "." + name
		}
		flatten(name, v, into)
	}
}
