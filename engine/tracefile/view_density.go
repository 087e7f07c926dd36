package tracefile

import (
	"cmp"
	"slices"
)

// density is how many events there are where: buckets as columns, which take a tenth
// of the bytes and of a reader's time.
type density struct {
	// From and To are the instants of the first and the last event of each part.
	From  []Nanos       `json:"from"`
	To    []Nanos       `json:"to"`
	Lanes []laneDensity `json:"lanes"`
}

// laneDensity has the parts in which a lane has events, as indexes in the order of
// time, and how many it has in each.
type laneDensity struct {
	Node   int   `json:"node"`
	Class  Class `json:"class"`
	Parts  []int `json:"parts"`
	Events []int `json:"events"`
}

// densityOf turns buckets around. Lanes are in the order of nodes and classes.
func densityOf(buckets []Bucket) density {
	d := density{From: make([]Nanos, len(buckets)), To: make([]Nanos, len(buckets)), Lanes: []laneDensity{}}
	type lane struct {
		node  int
		class Class
	}
	places := map[lane]int{}
	for i := range buckets {
		b := &buckets[i]
		d.From[i], d.To[i] = b.From, b.To
		for _, c := range b.Counts {
			place, ok := places[lane{c.Node, c.Class}]
			if !ok {
				place = len(d.Lanes)
				places[lane{c.Node, c.Class}] = place
				d.Lanes = append(d.Lanes, laneDensity{Node: c.Node, Class: c.Class})
			}
			own := &d.Lanes[place]
			own.Parts = append(own.Parts, i)
			own.Events = append(own.Events, c.Events)
		}
	}
	slices.SortFunc(d.Lanes, func(a, b laneDensity) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Class, b.Class))
	})
	return d
}
