package story

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// sentences say what an event of a kind is, with its node as the subject. Kinds
// that are not listed are told as in the text of the trace.
// The table is filled in by init, since a crash is told with its operation.
var sentences map[trace.Kind]func(*inquiry, *trace.Event) string

func init() {
	sentences = map[trace.Kind]func(*inquiry, *trace.Event) string{
		trace.Failed:    (*inquiry).tellFailure,
		trace.Crash:     (*inquiry).tellCrash,
		trace.CrashIO:   (*inquiry).tellCrash,
		trace.Boot:      (*inquiry).tellBoot,
		trace.Recv:      (*inquiry).tellReceive,
		trace.Send:      (*inquiry).tellSend,
		trace.Log:       func(_ *inquiry, e *trace.Event) string { return "says " + quote(e.S) },
		trace.Partition: (*inquiry).tellPartition,
		trace.Phase:     tellPhase,
		trace.Write: func(_ *inquiry, e *trace.Event) string {
			return fmt.Sprintf("writes %s to %s at offset %d%s", bytesOf(e.B), e.S, e.A, failing(e))
		},
		trace.Truncate: func(_ *inquiry, e *trace.Event) string {
			return fmt.Sprintf("cuts %s to %s%s", e.S, bytesOf(e.A), failing(e))
		},
		trace.Create:  func(_ *inquiry, e *trace.Event) string { return "creates " + e.S + failing(e) },
		trace.Unlink:  func(_ *inquiry, e *trace.Event) string { return "removes " + e.S + failing(e) },
		trace.Mkdir:   func(_ *inquiry, e *trace.Event) string { return "makes the folder " + e.S + failing(e) },
		trace.Rename:  func(_ *inquiry, e *trace.Event) string { return "renames " + e.S + " to " + e.T + failing(e) },
		trace.Sync:    func(_ *inquiry, e *trace.Event) string { return "syncs " + e.S + failing(e) },
		trace.SyncDir: func(_ *inquiry, e *trace.Event) string { return "syncs the folder " + e.S + failing(e) },
		trace.Rmdir:   func(_ *inquiry, e *trace.Event) string { return "removes the folder " + e.S + failing(e) },
		trace.Link:    func(_ *inquiry, e *trace.Event) string { return "links " + e.S + " to " + e.T + failing(e) },
		trace.Symlink: func(_ *inquiry, e *trace.Event) string {
			return "makes " + e.T + " a symbolic link to " + e.S + failing(e)
		},
		trace.Allocate: func(_ *inquiry, e *trace.Event) string {
			return fmt.Sprintf("makes room for %s in %s%s", bytesOf(e.B), e.S, failing(e))
		},
		trace.Exit:     func(_ *inquiry, e *trace.Event) string { return fmt.Sprintf("exits with code %d", e.A) },
		trace.Killed:   func(_ *inquiry, e *trace.Event) string { return "is killed: " + e.S },
		trace.Signal:   func(_ *inquiry, e *trace.Event) string { return fmt.Sprintf("gets signal %d", e.A) },
		trace.Shutdown: func(_ *inquiry, e *trace.Event) string { return "ends its half of the connection to " + e.S },
		trace.Close:    func(_ *inquiry, e *trace.Event) string { return "closes its connection to " + e.S },
		trace.Dial:     func(_ *inquiry, e *trace.Event) string { return "connects to " + e.S },
		trace.Accept:   func(_ *inquiry, e *trace.Event) string { return "accepts a connection from " + e.S },
		trace.Listen:   func(_ *inquiry, e *trace.Event) string { return fmt.Sprintf("listens at port %d", e.B) },
		trace.Pause: func(_ *inquiry, e *trace.Event) string {
			return "is paused until " + vtime.Instant(e.B).Seconds()
		},
		trace.Restart: func(_ *inquiry, e *trace.Event) string {
			return "is told to end, within " + vtime.Duration(e.A).String()
		},
		trace.DiskFault: func(_ *inquiry, e *trace.Event) string {
			return fmt.Sprintf("meets the disk fault %s in operation %d", e.S, e.A)
		},
		trace.Bitrot: func(_ *inquiry, e *trace.Event) string {
			return fmt.Sprintf("has a bit flipped on its disk, in byte %d of %s", e.A, e.S)
		},
		trace.SliceEnd: func(*inquiry, *trace.Event) string { return "uses up a time slice without waiting for anything" },
		trace.Invoke:   func(_ *inquiry, e *trace.Event) string { return "calls " + line(e.T) + in(e.S) },
		trace.Micro:    func(_ *inquiry, e *trace.Event) string { return "in its transaction: " + line(e.T) + in(e.S) },
		trace.Return:   (*inquiry).tellReturn,
		trace.Begin: func(_ *inquiry, e *trace.Event) string {
			return fmt.Sprintf("begins to wait for %s, which has to come true within %v", quote(e.S), vtime.Duration(e.A))
		},
	}
}

// tell puts an event into words.
func (c *inquiry) tell(e *trace.Event) string {
	s, known := sentences[e.Kind]
	if !known {
		return c.plain(e)
	}
	text := s(c, e)
	switch {
	case c.loss == nil:
	case e == c.loss.naming, e == c.loss.change && !fills(e):
		text += ", and does not sync the folder"
	case e == c.loss.change:
		text += ", and does not sync it"
	}
	return text
}

// plain is what the text of the trace says of an event.
func (c *inquiry) plain(e *trace.Event) string {
	_, text, _ := strings.Cut(strings.TrimSpace(newLiner(c.Trace).text(e)), "  ")
	return strings.TrimPrefix(text, c.who(e)+" ")
}

