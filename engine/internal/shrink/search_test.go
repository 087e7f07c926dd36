package shrink

import "testing"

// walk is a search to its end: what it found, how many values it asked, and
// whether what it found was asked and is the same, or is where it began.
func walk(s search, same func(int64) bool) (least int64, asked int, sound bool) {
	start := s.hi
	won := map[int64]bool{start: true}
	for {
		v, ok := s.next()
		if !ok {
			return s.hi, asked, won[s.hi]
		}
		asked++
		yes := same(v)
		won[v] = won[v] || yes
		s = s.told(yes)
	}
}

func TestASearchFindsTheLeastValue(t *testing.T) {
	for _, stage := range []stage{floor, half, edge, again, bisect} {
		for hi := int64(0); hi <= 70; hi++ {
			for least := int64(0); least <= hi; least++ {
				s := search{lo: -1, hi: hi, unit: 1, within: 1, stage: stage}
				got, asked, sound := walk(s, func(v int64) bool { return v >= least })
				if got != least || !sound || asked > 9 {
					t.Fatalf("stage %d, from %d: %d after %d questions, want %d", stage, hi, got, asked, least)
				}
			}
		}
	}
}

func TestASearchAsksWholeUnitsAndEndsNear(t *testing.T) {
	const unit, within = 10, 20
	for hi := int64(0); hi <= 403; hi += 13 {
		for least := int64(0); least <= hi; least += 3 {
			s := search{lo: -1, hi: hi, unit: unit, within: within, stage: half}
			got, _, sound := walk(s, func(v int64) bool {
				if v%unit != 0 {
					t.Errorf("it asked %d", v)
				}
				return v >= least
			})
			if got < least || got > least+within || !sound {
				t.Fatalf("from %d: %d, want %d", hi, got, least)
			}
		}
	}
}

func TestASearchThatHasNothingToGainAsksLittle(t *testing.T) {
	for stage, want := range map[stage]int{floor: 3, half: 2, edge: 1, again: 1} {
		s := search{lo: -1, hi: 1e9, unit: 1, within: 1, stage: stage}
		got, asked, _ := walk(s, func(int64) bool { return false })
		if got != 1e9 || asked != want {
			t.Errorf("stage %d: %d after %d questions", stage, got, asked)
		}
	}
}

// Whatever the answers, what is found was asked and is the same, and the search
// ends.
func FuzzSearchIsSoundForAnyAnswers(f *testing.F) {
	f.Add(int64(100), uint8(0), uint64(0xf0f0))
	f.Fuzz(func(t *testing.T, hi int64, start uint8, answers uint64) {
		if hi < 0 {
			return
		}
		s := search{lo: -1, hi: hi, unit: 5, within: 7, stage: stage(start % uint8(done))}
		_, asked, sound := walk(s, func(v int64) bool { return answers>>(uint64(v)*2654435761%64)&1 == 1 })
		if !sound || asked > 70 {
			t.Errorf("sound %v after %d questions", sound, asked)
		}
	})
}
