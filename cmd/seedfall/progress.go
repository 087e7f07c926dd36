package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// progress shows on standard error how far a sweep is: a bar that redraws
// itself on a terminal, a line now and then elsewhere.
type progress struct {
	w     io.Writer
	tty   bool
	total uint64

	mu       sync.Mutex
	start    time.Time
	shown    time.Time
	ended    int
	failed   int
	distinct int
	opened   int  // undecided
	dirty    bool // the terminal's line is not empty
}

// The times between two redraws, and between two lines.
const (
	redraw  = 100 * time.Millisecond
	newLine = 5 * time.Second
)

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, start: time.Now(), shown: time.Now()}
	if f, ok := w.(*os.File); ok {
		p.tty = isTerminal(f)
	}
	return p
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// say shows what is being done before the sweep begins.
func (p *progress) say(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tty {
		p.line(what + "…")
	}
}

func (p *progress) line(s string) {
	fmt.Fprint(p.w, "\r\x1b[K"+s)
	p.dirty = s != ""
}

// clear empties the terminal's line, so that something else can be printed.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
}

func (p *progress) wipe() {
	if p.dirty {
		p.line("")
	}
}

// begin starts the count of a sweep.
func (p *progress) begin(total uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total, p.start, p.shown = total, time.Now(), time.Now()
}

// done says how many seeds have ended.
func (p *progress) done(ended int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = ended
	every := newLine
	if p.tty {
		every = redraw
	}
	if time.Since(p.shown) < every {
		return
	}
	p.shown = time.Now()
	if p.tty {
		p.line(p.text(true))
	} else {
		fmt.Fprintln(p.w, p.text(false))
	}
}

// failures says how many seeds have failed, in how many ways.
func (p *progress) failures(failed, distinct int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed, p.distinct = failed, distinct
}

// open says how many seeds are undecided.
func (p *progress) open(seeds int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened = seeds
}

func (p *progress) text(bar bool) string {
	rate := float64(p.ended) / max(time.Since(p.start).Seconds(), 0.001)
	s := fmt.Sprintf("%d/%d seeds  %.0f/s  %d failing", p.ended, p.total, rate, p.failed)
	if p.failed > 0 {
		s += fmt.Sprintf(" (%d distinct)", p.distinct)
	}
	if p.opened > 0 {
		s += fmt.Sprintf("  %d undecided", p.opened)
	}
	if !bar || p.total == 0 {
		return s
	}
	const width = 24
	full := int(uint64(p.ended) * width / p.total)
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "] " + s
}
