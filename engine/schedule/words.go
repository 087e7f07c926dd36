package schedule

import (
	"fmt"
	"strings"
)

// Words is a fault as a person would say it, on a line.
func (f *Fault) Words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s", f.At.Seconds(), f.Kind)
	if f.Node != "" {
		b.WriteString(" of " + f.Node)
	}
	if len(f.Cut) > 0 {
		fmt.Fprintf(&b, " of %s, %s", strings.Join(f.Cut, ","), f.Direction)
	}
	if f.Op > 0 {
		fmt.Fprintf(&b, " %s operation %d", f.PointWords(), f.Op)
	}
	if a := f.Anchor; a != nil {
		fmt.Fprintf(&b, ", %s %d of %s", a.Do, a.Nth, a.In)
	}
	if f.Corrupt {
		b.WriteString(", flips a bit")
	}
	if d := f.Span(); d > 0 {
		fmt.Fprintf(&b, ", for %v", d.Rounded())
	}
	return b.String()
}

// PointWords says where in an operation, in words that go before the operation.
func (f *Fault) PointWords() string {
	switch f.Point {
	case "":
		return "at"
	case Within:
		return fmt.Sprintf("after %d bytes of", f.Bytes)
	case Ack:
		return "at the first send after"
	}
	return f.Point
}
