package antithesis

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
)

// assertion is the value of antithesis_assert. A pointer is nil if the key is
// missing.
type assertion struct {
	Hit       *bool           `json:"hit"`
	MustHit   *bool           `json:"must_hit"`
	Condition *bool           `json:"condition"`
	Type      *string         `json:"assert_type"`
	Message   *string         `json:"message"`
	Location  *location       `json:"location"`
	Details   json.RawMessage `json:"details"`
}

// location is where the assertion stands. The SDK cuts a function's name in two
// at its last dot.
type location struct {
	Class    string `json:"class"`
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int64  `json:"begin_line"`
}

// kinds tell the assertions apart as the SDK does, by their type and by whether
// they must be hit. A Sometimes that need not be hit can only come from AssertRaw.
var kinds = map[string]struct{ must, may property.Kind }{
	"always":       {property.Always, property.AlwaysOrUnreachable},
	"sometimes":    {property.Sometimes, property.Sometimes},
	"reachability": {property.Reachable, property.Unreachable},
}

func readAssertion(value json.RawMessage) (Message, error) {
	var v assertion
	if err := decode(value, &v); err != nil {
		return Message{}, err
	}
	if missing := v.missing(); missing != "" {
		return Message{}, errors.New(missing + " is missing")
	}
	kind, known := kinds[*v.Type]
	if !known {
		return Message{}, fmt.Errorf("assert_type %q is not always, sometimes or reachability", *v.Type)
	}
	if !null(v.Details) {
		if _, err := object(v.Details); err != nil {
			return Message{}, fmt.Errorf("details: %w", err)
		}
	}
	a := &Assertion{Name: *v.Message, Hit: *v.Hit, MustHit: *v.MustHit, OK: *v.Condition, Details: cut(describe(v.Details))}
	a.Kind = kind.may
	if a.MustHit {
		a.Kind = kind.must
	}
	if *v.Type == "reachability" {
		a.OK = a.Kind == property.Reachable // whatever AssertRaw was given
	}
	a.File, a.Function = v.Location.File, strings.TrimPrefix(v.Location.Class+"."+v.Location.Function, ".")
	a.Line = int(min(max(0, v.Location.Line), math.MaxInt32))
	return Message{Assertion: a}, nil
}

// missing names the first key that every assertion has and this one lacks; "" if
// it has them all.
func (v *assertion) missing() string {
	for _, key := range []struct {
		name  string
		there bool
	}{
		{"hit", v.Hit != nil},
		{"must_hit", v.MustHit != nil},
		{"condition", v.Condition != nil},
		{"assert_type", v.Type != nil},
		{"message", v.Message != nil},
		{"location", v.Location != nil},
	} {
		if !key.there {
			return key.name
		}
	}
	return ""
}
