package engine

import "context"

// OtherSeeds is how many other seeds a failing schedule is run under.
const OtherSeeds = 20

// SeedCount is how runs of a schedule under other seeds end.
type SeedCount struct {
	// Drawn says that no stream of draws was plain, though the schedule makes some
	// so.
	Drawn bool `json:"drawn,omitempty"`
	// Ran is how many runs there were: the seeds that follow the schedule's own.
	Ran int `json:"ran"`
	// Same fail in the same way, Other in another.
	Same  int `json:"same"`
	Other int `json:"other"`
	// Undecided are those without a failure in which a history has no verdict.
	Undecided int `json:"undecided,omitempty"`
	// Missing are those of the rest in which a fault did not happen.
	Missing int `json:"missing"`
}

// add counts a run.
func (n *SeedCount) add(r *Result, signature string) {
	n.Ran++
	switch {
	case r.Failure != nil && r.Failure.Signature() == signature:
		n.Same++
	case r.Failure != nil:
		n.Other++
	case !r.Passed():
		n.Undecided++
	case len(r.Unfired) > 0:
		n.Missing++
	}
}

// otherSeeds runs the base under other seeds.
func (h *causing) otherSeeds(ctx context.Context, c *Cause) error {
	h.options.Say("other seeds")
	if err := h.count(ctx, c, false); err != nil || len(h.base.Plain) == 0 {
		return err
	}
	return h.count(ctx, c, true)
}

func (h *causing) count(ctx context.Context, c *Cause, drawn bool) error {
	results := make([]*Result, OtherSeeds)
	err := h.parallel(OtherSeeds, func(i int) error {
		if err := h.ended(ctx); err != nil {
			return err
		}
		s := h.base.Clone()
		if s.Seed += uint64(i + 1); drawn {
			s.Plain = nil
		}
		h.runs.Add(1)
		var err error
		results[i], err = h.program.Run(ctx, Input{Seed: s.Seed, Schedule: s})
		return err
	})
	if err != nil {
		return err
	}
	n := SeedCount{Drawn: drawn}
	for _, r := range results {
		n.add(r, h.signature)
	}
	c.Seeds = append(c.Seeds, n)
	return nil
}
