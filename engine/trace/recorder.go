package trace

import "slices"

// Recorder takes the events of one run. It always hashes them; it keeps them
// only when asked to, since most runs of a sweep are never looked at.
type Recorder struct {
	// Keep says whether Events grows. Set it before the first event.
	Keep   bool
	Events []Event
	Sites  []Site // Sites[i] is SiteID i+1

	last  ID
	hash  hasher
	byPos map[Site]SiteID
}

// NewRecorder makes an empty one.
func NewRecorder(keep bool) *Recorder {
	return &Recorder{Keep: keep, hash: newHasher(), byPos: map[Site]SiteID{}}
}

// Add records e and returns its number, which it sets.
func (r *Recorder) Add(e Event) ID {
	r.last++
	e.ID = r.last
	r.hash.add(&e)
	if r.Keep {
		r.Events = append(r.Events, e)
	}
	return e.ID
}

// Site gives the number of a place in the source.
func (r *Recorder) Site(s Site) SiteID {
	id, ok := r.byPos[s]
	if !ok {
		r.Sites = append(r.Sites, s)
		id = SiteID(len(r.Sites))
		r.byPos[s] = id
	}
	return id
}

// SiteOf gives the place that id stands for; the zero Site for 0.
func (r *Recorder) SiteOf(id SiteID) Site {
	if id == 0 {
		return Site{}
	}
	return r.Sites[id-1]
}

// Count is the number of events so far.
func (r *Recorder) Count() uint64 { return uint64(r.last) }

// Digest hashes all events so far.
func (r *Recorder) Digest() Digest { return r.hash.sum() }

// Clone gives a recorder that goes on from the same place by itself.
func (r *Recorder) Clone() *Recorder {
	c := &Recorder{Keep: r.Keep, Events: slices.Clip(r.Events), Sites: slices.Clip(r.Sites), last: r.last,
		hash: r.hash.clone(), byPos: make(map[Site]SiteID, len(r.byPos))}
	r.Events, r.Sites = slices.Clip(r.Events), slices.Clip(r.Sites)
	for s, id := range r.byPos {
		c.byPos[s] = id
	}
	return c
}
