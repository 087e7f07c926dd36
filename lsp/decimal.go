package lsp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/lsp/work"
)

// Decimal is a seed in JSON for an editor, whose own numbers have 53 bits: a string
// of digits. A number is read, too.
type Decimal uint64

// MarshalJSON implements json.Marshaler.
func (d Decimal) MarshalJSON() ([]byte, error) {
	return []byte(strconv.Quote(strconv.FormatUint(uint64(d), 10))), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *Decimal) UnmarshalJSON(b []byte) error {
	text := string(b)
	if json.Unmarshal(b, &text) == nil && text == "" || text == "null" {
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("the seed %s is not a number from 0 to 18446744073709551615", text)
	}
	*d = Decimal(n)
	return nil
}

// decimals are seeds for an editor.
func decimals(seeds []uint64) []Decimal {
	all := make([]Decimal, len(seeds))
	for i, s := range seeds {
		all[i] = Decimal(s)
	}
	return all
}

// argumentsText is the form in JSON of the arguments of commands: an editor gives back
// seeds as they are.
type argumentsText struct {
	*bareArguments
	First Decimal `json:"first,omitempty"`
	Seed  Decimal `json:"seed,omitempty"`
}

type bareArguments arguments

// MarshalJSON implements json.Marshaler.
func (a arguments) MarshalJSON() ([]byte, error) {
	return json.Marshal(argumentsText{(*bareArguments)(&a), Decimal(a.First), Decimal(a.Seed)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (a *arguments) UnmarshalJSON(b []byte) error {
	t := argumentsText{bareArguments: (*bareArguments)(a)}
	if err := json.Unmarshal(b, &t); err != nil {
		return err
	}
	a.First, a.Seed = uint64(t.First), uint64(t.Seed)
	return nil
}

// seedText is the seed of a schedule as Decimal writes it.
var seedText = regexp.MustCompile(`("seed"\s*:\s*)"(\d{1,20})"`)

// numbered is the content of a schedule with its seed as a number: editors have it as
// a string. Within a string the quotes of such a text would be escaped.
func numbered(content []byte) []byte { return seedText.ReplaceAll(content, []byte("$1$2")) }

// forEditor is the header of a trace.
func forEditor(h *tracefile.Header) *traceHeader {
	t := &traceHeader{Header: h, Seed: Decimal(h.Seed)}
	if h.Schedule != nil {
		t.Schedule = &traceSchedule{Schedule: h.Schedule, Seed: Decimal(h.Schedule.Seed)}
	}
	return t
}

// traceHeader is tracefile.Header for an editor.
type traceHeader struct {
	*tracefile.Header
	Seed     Decimal        `json:"seed"`
	Schedule *traceSchedule `json:"schedule,omitempty"`
}

// traceSchedule is schedule.Schedule for an editor.
type traceSchedule struct {
	*schedule.Schedule
	Seed Decimal `json:"seed"`
}

// traceNear is work.Near for an editor.
type traceNear struct {
	*work.Near
	Seed Decimal `json:"seed"`
}
