package story

import (
	"fmt"
	"strconv"
	"strings"
)

// Goroutine is one goroutine of a program at an instant, as the Go runtime
// printed it.
type Goroutine struct {
	ID int64 `json:"id"`
	// State is the runtime's word for what it waits for, such as "chan receive",
	// with the notes behind it, such as "locked to thread".
	State string `json:"state"`
	// Minutes is how long it has waited, rounded down; 0 is less than one.
	Minutes int64 `json:"minutes,omitempty"`
	// Frames are the calls that it is in, the innermost first.
	Frames []Frame `json:"frames"`
	// CreatedBy is the go statement that began it; nil for the first goroutine.
	CreatedBy *Frame `json:"created_by,omitempty"`
	// Parent is the goroutine that began it; 0 where the runtime does not say.
	Parent int64 `json:"parent,omitempty"`
}

// Frame is a call on a goroutine's stack.
type Frame struct {
	Function string `json:"function"` // with its import path
	File     string `json:"file"`     // as a -trimpath binary reports it
	Line     int    `json:"line"`     // from 1
	// In is the function of the standard library or of package sim that the frame
	// calls, where Reduce has folded it and what it calls; "" elsewhere.
	In string `json:"in,omitempty"`
	// Elided is how many frames behind this one the runtime did not print.
	Elided int `json:"elided,omitempty"`
}

// ParseDump reads the goroutines that the Go runtime prints when it ends a
// program. What stands before the first goroutine is passed over; from there on
// every line has to be one that the runtime prints.
func ParseDump(text string) ([]Goroutine, error) {
	p := dump{lines: strings.Split(strings.TrimRight(text, "\n"), "\n")}
	for !p.over() && !isHeader(p.line()) {
		p.at++
	}
	var all []Goroutine
	for !p.over() {
		g, err := p.goroutine()
		if err != nil {
			return nil, fmt.Errorf("goroutine dump, line %d: %w", p.at+1, err)
		}
		all = append(all, g)
		for !p.over() && p.line() == "" {
			p.at++
		}
	}
	return all, nil
}

// dump is a text that is read line by line.
type dump struct {
	lines []string
	at    int
}

func (p *dump) over() bool { return p.at >= len(p.lines) }

func (p *dump) line() string { return p.lines[p.at] }

func isHeader(line string) bool {
	return strings.HasPrefix(line, "goroutine ") && strings.HasSuffix(line, "]:")
}

// goroutine reads one, up to the empty line behind it.
func (p *dump) goroutine() (Goroutine, error) {
	g, err := header(p.line())
	if err != nil {
		return g, err
	}
	for p.at++; !p.over() && p.line() != ""; p.at++ {
		if strings.HasPrefix(p.line(), "[originating from goroutine ") {
			p.skipAncestors()
			break
		}
		if err := p.part(&g); err != nil {
			return g, err
		}
	}
	return g, nil
}

// header reads "goroutine 7 gp=0x1 m=nil [IO wait, 2 minutes]:".
func header(line string) (Goroutine, error) {
	bad := fmt.Errorf("%q is not the first line of a goroutine", line)
	if !isHeader(line) {
		return Goroutine{}, bad
	}
	rest := strings.TrimSuffix(strings.TrimPrefix(line, "goroutine "), "]:")
	who, state, ok := strings.Cut(rest, " [")
	number, _, _ := strings.Cut(who, " ")
	id, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || id < 0 || state == "" {
		return Goroutine{}, bad
	}
	g := Goroutine{ID: id}
	var words []string
	for word := range strings.SplitSeq(state, ", ") {
		if n, ok := strings.CutSuffix(word, " minutes"); ok && g.Minutes == 0 {
			if m, err := strconv.ParseInt(n, 10, 64); err == nil && m > 0 {
				g.Minutes = m
				continue
			}
		}
		words = append(words, word)
	}
	g.State = strings.Join(words, ", ")
	return g, nil
}

// unavailable is what the runtime prints for a stack that it cannot walk.
const unavailable = "\tgoroutine running on other thread; stack unavailable"

// part reads a call, a note about calls left out, or the go statement. It leaves
// p at the last line that it has read.
func (p *dump) part(g *Goroutine) error {
	line := p.line()
	switch {
	case line == unavailable:
		return nil
	case strings.HasPrefix(line, "...") && strings.HasSuffix(line, " frames elided..."):
		return elided(g, line)
	case g.CreatedBy != nil:
		return fmt.Errorf("%q stands behind the go statement", line)
	}
	if by, ok := strings.CutPrefix(line, "created by "); ok {
		by, parent, _ := strings.Cut(by, " in goroutine ")
		if parent != "" {
			n, err := strconv.ParseInt(parent, 10, 64)
			if err != nil || n < 0 {
				return fmt.Errorf("%q is no number of a goroutine", parent)
			}
			g.Parent = n
		}
		f, err := p.position(by)
		g.CreatedBy = &f
		return err
	}
	open := strings.LastIndexByte(line, '(')
	if open <= 0 || !strings.HasSuffix(line, ")") {
		return fmt.Errorf("%q is no call", line)
	}
	f, err := p.position(line[:open])
	g.Frames = append(g.Frames, f)
	return err
}

// elided reads "...12 frames elided...", and "...additional frames elided...",
// which counts as one.
func elided(g *Goroutine, line string) error {
	number := strings.TrimSuffix(strings.TrimPrefix(line, "..."), " frames elided...")
	n, err := strconv.Atoi(number)
	if number == "additional" {
		n, err = 1, nil
	}
	if err != nil || n < 1 || len(g.Frames) == 0 {
		return fmt.Errorf("%q does not say how many calls are left out, or behind which", line)
	}
	g.Frames[len(g.Frames)-1].Elided += n
	return nil
}

// position reads the line behind a function's name: "\tmain.go:12 +0x1d".
func (p *dump) position(function string) (Frame, error) {
	p.at++
	if p.over() {
		return Frame{}, fmt.Errorf("%s has no position", function)
	}
	text, ok := strings.CutPrefix(p.line(), "\t")
	if at := strings.Index(text, " +0x"); at >= 0 {
		text = text[:at]
	}
	colon := strings.LastIndexByte(text, ':')
	if !ok || function == "" || colon <= 0 {
		return Frame{}, fmt.Errorf("%q is no position of %q", p.line(), function)
	}
	line, err := strconv.Atoi(text[colon+1:])
	if err != nil || line < 0 {
		return Frame{}, fmt.Errorf("%q has no number of a line", p.line())
	}
	return Frame{Function: function, File: text[:colon], Line: line}, nil
}

// skipAncestors passes over the stacks of the goroutines that began this one,
// which GODEBUG=tracebackancestors asks for.
func (p *dump) skipAncestors() {
	for !p.over() && p.line() != "" {
		p.at++
	}
}
