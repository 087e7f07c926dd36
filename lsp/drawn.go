package lsp

import (
	"slices"
	"time"

	"go.lsp.dev/protocol"
)

// drawn is what the client draws into a document: what it was told when it asked.
type drawn struct {
	// lenses are the places that were listed last; nil if the client has not asked
	// since it was asked to. says is what was told of those it has resolved.
	lenses []slot
	says   map[slot]string
	// hints are the texts of all hints, as they were when the first was told; nil if
	// the client has not asked since it was asked to.
	hints *string
}

// listed notes that the client draws lenses at some places, of which it does not know
// yet what they say.
func (w *drawn) listed(slots []placed) {
	w.lenses, w.says = make([]slot, len(slots)), map[slot]string{}
	for i := range slots {
		w.lenses[i] = slots[i].slot
	}
}

// said notes what the client was told that a lens says.
func (w *drawn) said(at slot, text string) {
	if slices.Contains(w.lenses, at) {
		w.says[at] = text
	}
}

// stale says whether lenses, and hints, would say something else now than what the
// client draws. It is taken to ask anew then. mu is held.
func (s *server) stale() (lenses, hints bool) {
	for _, d := range s.docs {
		w := &d.drawn
		lenses = lenses || w.lenses != nil && s.otherLenses(d)
		hints = hints || w.hints != nil && *w.hints != s.hintTexts(d)
	}
	for _, d := range s.docs {
		if lenses {
			d.drawn.lenses, d.drawn.says = nil, nil
		}
		if hints {
			d.drawn.hints = nil
		}
	}
	return lenses, hints
}

// otherLenses says whether a document has other lenses than those that are drawn, or
// one of them says something else. Where they stand does not matter: who moves them
// edits the document, and asks anew. mu is held.
func (s *server) otherLenses(d *document) bool {
	now, was := s.lenses(d), d.drawn.lenses
	return !slices.EqualFunc(now, was, func(now placed, was slot) bool {
		if said, told := d.drawn.says[was]; told && said != wording(s.lensCommand(&now.slot)) {
			return false
		}
		now.Line = was.Line
		return now.slot == was
	})
}

// wording is all that a lens says and does.
func wording(c protocol.Command) string {
	text := c.Title + "\x00" + c.Command
	for _, a := range c.Arguments {
		text += "\x00" + string(a)
	}
	return text
}

// redraw is how long a client is not asked again to draw lenses and hints anew, in
// real time: who clicks on a lens is to hit it.
const redraw = time.Second

// refreshLenses asks for the lenses and the hints anew if they say something else,
// not too often.
func (s *server) refreshLenses() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lensesAsked {
		return
	}
	s.lensesAsked = true
	after := max(pace, redraw-time.Since(s.redrawn))
	s.background.after(after, "refresh", s.askForLenses)
}

// askForLenses is what refreshLenses does in a while.
func (s *server) askForLenses() {
	s.mu.Lock()
	s.lensesAsked = false
	lenses, hints := s.stale()
	lenses, hints = lenses && s.abilities.lensRefresh, hints && s.abilities.hintRefresh
	if lenses || hints {
		s.redrawn = time.Now()
	}
	s.mu.Unlock()
	if lenses {
		if err := s.client.CodeLensRefresh(s.ctx); err != nil && s.ctx.Err() == nil {
			s.logf("lenses: %v", err)
		}
	}
	if hints {
		if err := s.client.InlayHintRefresh(s.ctx); err != nil && s.ctx.Err() == nil {
			s.logf("hints: %v", err)
		}
	}
}
