// Package lanechart draws the lanes of a run in characters, for a terminal: what a
// timeline shows, at a glance.
package lanechart

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
)

// legend explains the signs.
const legend = "- runs  | boots  x loses power  o ends  k is killed    = a fault that lasts  * one of an instant\n" +
	". : + # few to many events    1 2 3 steps of the story  ! the failure"

// MinWidth is how many columns a chart has at least.
const MinWidth = 40

// maxNodes is up to how many nodes have a row for each class of their events; of more,
// only how long they ran is drawn.
const maxNodes = 16

// Write draws a run of which the file tells, in width columns, at least MinWidth. Errors
// are of the file and of w, or ctx's if that ends.
func Write(ctx context.Context, w io.Writer, f *tracefile.File, width int) error {
	c := &chart{file: f, end: vtime.Instant(f.End)}
	for _, name := range append([]string{"  network"}, f.Nodes...) {
		c.label = max(c.label, len(plain(name)))
	}
	c.label = min(c.label, max(width, MinWidth)/3)
	c.columns = max(width, MinWidth) - c.label - 1
	c.span = int64(c.end)/int64(c.columns) + 1
	if err := c.rows(ctx); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	c.axis(b)
	for i := range c.all {
		r := &c.all[i]
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("%-*s %s", c.label, cut(r.label, c.label), r.cells), " "))
	}
	fmt.Fprintf(b, "\n%s\n", legend)
	return b.Flush()
}

// chart is a drawing while it is made.
type chart struct {
	file *tracefile.File
	end  vtime.Instant
	// label is how many columns names have, columns how many there are for the run.
	label, columns int
	span           int64 // nanoseconds of a column
	all            []row
}

// row is one line, its cells as wide as the run.
type row struct {
	label string
	cells []byte
}

// row begins a line.
func (c *chart) row(label string) *row {
	c.all = append(c.all, row{label, []byte(strings.Repeat(" ", c.columns))})
	return &c.all[len(c.all)-1]
}

// column is where an instant stands.
func (c *chart) column(at tracefile.Nanos) int {
	return min(c.columns-1, int(max(0, int64(at))/c.span))
}

// rows makes all of them: faults, the nodes, the story.
func (c *chart) rows(ctx context.Context) error {
	lanes, err := c.file.Lanes(0, c.end, 1) // faults and incarnations are whole
	if err != nil {
		return err
	}
	window, err := c.file.Window(ctx, tracefile.Ask{To: vtime.Never, Buckets: c.columns})
	if err != nil {
		return err
	}
	c.faults(lanes.Faults)
	counts := c.counts(window.Buckets)
	for n, name := range c.file.Nodes {
		c.life(plain(name), n, lanes.Incarnations)
		if len(c.file.Nodes) > maxNodes {
			continue
		}
		for _, class := range shown {
			if of := counts[lane{n, class}]; of != nil {
				c.density("  "+class.String(), of)
			}
		}
	}
	c.story()
	return nil
}

// shown are the classes that have a row of a node.
var shown = []tracefile.Class{tracefile.Disk, tracefile.Network, tracefile.Checks, tracefile.Calls, tracefile.Log}

// faults draws those of the run. A point is seen in front of a band.
func (c *chart) faults(all []tracefile.Fault) {
	if len(all) == 0 {
		return
	}
	r := c.row("faults")
	for i := range all {
		if f := &all[i]; f.Until > f.At {
			for x := c.column(f.At); x <= c.column(f.Until); x++ {
				r.put(x, '=')
			}
		}
	}
	for i := range all {
		if f := &all[i]; f.Until <= f.At {
			r.put(c.column(f.At), '*')
		}
	}
}

// ends are the signs of what ends an incarnation, by kind.
var ends = map[string]byte{"node.exit": 'o', "node.killed": 'k'}

// life draws when a node ran.
func (c *chart) life(name string, node int, all []tracefile.Incarnation) {
	r := c.row(name)
	for i := range all {
		in := &all[i]
		if in.Node != node {
			continue
		}
		to := c.columns - 1
		if in.End != 0 {
			to = c.column(in.To)
		}
		for x := c.column(in.From); x <= to; x++ {
			r.put(x, '-')
		}
		r.put(c.column(in.From), '|')
		if in.End != 0 {
			sign, ok := ends[in.How]
			if !ok {
				sign = 'x'
			}
			r.put(to, sign)
		}
	}
}

// order is which sign is seen where several stand in one column: the later one.
const order = " -=|oxk*"

func (r *row) put(x int, sign byte) {
	if strings.IndexByte(order, sign) > strings.IndexByte(order, r.cells[x]) {
		r.cells[x] = sign
	}
}

// lane is a class of a node.
type lane struct {
	node  int
	class tracefile.Class
}

// counts are the events of each column, by lane.
func (c *chart) counts(buckets []tracefile.Bucket) map[lane][]int {
	all := map[lane][]int{}
	for i := range buckets {
		x := c.column(buckets[i].From)
		for _, n := range buckets[i].Counts {
			key := lane{n.Node, n.Class}
			if all[key] == nil {
				all[key] = make([]int, c.columns)
			}
			all[key][x] += n.Events
		}
	}
	return all
}

// levels are the signs for few to many events, by the root of their number.
const levels = ".:+#"

func (c *chart) density(label string, counts []int) {
	r, most := c.row(label), 0
	for _, n := range counts {
		most = max(most, n)
	}
	for x, n := range counts {
		if n == 0 {
			continue
		}
		k := 1
		for k < len(levels) && n*len(levels)*len(levels) > most*k*k {
			k++
		}
		r.cells[x] = levels[k-1]
	}
}

// story draws the steps by their numbers, each in its column or the next one that is
// free to its left, and the failure.
func (c *chart) story() {
	if c.file.Failure == nil {
		return
	}
	r := c.row("story")
	fails := c.column(tracefile.Nanos(c.file.Failure.At))
	r.cells[fails] = '!'
	if c.file.Story == nil {
		return
	}
	steps := c.file.Story.Steps
	for i := len(steps) - 1; i >= 0; i-- {
		x := c.column(tracefile.Nanos(steps[i].At))
		for x >= 0 && r.cells[x] != ' ' {
			x--
		}
		if x >= 0 && steps[i].Event != c.file.Failure.Event {
			r.cells[x] = '0' + byte((i+1)%10)
		}
	}
}

// axis writes instants at quarters of the run, each over its column.
func (c *chart) axis(w io.Writer) {
	line := []byte(strings.Repeat(" ", c.label+1+c.columns))
	free, last := 0, ""
	for q := int64(0); q <= 4; q++ {
		at := vtime.Instant(int64(c.end)/4*q + int64(c.end)%4*q/4)
		text := at.Seconds()
		x := c.label + 1 + c.column(tracefile.Nanos(at))
		x = min(x, len(line)-len(text))
		if x < free || text == last {
			continue
		}
		copy(line[x:], text)
		free, last = x+len(text)+1, text
	}
	fmt.Fprintln(w, strings.TrimRight(string(line), " "))
}

// plain is a name in ASCII, since a file of somebody else may have any.
func plain(name string) string {
	q := strconv.QuoteToASCII(name)
	return q[1 : len(q)-1]
}

// cut shortens a plain name to a number of columns.
func cut(name string, columns int) string {
	if len(name) <= columns {
		return name
	}
	return name[:columns-1] + "~"
}
