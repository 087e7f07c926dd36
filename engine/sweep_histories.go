package engine

import (
	"cmp"
	"slices"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/config"
)

// Open is a reason for which seeds without a failure are undecided.
type Open struct {
	// History is the name of the history, By the model or level that could not
	// decide it; "" if there is none.
	History string `json:"history"`
	By      string `json:"by,omitempty"`
	// Why says it in the words of the first seed.
	Why string `json:"why"`
	// Seeds are the seeds, in order.
	Seeds []uint64 `json:"seeds"`
}

// HistoryCount is how the runs of a sweep were judged by one history.
type HistoryCount struct {
	History string `json:"history"`
	By      string `json:"by,omitempty"`
	// Seeds is how many runs were judged by it, Calls how many calls, or
	// transactions, they had.
	Seeds uint64 `json:"seeds"`
	Calls uint64 `json:"calls"`
	// Violations and Undecided are those that did not pass.
	Violations uint64 `json:"violations"`
	Undecided  uint64 `json:"undecided"`
}

// passed is how many runs it found nothing wrong with.
func (h *HistoryCount) passed() uint64 { return h.Seeds - h.Violations - h.Undecided }

// judged takes the verdicts on one run.
func (s *Summary) judged(r *Result) {
	if r.Failure == nil && len(r.Undecided()) > 0 {
		s.Undecided++
	}
	for _, v := range r.Histories {
		h := s.count(v.History, v.By)
		h.Seeds++
		h.Calls += uint64(v.Count)
		switch v.Verdict {
		case check.Violation:
			h.Violations++
		case check.Undecided:
			h.Undecided++
			if r.Failure == nil {
				s.open(&v, r.Seed)
			}
		}
	}
}

// count gives the entry of a history, in the order of names and models.
func (s *Summary) count(name, by string) *HistoryCount {
	i, ok := slices.BinarySearchFunc(s.Histories, HistoryCount{History: name, By: by}, func(a, b HistoryCount) int {
		return cmp.Or(cmp.Compare(a.History, b.History), cmp.Compare(a.By, b.By))
	})
	if !ok {
		s.Histories = slices.Insert(s.Histories, i, HistoryCount{History: name, By: by})
	}
	return &s.Histories[i]
}

func (s *Summary) open(v *Judged, seed uint64) {
	i := slices.IndexFunc(s.Open, func(o Open) bool { return o.History == v.History && o.By == v.By })
	if i < 0 {
		i = len(s.Open)
		s.Open = append(s.Open, Open{History: v.History, By: v.By, Why: v.Why})
	}
	s.Open[i].Seeds = append(s.Open[i].Seeds, seed)
}

// Judgements are Histories, and with no seeds those that the config lists and no
// run has recorded.
func (s *Summary) Judgements(c *config.Config) []HistoryCount {
	all := &Summary{Histories: slices.Clone(s.Histories)}
	for _, h := range c.Histories {
		recorded := func(n HistoryCount) bool { return n.History == h.Name }
		if h.Model != config.ModelNone && !slices.ContainsFunc(s.Histories, recorded) {
			all.count(h.Name, cmp.Or(h.Package, string(h.Model)))
		}
	}
	return all.Histories
}

// unrecorded are the names of histories that a config lists and no run recorded.
func (s *Summary) unrecorded(c *config.Config) (names []string) {
	for _, h := range s.Judgements(c) {
		if h.Seeds == 0 {
			names = append(names, h.History)
		}
	}
	return names
}
