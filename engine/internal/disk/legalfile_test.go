package disk

import (
	"maps"
	"slices"
)

// contents enumerates what a crash may make of an inode: the text of a state
// after the path, or gone.
func (l *lawDisk) contents(i int) map[string]bool {
	n := l.inodes[i]
	switch {
	case n.dir:
		return map[string]bool{"": true}
	case n.link != "":
		return map[string]bool{"->" + n.link: true}
	}
	set := map[string]bool{}
	unborn := !n.born && l.names() == "at once"
	add := func(d []string) {
		set["="+joinUnits(d)] = true
		if l.m.Zeroed && len(d) <= len(n.cache) {
			set["="+joinUnits(put(d, len(n.cache), "")[:len(n.cache)])] = true
		}
	}
	if unborn {
		set[gone] = true
	}
	switch {
	case !l.m.TornWrites && !l.m.ReorderWrites:
		if !unborn {
			add(n.durable)
		}
	case !l.m.ReorderWrites:
		n.torn(add)
	case l.m.FS == PageIndependent || l.m.FS == DirReorder:
		n.pagesAlone(l.perPage, l.m.TornWrites, add)
	default:
		n.ordered(l.perPage, l.m.TornWrites, add)
	}
	return set
}

// cuts yields what can be left of a write of units over d, at least one byte
// and less than all: whole units, then one that is cut anywhere inside.
func cuts(d []string, at int, units []string, yield func([]string)) {
	for k, u := range units {
		if k > 0 {
			yield(d)
		}
		old := ""
		if at+k < len(d) {
			old = d[at+k]
		}
		yield(put(d, at+k, half(u, old)))
		d = put(d, at+k, u)
	}
}

func (p lawPiece) apply(d []string) []string {
	if p.trunc {
		return resize(d, p.at)
	}
	for k, u := range p.units {
		d = put(d, p.at+k, u)
	}
	return d
}

// torn: a prefix of the pieces, the last one possibly cut.
func (n *lawInode) torn(add func([]string)) {
	d := n.durable
	add(d)
	for _, p := range n.pend {
		if !p.trunc {
			cuts(d, p.at, p.units, add)
		}
		d = p.apply(d)
		add(d)
	}
}

// lawPart is a piece of one page.
type lawPart struct {
	lawPiece
	page int
	seq  bool
	cut  int // 0: whole; else twice the units kept, plus one if half of the next
}

// ordered: what the size depends on as a prefix, overwrites page by page.
func (n *lawInode) ordered(perPage int, torn bool, add func([]string)) {
	var parts []lawPart
	perPageCount := map[int]int{}
	seqs := 0
	for _, p := range n.pend {
		if p.trunc {
			parts = append(parts, lawPart{lawPiece: p, seq: true})
			seqs++
			continue
		}
		for k := 0; k < len(p.units); {
			end := k + 1
			for end < len(p.units) && (p.at+end)%perPage != 0 && p.at+end != p.eof {
				end++
			}
			q := lawPart{lawPiece: lawPiece{at: p.at + k, units: p.units[k:end]}, page: (p.at + k) / perPage, seq: p.at+k >= p.eof}
			if q.seq {
				seqs++
			} else {
				perPageCount[q.page]++
			}
			parts = append(parts, q)
			k = end
		}
	}
	pages := slices.Sorted(maps.Keys(perPageCount))
	options := [][]int{upTo(seqs)}
	for _, p := range pages {
		options = append(options, upTo(perPageCount[p]))
	}
	for choice := range products(options) {
		left := map[int]int{}
		for k, p := range pages {
			left[p] = choice[k+1]
		}
		seq := choice[0]
		var kept []lawPart
		lastOf, lastSeq := map[int]int{}, -1
		for _, p := range parts {
			if p.seq && seq > 0 {
				seq--
				lastSeq = len(kept)
			} else if !p.seq && left[p.page] > 0 {
				left[p.page]--
			} else {
				continue
			}
			if !p.trunc {
				lastOf[p.page] = len(kept)
			}
			kept = append(kept, p)
		}
		var may [][]int // for each kept part the ways to cut it
		for k, p := range kept {
			ways := []int{0}
			if torn && !p.trunc && lastOf[p.page] == k && (!p.seq || k == lastSeq) {
				for c := 1; c < 2*len(p.units); c++ {
					ways = append(ways, c)
				}
			}
			may = append(may, ways)
		}
		for ways := range products(may) {
			d := n.durable
			for k, p := range kept {
				p.cut = ways[k]
				d = p.applyOrdered(d)
			}
			add(d)
		}
	}
}

// applyOrdered does a part, of which overwrites reach only what is there.
func (p lawPart) applyOrdered(d []string) []string {
	if p.trunc {
		return resize(d, p.at)
	}
	for k, u := range p.units {
		switch {
		case !p.seq && p.at+k >= len(d):
			return d
		case p.cut > 0 && k == p.cut/2:
			if p.cut%2 == 0 {
				return d
			}
			old := ""
			if p.at+k < len(d) {
				old = d[p.at+k]
			}
			return put(d, p.at+k, half(u, old))
		}
		d = put(d, p.at+k, u)
	}
	return d
}

// half is a unit that begins with u and goes on with old.
func half(u, old string) string {
	switch {
	case old == "":
		return u + "~"
	case old == u:
		return u
	}
	return u + "~" + old
}

func upTo(n int) (out []int) {
	for k := range n + 1 {
		out = append(out, k)
	}
	return out
}

// pagesAlone: of each page a prefix of what happens to it.
func (n *lawInode) pagesAlone(perPage int, torn bool, add func([]string)) {
	events := map[int][]lawPiece{}
	for _, p := range n.pend {
		switch {
		case p.trunc && p.at < p.eof:
			for page := p.at / perPage; page*perPage < p.eof; page++ {
				events[page] = append(events[page], lawPiece{trunc: true, at: max(0, p.at-page*perPage), eof: perPage})
			}
		case p.trunc && p.at > p.eof:
			page := (p.at - 1) / perPage
			events[page] = append(events[page], lawPiece{trunc: true, at: p.at - page*perPage, eof: 0})
		case !p.trunc:
			for k, u := range p.units {
				page, at := (p.at+k)/perPage, (p.at+k)%perPage
				list := events[page]
				if k > 0 && at > 0 {
					last := &list[len(list)-1]
					last.units = append(slices.Clip(last.units), u)
					continue
				}
				events[page] = append(list, lawPiece{at: at, units: []string{u}})
			}
		}
	}
	top := (len(n.durable) + perPage - 1) / perPage
	for p := range events {
		top = max(top, p+1)
	}
	lists := make([][][]string, top)
	for page := range top {
		d := n.durable[min(len(n.durable), page*perPage):min(len(n.durable), (page+1)*perPage)]
		lists[page] = append(lists[page], d)
		for _, e := range events[page] {
			if torn && !e.trunc {
				cuts(d, e.at, e.units, func(c []string) { lists[page] = append(lists[page], c) })
			}
			switch {
			case !e.trunc:
				d = e.apply(d)
			case e.eof == 0: // grow
				d = resize(d, max(len(d), e.at))
			default: // shrink
				d = resize(d, min(len(d), e.at))
			}
			lists[page] = append(lists[page], d)
		}
	}
	for choice := range products(lists) {
		var d []string
		for page, units := range choice {
			for k, u := range units {
				d = put(d, page*perPage+k, u)
			}
		}
		add(d)
	}
}
