package page

import (
	"cmp"
	"slices"
	"strings"
)

// lane is one row of a drawing: calls that do not overlap.
type lane struct {
	node, name string
	calls      []*call
	y          int
}

// maxLanes is up to how many clients have a lane each. If there are more, the
// clients of a node share lanes.
const maxLanes = 24

// lanesOf gives the calls their lanes, by node and client.
func lanesOf(calls []call, a *axis) []*lane {
	sorted := make([]*call, len(calls))
	for i := range calls {
		sorted[i] = &calls[i]
	}
	slices.SortStableFunc(sorted, func(c, d *call) int {
		return cmp.Or(natural(c.node, d.node), natural(c.client, d.client), a.place[c.first]-a.place[d.first])
	})
	clients := 0
	for i, c := range sorted {
		if i == 0 || c.client != sorted[i-1].client || c.node != sorted[i-1].node {
			clients++
		}
	}
	shared := clients > maxLanes
	if shared {
		slices.SortStableFunc(sorted, func(c, d *call) int {
			return cmp.Or(natural(c.node, d.node), a.place[c.first]-a.place[d.first])
		})
	}
	var lanes []*lane
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && sorted[n].node == sorted[0].node && (shared || sorted[n].client == sorted[0].client) {
			n++
		}
		lanes = append(lanes, pack(sorted[:n], a)...)
		sorted = sorted[n:]
	}
	return lanes
}

// pack puts calls, in the order of their begins, into as few lanes as they need.
func pack(calls []*call, a *axis) (lanes []*lane) {
	for _, c := range calls {
		from, _ := a.ofCall(c)
		i := slices.IndexFunc(lanes, func(l *lane) bool {
			_, to := a.ofCall(l.calls[len(l.calls)-1])
			return to < from
		})
		if i < 0 {
			i = len(lanes)
			lanes = append(lanes, &lane{node: c.node, name: c.client})
		}
		l := lanes[i]
		l.calls = append(l.calls, c)
		if l.name != c.client {
			l.name = ""
		}
	}
	for _, l := range lanes {
		if l.name == "" {
			l.name = several(len(clientsOf(l.calls)), "client", "clients")
		}
	}
	return lanes
}

func clientsOf(calls []*call) []string {
	var names []string
	for _, c := range calls {
		names = append(names, c.client)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// natural compares names as people do: c2 comes before c10.
func natural(a, b string) int {
	if a == b {
		return 0
	}
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x == 0 || y == 0 {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
		if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n), x-y); c != 0 {
			return c
		}
		a, b = a[x:], b[y:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits is how many digits s begins with.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}
