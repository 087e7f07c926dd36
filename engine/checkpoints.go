package engine

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// checkpoints are copies of one run at several instants. A run of another
// schedule begins at the last of them that both runs have in common. Its methods
// may be called from several goroutines, but not record with others.
type checkpoints struct {
	// bound is how many bytes of memory the copies may hold together.
	bound uint64
	held  uint64
	all   []*checkpoint // by time
	whole uint64        // events of the run that was recorded last
}

// checkpoint is a run that is held at an instant.
type checkpoint struct {
	mu    sync.Mutex // copying marks pages of the copied run as shared
	world *world.World
	size  uint64
}

const (
	// ahead is how long before a fault a checkpoint is made: some steps, since a
	// fault at an operation strikes in the middle of one.
	ahead = vtime.Millisecond
	// spread is how many checkpoints there are besides those before faults, at
	// equal distances.
	spread = 16
	// apart is how many would stand at equal distances in events; none stand
	// closer, since copying a run costs more than simulating little of it again.
	apart = 40
)

// wanted are the instants at which a run of s is worth a checkpoint.
func wanted(s *schedule.Schedule, end vtime.Duration) (all []vtime.Instant) {
	if s.Duration > 0 {
		end = s.Duration
	}
	for i := range s.Faults {
		all = append(all, max(0, s.Faults[i].At.Add(-ahead)))
	}
	for i := range spread {
		all = append(all, vtime.Instant(end)*vtime.Instant(i+1)/(spread+1))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// record runs w, a run of s from its start, and keeps checkpoints of it in place
// of those of the last one.
func (c *checkpoints) record(ctx context.Context, w *world.World, s *schedule.Schedule, end vtime.Duration) (*world.Outcome, error) {
	c.drop()
	at := wanted(s, end)
	last := uint64(0)
	for !w.Over() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if next := w.NextAt(); len(at) > 0 && next >= at[0] && w.Events() >= last+c.whole/apart {
			err := c.add(w)
			switch {
			case err == nil:
				i, _ := slices.BinarySearch(at, next+1)
				at, last = at[i:], w.Events()
			case !errors.Is(err, world.ErrBusy): // then a step later it may be possible
				return nil, err
			}
		}
		if err := w.Step(); err != nil {
			return nil, err
		}
	}
	c.whole = w.Events()
	return w.Run()
}

// add keeps a copy of w as it is now.
func (c *checkpoints) add(w *world.World) error {
	size := w.Size()
	if size > c.bound {
		return nil
	}
	copied, err := w.Clone()
	if err != nil {
		return err
	}
	c.all = append(c.all, &checkpoint{world: copied, size: size})
	for c.held += size; c.held > c.bound; {
		c.thin()
	}
	return nil
}

// thin drops every second checkpoint, but not the last.
func (c *checkpoints) thin() {
	kept := c.all[:0]
	for i, p := range c.all {
		if (len(c.all)-1-i)%2 == 0 && len(c.all) > 1 {
			kept = append(kept, p)
			continue
		}
		c.held -= p.size
		p.world.Close()
	}
	c.all = kept
}

// drop drops all of them.
func (c *checkpoints) drop() {
	for _, p := range c.all {
		p.world.Close()
	}
	c.all, c.held = nil, 0
}

// fork gives a run of s that stands where the recorded one stood last while the
// two were the same; nil if they part before the first checkpoint.
func (c *checkpoints) fork(s *schedule.Schedule) (*world.World, error) {
	for i := len(c.all) - 1; i >= 0; i-- {
		if w, err := c.all[i].fork(s); w != nil || err != nil {
			return w, err
		}
	}
	return nil, nil
}

func (p *checkpoint) fork(s *schedule.Schedule) (*world.World, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.world.Follows(s) {
		return nil, nil
	}
	w, err := p.world.Clone()
	if err != nil {
		return nil, err
	}
	w.Follow(s)
	return w, nil
}
