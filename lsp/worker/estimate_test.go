package worker

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/lsp/work"
)

// at is a word about a stage, some seconds after the begin.
type at struct {
	seconds int
	engine.Preparing
}

func built(seconds, done, of int) at {
	return at{seconds, engine.Preparing{Stage: engine.Building, Done: done, Of: of, Work: 2 * done, Total: 2 * of}}
}

func compiled(seconds, done, of, work, total int) at {
	return at{seconds, engine.Preparing{Stage: engine.Compiling, Done: done, Of: of, Work: work, Total: total}}
}

func TestAnEstimateComesAfterTenSecondsFromWhatWasDoneInThem(t *testing.T) {
	for _, c := range []struct {
		name  string
		words []at
		want  []string
	}{
		{"a first build", []at{built(1, 0, 100), built(3, 2, 100), built(9, 20, 100), built(11, 25, 100), built(31, 75, 100), built(41, 99, 100),
			built(50, 100, 100), compiled(50, 0, 3, 0, 900), compiled(60, 1, 3, 300, 900), compiled(64, 2, 3, 450, 900), compiled(70, 3, 3, 900, 900)},
			[]string{"1% building: 2 of 100 packages", "12% building: 20 of 100 packages", "15% building: 25 of 100 packages, about 30s more",
				"45% building: 75 of 100 packages, about 10s more", "59% building: 99 of 100 packages, about 1s more", "60% building: 100 of 100 packages",
				"60% compiling: 0 of 3 programs", "73% compiling: 1 of 3 programs, about 20s more", "80% compiling: 2 of 3 programs, about 15s more",
				"100% compiling: 3 of 3 programs"}},
		{"packages that were there already tell nothing about the time", []at{built(12, 90, 100), built(16, 92, 100)},
			[]string{"54% building: 90 of 100 packages", "55% building: 92 of 100 packages, about 15s more"}},
		{"a long one", []at{built(0, 0, 1000), built(4, 4, 1000), built(100, 100, 1000)},
			[]string{"0% building: 4 of 1000 packages", "6% building: 100 of 1000 packages, about 15m0s more"}},
		{"a program that was there", []at{built(1, 100, 100), compiled(1, 0, 1, 0, 5), compiled(2, 1, 1, 5, 5)}, nil},
		{"one program", []at{compiled(0, 0, 1, 0, 5), compiled(20, 1, 1, 5, 5)},
			[]string{"100% compiling: 1 of 1 program"}},
	} {
		now := time.Unix(0, 0)
		var got []string
		e := newEstimate(func() time.Time { return now }, func(p *work.Preparing) { got = append(got, fmt.Sprintf("%d%% %s", p.Percent, p.Text)) })
		for _, w := range c.words {
			now = time.Unix(int64(w.seconds), 0)
			e.hear(w.Preparing)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWordsAboutAStageDoNotComeTooOften(t *testing.T) {
	now, n := time.Unix(0, 0), 0
	e := newEstimate(func() time.Time { return now }, func(*work.Preparing) { n++ })
	now = now.Add(quick)
	for done := range 100 {
		e.hear(built(0, done, 100).Preparing)
		now = now.Add(often / 10)
	}
	if n != 10 {
		t.Errorf("%d words in %v", n, 10*often)
	}
}
