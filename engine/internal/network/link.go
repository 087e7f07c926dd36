package network

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/vtime"
)

// link is one direction between two nodes, or a node's way to itself. It knows
// nothing of what it carries.
type link struct {
	cuts  int            // cuts not healed; above 0 the link carries nothing
	extra vtime.Duration // added to each latency
}

func (n *Net) link(from, to Node) *link { return &n.links[int(from)*len(n.nodes)+int(to)] }

// Cut holds everything that travels from one node to another and has not
// arrived at now, and everything that leaves later, until the link heals. A
// link that is cut twice must heal twice.
func (n *Net) Cut(now vtime.Instant, from, to Node) {
	n.advance(now)
	n.touch(from)
	n.touch(to)
	n.link(from, to).cuts++
	for _, id := range n.connIDs() {
		c := n.conns[id]
		for i := range c.streams {
			if c.runs(i, from, to) {
				c.streams[i].hold(now)
			}
		}
	}
}

// Heal takes back one Cut. If it was the last, what was held leaves now and
// arrives after the latency that it had, in order. Healing a link that is not
// cut is a mistake and panics.
func (n *Net) Heal(now vtime.Instant, from, to Node) {
	n.advance(now)
	n.touch(from)
	n.touch(to)
	l := n.link(from, to)
	if l.cuts == 0 {
		panic(fmt.Sprintf("network: heal of the link from node %d to node %d, which is not cut", from, to))
	}
	if l.cuts--; l.cuts > 0 {
		return
	}
	for _, id := range n.connIDs() {
		c := n.conns[id]
		for i := range c.streams {
			if !c.runs(i, from, to) {
				continue
			}
			if c.streams[i].release(now) {
				n.expect(c, i)
			}
			c.streams[1-i].owed = 0
		}
	}
}

// Slow adds extra to the latency of everything that leaves later from one node
// to another. It sums up: a negative extra takes back an earlier one, and less
// than nothing in all is a mistake and panics.
func (n *Net) Slow(now vtime.Instant, from, to Node, extra vtime.Duration) {
	n.advance(now)
	n.touch(from)
	n.touch(to)
	l := n.link(from, to)
	if l.extra += extra; l.extra < 0 {
		panic(fmt.Sprintf("network: extra latency %v from node %d to node %d", l.extra, from, to))
	}
}

// runs says whether stream i of c goes from one node to another.
func (c *conn) runs(i int, from, to Node) bool {
	return c.ends[i].addr.Node == from && c.ends[1-i].addr.Node == to
}
