package build

import (
	"bytes"
	"strings"
)

// Built is how far the go command is with the packages of a request: those that it has
// compiled, or had compiled before, of all that the programs consist of.
type Built struct {
	Packages, Of int
	// Files and OfFiles are the Go files of those packages, which tell better how much
	// work it is.
	Files, OfFiles int
}

// counted is the standard error of go build -v, which names a package when it begins to
// compile it. By then all are done that this one imports; of those named, all but the
// last one count.
type counted struct {
	graph *graph
	hear  func(Built)
	done  map[*pkg]bool
	last  *pkg // being compiled
	so    Built

	part []byte       // a line that has begun
	rest bytes.Buffer // what is no name of a package
}

func newCounted(g *graph, hear func(Built)) *counted {
	c := &counted{graph: g, hear: hear, done: map[*pkg]bool{}}
	for _, p := range g.order {
		c.so.Of++
		c.so.OfFiles += len(p.GoFiles)
	}
	return c
}

// Write takes what the go command writes.
func (c *counted) Write(b []byte) (int, error) {
	c.part = append(c.part, b...)
	for {
		i := bytes.IndexByte(c.part, '\n')
		if i < 0 {
			return len(b), nil
		}
		c.line(c.part[:i+1])
		c.part = c.part[i+1:]
	}
}

func (c *counted) line(line []byte) {
	p := c.graph.packages[strings.TrimSuffix(string(line), "\n")]
	if p == nil {
		c.rest.Write(line)
		return
	}
	before := c.so.Packages
	for q := range c.graph.needs(p) {
		if q != p {
			c.add(q)
		}
	}
	if c.last != nil {
		c.add(c.last)
	}
	c.last = p
	if c.so.Packages > before {
		c.hear(c.so)
	}
}

func (c *counted) add(p *pkg) {
	if !c.done[p] {
		c.done[p] = true
		c.so.Packages++
		c.so.Files += len(p.GoFiles)
	}
}

// text is what the go command has written besides names, and begins anew.
func (c *counted) text() string {
	c.rest.Write(c.part)
	text := c.rest.String()
	c.part = nil
	c.rest.Reset()
	return text
}

// finish takes that all programs are there.
func (c *counted) finish() {
	for _, p := range c.graph.order {
		c.add(p)
	}
	c.hear(c.so)
}
