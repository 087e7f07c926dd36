package schedule

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/vtime"
)

// Edit is a change of a schedule's faults. Faults are named by their number in
// the list, from 1, as it is before the change.
type Edit struct {
	// Shift moves faults: "1=-1000" makes fault 1 strike a thousand operations
	// earlier, "2=+5ms" makes fault 2, a planned one, come 5 ms later. Nothing
	// moves below operation 1 or instant 0.
	Shift []string
	// Remove takes faults out; Keep takes out all others. Both may not be given.
	Remove, Keep []int
	// Add has faults as a schedule file has them, each a JSON object.
	Add []string
}

// Empty says that e changes nothing.
func (e *Edit) Empty() bool { return len(e.Shift)+len(e.Remove)+len(e.Keep)+len(e.Add) == 0 }

// Apply gives a changed copy of s. What it was shrunk from and how it failed do
// not hold for that any more and are left out. Errors are meant for the user;
// all mistakes of e are told at once.
func (e *Edit) Apply(s *Schedule) (*Schedule, error) {
	c := s.Clone()
	c.ShrunkFrom, c.ShrinkRuns, c.Fails, c.Corpus = nil, 0, "", nil
	var bad []error
	for _, text := range e.Shift {
		bad = append(bad, c.shift(text))
	}
	if len(e.Remove) > 0 && len(e.Keep) > 0 {
		bad = append(bad, errors.New("remove and keep exclude each other: what is not kept is removed"))
	}
	for _, n := range slices.Concat(e.Remove, e.Keep) {
		_, err := c.index(n)
		bad = append(bad, err)
	}
	var add []Fault
	for _, text := range e.Add {
		f, err := parseFault(text)
		bad, add = append(bad, err), append(add, f)
	}
	if err := errors.Join(bad...); err != nil {
		return nil, err
	}
	var left []Fault
	for i, f := range c.Faults {
		if !slices.Contains(e.Remove, i+1) && (len(e.Keep) == 0 || slices.Contains(e.Keep, i+1)) {
			left = append(left, f)
		}
	}
	c.Faults = append(left, add...)
	slices.SortStableFunc(c.Faults, func(a, b Fault) int { return int(max(-1, min(1, a.At.Sub(b.At)))) })
	return c, nil
}

// index is where the fault with a number lies.
func (s *Schedule) index(n int) (int, error) {
	if n < 1 || n > len(s.Faults) {
		return 0, fmt.Errorf("there is no fault %d; the schedule has %d, numbered from 1", n, len(s.Faults))
	}
	return n - 1, nil
}

func (s *Schedule) shift(text string) error {
	number, by, ok := strings.Cut(text, "=")
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return fmt.Errorf("shift %q: write the fault's number and how far, such as 1=-1000 or 2=+5ms", text)
	}
	i, err := s.index(n)
	if err != nil {
		return fmt.Errorf("shift %q: %w", text, err)
	}
	f := &s.Faults[i]
	if err := f.move(by); err != nil {
		return fmt.Errorf("shift %q: %w", text, err)
	}
	return nil
}

// move moves a fault by a number of operations or a time.
func (f *Fault) move(by string) error {
	if f.Op > 0 {
		d, err := strconv.ParseInt(by, 10, 64)
		if err != nil {
			return fmt.Errorf("a %s strikes an operation; write how many operations later or earlier, such as -3", f.Kind)
		}
		f.Op, f.Anchor = uint64(max(1, int64(f.Op)+d)), nil
		return nil
	}
	sign, text := vtime.Duration(1), strings.TrimPrefix(by, "+")
	if t, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = -1, t
	}
	d, err := vtime.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("a %s strikes at an instant; write how much later or earlier, such as -5ms", f.Kind)
	}
	span := f.Span()
	f.At = max(0, f.At.Add(sign*d))
	f.Until = f.At.Add(span)
	return nil
}

// parseFault reads one fault.
func parseFault(text string) (f Fault, err error) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	err = d.Decode(&f)
	if errors.Is(err, io.EOF) {
		err = errors.New("it is empty")
	}
	if err == nil && d.More() {
		err = errors.New("text after the end of the fault")
	}
	if err != nil {
		return f, fmt.Errorf("add %q: %s", text, plain(err))
	}
	if f.Until == 0 {
		f.Until = f.At
	}
	if err := f.check(); err != nil {
		return f, fmt.Errorf("add %q: %w", text, err)
	}
	return f, nil
}
