package check

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/seedfall/seedfall/engine/history"
)

// Log is the model of logs with numbered entries, each log under a key, "log"
// among the named models. Its operations are
//
//	append(key, value) = offset of the entry, from 0 and without gaps
//	read(key, from) = list of all entries from that offset on
//	read(key, from, max) = the same, cut off after max entries
type Log struct{}

var logWords = vocabulary{
	{kind: "append", min: 2, max: 2, answer: whole},
	{kind: "read", min: 2, max: 3, answer: list},
}

// Check is as Model asks.
func (Log) Check(op *history.Op) error {
	if err := logWords.check(op); err != nil || op.Kind != "read" {
		return err
	}
	for _, a := range op.Args[1:] {
		if n, ok := a.Int(); !ok || n < 0 {
			return fmt.Errorf("from and max of read must be whole numbers from 0, not %s", a)
		}
	}
	return nil
}

// Key is as Model asks: the first argument.
func (Log) Key(op *history.Op) string { return string(op.Args[0]) }

// Init is as Model asks.
func (Log) Init(string) history.Value { return "[]" }

// Step is as Model asks.
func (Log) Step(next []history.Value, s history.Value, op *history.Op) []history.Value {
	switch {
	case op.Kind == "append" && op.Status == history.OK && string(op.Result) != strconv.Itoa(len(elements(s))):
		return next
	case op.Kind == "append":
		return append(next, push(s, op.Args[1]))
	case op.Status == history.OK && !slices.Equal(elements(op.Result), span(elements(s), op)):
		return next
	}
	return append(next, s)
}

// span gives what a read finds in a log.
func span(entries []history.Value, read *history.Op) []history.Value {
	from, limit := bounded(read)
	entries = entries[min(from, len(entries)):]
	return entries[:min(limit, len(entries))]
}

// maxOffset is greater than any offset that an append of a history has.
const maxOffset = 1 << 40

// bounded gives from and max of a read; without a max it is anyRank.
func bounded(read *history.Op) (from, limit int) {
	n, _ := read.Args[1].Int()
	if len(read.Args) == 2 {
		return int(min(n, maxOffset)), anyRank
	}
	m, _ := read.Args[2].Int()
	return int(min(n, maxOffset)), int(min(m, maxOffset))
}

// ReadOnly is as Model asks.
func (Log) ReadOnly(op *history.Op) bool { return op.Kind == "read" }

// Describe is as Model asks.
func (Log) Describe(s history.Value) string { return string(s) }

// decide takes the place of each entry from offsets and reads, if all entries are
// different and no place is left open.
func (Log) decide(p *part) (Verdict, *proof) {
	appends := map[history.Value]*call{}
	for i := range p.calls {
		if c := &p.calls[i]; c.op.Kind == "append" {
			if appends[c.op.Args[1]] != nil {
				return Undecided, nil
			}
			appends[c.op.Args[1]] = c
		}
	}
	l := &placement{map[int]*call{}, map[*call]int{}, nil}
	for i := range p.calls {
		if c := &p.calls[i]; c.op.Kind == "append" && !c.unknown() {
			offset, _ := c.op.Result.Int()
			if why := l.put(int(offset), c, c); why != nil {
				return Violation, why
			}
		}
	}
	for i := range p.calls {
		if c := &p.calls[i]; c.op.Kind == "read" {
			if why := l.putAll(c, appends); why != nil {
				return Violation, why
			}
		}
	}
	if !l.dense() {
		return Undecided, nil
	}
	return inOrder(l.all)
}

// placement is which append made which entry of a log.
type placement struct {
	at     map[int]*call
	offset map[*call]int
	all    []ranked
}

// put says that the entry at an offset is from an append, as told by a call.
func (l *placement) put(offset int, a, by *call) *proof {
	had, taken := l.at[offset], l.at[offset] != nil
	before, placed := l.offset[a]
	switch {
	case taken && had != a:
		return &proof{pair(had, by), false, fmt.Sprintf("two values have offset %d", offset)}
	case placed && before != offset:
		return &proof{pair(a, by), false, fmt.Sprintf("%s has offset %d and offset %d", a.op.Args[1], before, offset)}
	case !placed:
		l.at[offset], l.offset[a] = a, offset
		l.all = append(l.all, exactly(a, 2*offset+1))
	}
	return nil
}

// putAll takes the places that a read tells, and those where it can stand.
func (l *placement) putAll(read *call, appends map[history.Value]*call) *proof {
	from, limit := bounded(read.op)
	found := elements(read.op.Result)
	if len(found) > limit {
		return &proof{[]call{*read}, true, "it answered more entries than it was to read"}
	}
	for i, v := range found {
		a := appends[v]
		if a == nil {
			return &proof{[]call{*read}, true, fmt.Sprintf("nobody appended %s", v)}
		}
		if why := l.put(from+i, a, read); why != nil {
			return why
		}
	}
	end := 2 * (from + len(found))
	r := ranked{call: read, low: end, high: end}
	if len(found) == 0 {
		r.low = 0
	}
	if len(found) == limit {
		r.high = anyRank
	}
	l.all = append(l.all, r)
	return nil
}

// dense says that each offset up to the last one has its append.
func (l *placement) dense() bool {
	for i := range len(l.at) {
		if l.at[i] == nil {
			return false
		}
	}
	return true
}
