package main

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/schedule"
)

// faultText is a fault as a person would say it.
func faultText(f *schedule.Fault) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s", f.At.Seconds(), f.Kind)
	if f.Node != "" {
		b.WriteString(" of " + f.Node)
	}
	if len(f.Cut) > 0 {
		fmt.Fprintf(&b, " of %s, %s", strings.Join(f.Cut, ","), f.Direction)
	}
	if f.Op > 0 {
		fmt.Fprintf(&b, " %s operation %d", pointText(f), f.Op)
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

// pointText says where in an operation.
func pointText(f *schedule.Fault) string {
	switch f.Point {
	case "":
		return "at"
	case schedule.Within:
		return fmt.Sprintf("after %d bytes of", f.Bytes)
	case schedule.Ack:
		return "at the first send after"
	}
	return f.Point
}
