package schedule

import (
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/vtime"
)

// mixed has planned and recorded faults, two of them at one instant.
func mixed() *Schedule {
	return &Schedule{Seed: 1, Plain: []string{Latency, Ties}, Faults: []Fault{
		{At: 5, Kind: CrashIO, Node: "b", Until: 25, Op: 9, Point: After, Anchor: &Anchor{Do: "write", In: "main.f", Nth: 2}},
		{At: 7, Kind: FsyncEIO, Node: "a", Until: 7, Op: 4},
		{At: 8, Kind: Crash, Node: "a", Until: 10},
		{At: 8, Kind: Pause, Node: "a", Until: 11},
	}}
}

func TestWhatARunCannotSeeIsNotInTheKey(t *testing.T) {
	want := mixed().Key()
	for name, change := range map[string]func(*Schedule){
		"who recorded it":                func(s *Schedule) { s.Schema, s.Program, s.Config = 1, "id", "x.json" },
		"what it was shrunk from":        func(s *Schedule) { s.ShrunkFrom, s.ShrinkRuns = &Size{Faults: 9}, 12 },
		"the instant of a recorded one":  func(s *Schedule) { s.Faults[0].At, s.Faults[0].Until = 100, 120 },
		"the order of recorded ones":     func(s *Schedule) { s.Faults[0], s.Faults[1] = s.Faults[1], s.Faults[0] },
		"where recorded ones stand":      func(s *Schedule) { s.Faults[0], s.Faults[3] = s.Faults[3], s.Faults[0]; swap(s, 2, 0); swap(s, 2, 1) },
		"the order of plain streams":     func(s *Schedule) { slices.Reverse(s.Plain) },
		"an anchor that is not asked":    func(s *Schedule) { s.Faults[0].Anchor = nil },
		"asking anchors that none has":   func(s *Schedule) { s.Faults[0].Anchor, s.ByAnchor = nil, true },
		"a copy":                         func(s *Schedule) { *s = *s.Clone() },
		"no faults, or an empty list of": func(s *Schedule) { s.Faults = append([]Fault{}, s.Faults...) },
	} {
		s := mixed()
		change(s)
		if s.Key() != want {
			t.Errorf("%s changes the key to\n%s, from\n%s", name, s.Key(), want)
		}
	}
}

func swap(s *Schedule, i, j int) { s.Faults[i], s.Faults[j] = s.Faults[j], s.Faults[i] }

func TestWhatARunCanSeeIsInTheKey(t *testing.T) {
	seen := map[string]string{mixed().Key(): "nothing"}
	for name, change := range map[string]func(*Schedule){
		"seed":                         func(s *Schedule) { s.Seed++ },
		"duration":                     func(s *Schedule) { s.Duration = vtime.Second },
		"ops":                          func(s *Schedule) { s.Ops = 3 },
		"plain":                        func(s *Schedule) { s.Plain = s.Plain[:1] },
		"by anchor":                    func(s *Schedule) { s.ByAnchor = true },
		"span of a recorded one":       func(s *Schedule) { s.Faults[0].Until++ },
		"op":                           func(s *Schedule) { s.Faults[0].Op++ },
		"point":                        func(s *Schedule) { s.Faults[0].Point = Before },
		"instant of a planned one":     func(s *Schedule) { s.Faults[2].At-- },
		"order at one instant":         func(s *Schedule) { swap(s, 2, 3) },
		"a fault less":                 func(s *Schedule) { s.Faults = s.Faults[:3] },
		"occurrence, if by anchor":     func(s *Schedule) { s.ByAnchor = true; s.Faults[0].Anchor = &Anchor{Do: "write", In: "main.f", Nth: 3} },
		"op without anchor, by anchor": func(s *Schedule) { s.ByAnchor = true; s.Faults[1].Op++ },
	} {
		s := mixed()
		change(s)
		if other, ok := seen[s.Key()]; ok {
			t.Errorf("%s gives the key of %s", name, other)
		}
		seen[s.Key()] = name
	}
	s := mixed()
	s.ByAnchor = true
	anchored := s.Key()
	s.Faults[0].Draw = s.Faults[0].Op
	s.Faults[0].Op++
	if s.Key() != anchored {
		t.Error("the number of an operation that is found by its anchor is in the key, not only that of its draws")
	}
}

func TestTheKeyLeavesTheScheduleAlone(t *testing.T) {
	s, same := mixed(), mixed()
	s.Key()
	if string(s.Encode()) != string(same.Encode()) {
		t.Errorf("it is now\n%s", s.Encode())
	}
}

func TestEveryKindHasAFamily(t *testing.T) {
	for _, k := range Kinds {
		if k.Family == "" {
			t.Errorf("%s has none", k.Name)
		}
	}
}
