package tracefile

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"github.com/seedfall/seedfall/engine/trace"
)

// The orders in which the section of that name numbers fates and states.
var (
	fateNames  = []Fate{Received, Delayed, Held, Dropped, UnderWay}
	stateNames = []Keeping{Synced, Failed, Pending, Durable, Kept, Torn, Lost}
)

func (f *File) writeSurvey(w io.Writer) error {
	s, err := f.surveyed()
	if err != nil {
		return err
	}
	o := &lists{out: aligned{w: w}}
	f.writeLists(o, s)
	names, err := json.Marshal(struct {
		Fates   []Fate    `json:"fates"`
		States  []Keeping `json:"states"`
		Clients []string  `json:"clients"`
	}{fateNames, stateNames, append([]string{}, s.calls.clients()...)})
	if err != nil {
		return err
	}
	o.buf = append(append(append(o.buf, ','), names[1:]...), '\n')
	o.out.write(o.buf)
	return o.out.err
}

func (f *File) writeLists(o *lists, s *survey) {
	lives := s.lives.all
	o.list("incarnations", len(lives),
		column{"node", func(i int) int64 { return int64(lives[i].Node) }},
		column{"number", func(i int) int64 { return int64(lives[i].Number) }},
		column{"boot", func(i int) int64 { return int64(lives[i].Boot) }},
		column{"end", func(i int) int64 { return int64(lives[i].End) }})

	faults, taken := s.faults.all, f.scheduled(s.faults.all)
	o.list("faults", len(faults),
		column{"event", func(i int) int64 { return int64(faults[i].Event) }},
		column{"until", func(i int) int64 { return int64(faults[i].Until) }},
		column{"ended", func(i int) int64 { return int64(faults[i].Ended) }},
		column{"fault", func(i int) int64 { return int64(taken[i]) }})

	connections := s.net.connections
	o.list("connections", len(connections),
		column{"dial", func(i int) int64 { return int64(connections[i].Dial) }},
		column{"accept", func(i int) int64 { return int64(connections[i].Accept) }},
		column{"from", func(i int) int64 { return int64(connections[i].From) }},
		column{"to", func(i int) int64 { return int64(connections[i].To) }},
		column{"end", func(i int) int64 { return int64(connections[i].End) }})

	messages := s.net.messages
	o.list("messages", len(messages),
		column{"send", func(i int) int64 { return int64(messages[i].Send) }},
		column{"from", func(i int) int64 { return int64(messages[i].From) }},
		column{"to", func(i int) int64 { return int64(messages[i].To) }},
		column{"end", func(i int) int64 { return int64(messages[i].End) }},
		column{"fate", func(i int) int64 { return int64(slices.Index(fateNames, messages[i].Fate)) }})

	ops := s.disk.ops
	o.list("disk", len(ops),
		column{"event", func(i int) int64 { return int64(ops[i].Event) }},
		column{"state", func(i int) int64 { return int64(slices.Index(stateNames, ops[i].State)) }},
		column{"end", func(i int) int64 { return int64(ops[i].End) }},
		column{"durable", func(i int) int64 { return int64(ops[i].Durable) }})

	promises := s.checks.all
	o.list("eventuallys", len(promises),
		column{"begin", func(i int) int64 { return int64(promises[i].Begin) }},
		column{"deadline", func(i int) int64 { return int64(promises[i].Deadline) }},
		column{"end", func(i int) int64 { return int64(promises[i].End) }},
		column{"decided", func(i int) int64 { return bit(promises[i].Decided) + bit(promises[i].OK) }})

	calls, clients := s.calls.all, numbersOf(s.calls.clients())
	o.list("calls", len(calls),
		column{"invoke", func(i int) int64 { return int64(calls[i].Invoke) }},
		column{"return", func(i int) int64 { return int64(calls[i].Return) }},
		column{"client", func(i int) int64 { return clients[calls[i].Client] }},
		column{"blamed", func(i int) int64 { return max(bit(calls[i].Blamed), 2*bit(calls[i].Unplaced)) }})

	losses := s.disk.edges()
	o.list("losses", len(losses),
		column{"lost", func(i int) int64 { return int64(losses[i][0]) }},
		column{"change", func(i int) int64 { return int64(losses[i][1]) }})
}

// bit is 1 for what is true.
func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// clients are the names of those who made calls, in the order of their first ones.
func (c *calls) clients() (names []string) {
	seen := map[string]bool{}
	for i := range c.all {
		if name := c.all[i].Client; !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// numbersOf gives the index of each name.
func numbersOf(names []string) map[string]int64 {
	numbers := map[string]int64{}
	for i, name := range names {
		numbers[name] = int64(i)
	}
	return numbers
}

// edges are pairs of what a crash lost and a change that is behind it, in order.
func (c *changes) edges() (all [][2]trace.ID) {
	for lost, behind := range c.losses {
		for _, change := range behind {
			all = append(all, [2]trace.ID{lost, change})
		}
	}
	slices.SortFunc(all, func(a, b [2]trace.ID) int { return slices.Compare(a[:], b[:]) })
	return all
}

// lists writes lists as columns of numbers in one JSON object, which it leaves
// open, and what is left of it in buf.
type lists struct {
	out aligned
	n   int // lists so far
	buf []byte
}

// column is one column of a list under its name.
type column struct {
	name string
	of   func(i int) int64
}

func (o *lists) list(name string, n int, columns ...column) {
	o.open(o.n, name)
	o.n++
	for c := range columns {
		o.open(c, columns[c].name)
		o.buf = append(o.buf, '[')
		for i := range n {
			if i > 0 {
				o.buf = append(o.buf, ',')
			}
			if o.buf = strconv.AppendInt(o.buf, columns[c].of(i), 10); len(o.buf) >= blockBytes {
				o.out.write(o.buf)
				o.buf = o.buf[:0]
			}
		}
		o.buf = append(o.buf, ']')
	}
	o.buf = append(o.buf, '}')
}

// open begins the value of a key, the first of which opens its object.
func (o *lists) open(i int, key string) {
	before := byte(',')
	if i == 0 {
		before = '{'
	}
	o.buf = append(append(o.buf, before), strconv.Quote(key)+":"...)
}
