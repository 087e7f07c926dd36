package network

import "github.com/seedfall/seedfall/engine/vtime"

// kind is what an item is.
type kind uint8

const (
	data kind = iota // bytes
	syn              // asks for a connection
	ack              // the answer to a SYN: there is a listener
	nak              // the answer to a SYN: there is none
	fin              // no bytes follow
	rst              // the sender's end is gone
)

// item is one thing under way, or arrived and not yet read.
type item struct {
	at    vtime.Instant  // its arrival; Never while it is held
	lat   vtime.Duration // from leaving to arriving, with what the link adds
	mark  Mark
	kind  kind
	bytes []byte // of data; never empty, never written to, shared between clones
}

// stream is one direction of a connection: an ordered queue. What is held is
// always the newest part of it.
type stream struct {
	items fifo[item]
	last  vtime.Instant // the arrival of the newest item that was not held; nothing arrives before it
	size  int           // bytes in items: under way and unread
	owed  int           // bytes read whose room the sender has not learned of, since the way back is cut
}

// room is how many bytes the window still takes.
func (s *stream) room() int { return max(0, window-s.size-s.owed) }

// head returns the oldest item, or nil.
func (s *stream) head() *item {
	if s.items.empty() {
		return nil
	}
	return &s.items.all()[0]
}

// tail returns the newest item, or nil.
func (s *stream) tail() *item {
	if s.items.empty() {
		return nil
	}
	all := s.items.all()
	return &all[len(all)-1]
}

// push adds an item that leaves at an instant. It stays here while held.
func (s *stream) push(it item, leaves vtime.Instant, held bool) {
	it.at = vtime.Never
	if !held {
		it.at = s.after(leaves.Add(it.lat))
		s.last = it.at
	}
	s.size += len(it.bytes)
	s.items.push(it)
}

// after keeps the order: nothing arrives before what left earlier.
func (s *stream) after(at vtime.Instant) vtime.Instant { return max(s.last, at) }

// hold stops everything that has not arrived at now.
func (s *stream) hold(now vtime.Instant) {
	all := s.items.all()
	for i := len(all) - 1; i >= 0 && all[i].at > now; i-- {
		all[i].at = vtime.Never
	}
	s.last = min(s.last, now)
}

// release lets everything that is held leave again at now. It says whether
// there was anything.
func (s *stream) release(now vtime.Instant) bool {
	all := s.items.all()
	first := len(all)
	for first > 0 && all[first-1].at == vtime.Never {
		first--
	}
	for i := first; i < len(all); i++ {
		all[i].at = s.after(now.Add(all[i].lat))
		s.last = all[i].at
	}
	return first < len(all)
}

// lose drops everything that has not arrived at now.
func (s *stream) lose(now vtime.Instant) {
	all := s.items.all()
	kept := len(all)
	for ; kept > 0 && all[kept-1].at > now; kept-- {
		s.size -= len(all[kept-1].bytes)
	}
	s.items.cut(kept)
	s.last = min(s.last, now)
}

// copy fills p with bytes that have arrived at now and returns the mark of the
// newest of them. They stay in the stream.
func (s *stream) copy(now vtime.Instant, p []byte) (got int, mark Mark) {
	for i, all := 0, s.items.all(); i < len(all) && got < len(p) && all[i].kind == data && all[i].at <= now; i++ {
		got += copy(p[got:], all[i].bytes)
		mark = all[i].mark
	}
	return got, mark
}

// skip removes the oldest count bytes, which copy has handed out.
func (s *stream) skip(count int) {
	s.size -= count
	for count > 0 {
		it := s.head()
		if count < len(it.bytes) {
			it.bytes = it.bytes[count:]
			return
		}
		count -= len(it.bytes)
		s.items.pop()
	}
}

// unread says whether bytes have arrived that were not read.
func (s *stream) unread(now vtime.Instant) bool {
	it := s.head()
	return it != nil && it.kind == data && it.at <= now
}

// ended returns the FIN if it has arrived and every byte before it was read.
func (s *stream) ended(now vtime.Instant) *item {
	if it := s.head(); it != nil && it.kind == fin && it.at <= now {
		return it
	}
	return nil
}

// broken returns the RST or the refusal that ends the stream, or nil. It may be
// under way: its at tells.
func (s *stream) broken() *item {
	if it := s.tail(); it != nil && (it.kind == rst || it.kind == nak) {
		return it
	}
	return nil
}

// finished says whether a FIN has arrived, read or not.
func (s *stream) finished(now vtime.Instant) bool {
	all := s.items.all()
	for i := len(all) - 1; i >= 0 && i >= len(all)-2; i-- { // only an RST comes behind a FIN
		if all[i].kind == fin {
			return all[i].at <= now
		}
	}
	return false
}

func (s *stream) clone() stream {
	c := *s
	c.items = s.items.clone()
	return c
}
