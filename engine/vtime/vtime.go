// Package vtime holds instants and durations of virtual time, the only time
// that a simulated node can see.
package vtime

import (
	"fmt"
	"math"
	"time"
)

// Instant is a number of nanoseconds of virtual time since the run began.
// Zero is the start; negative instants do not occur.
type Instant int64

// Never is later than every instant that a run can reach. A node that waits
// for nothing wakes at Never.
const Never Instant = math.MaxInt64

// Duration is a span of virtual time in nanoseconds.
type Duration int64

// The usual spans.
const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
)

// Add returns the instant d after t. Never stays Never, and a sum too large
// for an Instant is Never.
func (t Instant) Add(d Duration) Instant {
	if t == Never || (d > 0 && t > Never-Instant(d)) {
		return Never
	}
	return t + Instant(d)
}

// Sub returns how long after u the instant t lies.
func (t Instant) Sub(u Instant) Duration { return Duration(t - u) }

// Seconds returns t as the trace prints it, "12.345s": rounded down to
// milliseconds, in integers only.
func (t Instant) Seconds() string {
	if t == Never {
		return "never"
	}
	ms := int64(t) / int64(Millisecond)
	return fmt.Sprintf("%d.%03ds", ms/1000, ms%1000)
}

func (t Instant) String() string {
	if t == Never {
		return "never"
	}
	return Duration(t).String()
}

// MarshalText gives the form used in files, such as "427.268419ms".
func (t Instant) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what MarshalText writes, or any non-negative span that
// time.ParseDuration takes.
func (t *Instant) UnmarshalText(b []byte) error {
	if string(b) == "never" {
		*t = Never
		return nil
	}
	d, err := ParseDuration(string(b))
	if err == nil && d < 0 {
		err = fmt.Errorf("%q: an instant cannot be negative", b)
	}
	*t = Instant(d)
	return err
}

func (d Duration) String() string { return time.Duration(d).String() }

// Rounded shows d to the millisecond, or to the second from a minute on: for
// people, not for files.
func (d Duration) Rounded() string {
	if d >= Minute {
		return time.Duration(d).Round(time.Second).String()
	}
	return time.Duration(d).Round(time.Millisecond).String()
}

// ParseDuration reads a span such as "300ms" or "1m30s".
func ParseDuration(s string) (Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, fmt.Errorf("%q is not a duration; write for example \"250ms\" or \"1m30s\"", s)
	}
	return Duration(d), nil
}

// MarshalText gives the form used in files, such as "1m30s".
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a span such as "300ms" or "1m30s".
func (d *Duration) UnmarshalText(b []byte) (err error) {
	*d, err = ParseDuration(string(b))
	return err
}