func (c *inquiry) tellFailure(e *trace.Event) string {
	switch {
	case c.check != nil && c.check.Kind == trace.End:
		return fmt.Sprintf("FAILS: eventually %s: %s", quote(c.check.S), line(e.T))
	case c.check != nil && c.check.S != "":
		return fmt.Sprintf("FAILS: %s %s: %s", property.Kind(c.check.B), quote(c.check.S), line(e.T))
	}
	return "FAILS: " + e.S + ": " + line(strings.TrimPrefix(e.T, e.S+": "))
}

// maxLosses is how many losses of one crash are told.
const maxLosses = 2

// tellCrash tells a crash with the operation that it interrupted, and with what
// it took from the disk.
func (c *inquiry) tellCrash(e *trace.Event) string {
	text := "loses power"
	if op := c.operation(e); op != nil {
		where := " in operation "
		if e.S == "within" {
			where = " in the middle of operation "
		}
		text += where + fmt.Sprint(number(op)) + ", in which it " + strings.TrimSuffix(c.plainWords(op), failing(op))
	}
	lost := c.past.index.lost(e)
	for i, l := range lost {
		if i == maxLosses {
			text += fmt.Sprintf("; and %d more", len(lost)-i)
			break
		}
		text += "; " + l.S + ": " + l.T
	}
	if len(lost) == 0 {
		text += "; nothing is lost"
	}
	return text
}

// plainWords tells an event without what the inquiry knows about it.
func (c *inquiry) plainWords(e *trace.Event) string {
	if s, known := sentences[e.Kind]; known {
		return s(c, e)
	}
	return c.plain(e)
}

// operation is the disk operation that a crash interrupted; nil if it struck
// between two.
func (c *inquiry) operation(crash *trace.Event) *trace.Event {
	e := c.event(crash.ID - 1)
	if e == nil || crash.Kind != trace.CrashIO || e.Node != crash.Node || e.Inc != crash.Inc || code(e) != errno.Crashed {
		return nil
	}
	return e
}

func (c *inquiry) tellBoot(e *trace.Event) string {
	text := "starts"
	if e.Inc > 1 {
		text = "starts again"
	}
	for _, id := range c.past.index.ofNodeBefore(e.Node, c.failed.ID) {
		s := c.event(id)
		switch {
		case id < e.ID || s.Inc != e.Inc || s.Kind != trace.Log || s.S == "":
			continue
		case s.Cause != e.ID || beginsLastWords(s.S):
			return text
		}
		return text + " and says " + quote(s.S)
	}
	return text
}

func (c *inquiry) tellReceive(e *trace.Event) string {
	from := e.S
	sent := ""
	if s := c.event(e.Cause); s != nil && s.Kind == trace.Send {
		from, sent = c.who(s), ", sent at "+s.At.Seconds()
	}
	if code(e) != errno.OK {
		return fmt.Sprintf("finds its connection to %s broken (%s)", e.S, code(e))
	}
	if e.B == 0 {
		return "finds its connection closed by " + e.S
	}
	return fmt.Sprintf("receives %s from %s%s", bytesOf(e.B), from, sent)
}

// tellReturn tells how a call of a history ended, and when it began.
func (c *inquiry) tellReturn(e *trace.Event) string {
	text := fmt.Sprintf("call %d", e.A)
	for i := range c.Events[:e.ID-1] {
		if b := &c.Events[i]; b.Kind == trace.Invoke && b.A == e.A {
			text = fmt.Sprintf("%s%s, called at %s,", line(b.T), in(b.S), b.At.Seconds())
			break
		}
	}
	switch {
	case e.B != 1:
		text += " fails"
	case e.T == "":
		return text + " succeeds"
	default:
		return text + " answers " + line(e.T)
	}
	if e.S != "" {
		text += ": " + line(e.S)
	}
	return text
}

// in names a history, if it has a name.
func in(history string) string {
	if history == "" {
		return ""
	}
	return " in " + line(history)
}

func (c *inquiry) tellSend(e *trace.Event) string {
	text := fmt.Sprintf("sends %s to %s%s", bytesOf(e.B), e.S, failing(e))
	if c.loss == nil || e != c.loss.answer {
		return text
	}
	text = fmt.Sprintf("answers %s (%s) before that is durable", e.S, bytesOf(e.B))
	if c.speaksOf(e) {
		text += fmt.Sprintf("; %s then says %s", c.who(c.witness), quote(c.witness.S))
	}
	return text
}

func (c *inquiry) tellPartition(e *trace.Event) string {
	names := strings.ReplaceAll(e.S, ",", ", ")
	way := map[string]string{"in": ", for what they would receive", "out": ", for what they send"}[e.T]
	return fmt.Sprintf("a partition cuts %s off from the others until %s%s", names, vtime.Instant(e.B).Seconds(), way)
}

func tellPhase(_ *inquiry, e *trace.Event) string {
	if e.S == "recovery" {
		return "no more faults: the recovery begins"
	}
	return "the phase " + e.S + " begins"
}

// failing is the error that an operation ended with, for the end of a sentence.
func failing(e *trace.Event) string {
	if code(e) == errno.OK {
		return ""
	}
	return ", which fails with " + code(e).String()
}

func bytesOf(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// quote shows what a program said on one line, safe for a terminal.
func quote(s string) string { return `"` + line(s) + `"` }

// line makes the text of a program fit on a line: control characters and text
// that changes direction are escaped.
func line(s string) string {
	q := strconv.QuoteToGraphic(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}
