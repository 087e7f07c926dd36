// Package antithesis reads what the Antithesis SDK for Go writes when it runs
// outside of the Antithesis platform: a JSON object a line, for each assertion,
// event and warning. The format is the SDK's "local output"; versions 0.5 to 0.9
// write the same, in which details may be absent or null.
package antithesis

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
)

// MaxLine is the length of the longest line that is read, in bytes.
const MaxLine = 16 << 20

// Message is what one line says. The zero value is one that has no meaning for a
// simulation: the SDK's version, or a hint for the platform's search.
type Message struct {
	// Assertion is an evaluation or a declaration; nil if the line is neither.
	Assertion *Assertion
	// Text is a sentence for the trace, for events and warnings.
	Text string
}

// Assertion is what the SDK says about one of its assertions.
type Assertion struct {
	Kind property.Kind
	// Name is the SDK's message, by which properties are told apart.
	Name string
	// File is the path as a -trimpath binary reports it; "" if the program does
	// not say. Line counts from 1, 0 is unknown.
	File string
	Line int
	// Function is the name with its package, as a stack trace has it.
	Function string
	// Hit is false for a declaration: the assertion is there, and was not
	// evaluated now.
	Hit bool
	// MustHit says that a sweep has to reach the assertion.
	MustHit bool
	// OK is the condition: false for Unreachable, true for Reachable.
	OK bool
	// Details are key=value pairs, sorted by key.
	Details string
}

// readers read the value of each key that the SDK uses itself. Any other key is
// the name of an event.
var readers = map[string]func(json.RawMessage) (Message, error){
	"antithesis_sdk":      meaningless,
	"antithesis_guidance": meaningless,
	"antithesis_assert":   readAssertion,
	"antithesis_setup":    readSetup,
	"antithesis_warning":  readWarning,
	"antithesis_error":    readWarning,
}

// Parse reads a line, without its end. An error says what in it the SDK does not
// write.
func Parse(line []byte) (Message, error) {
	if len(line) > MaxLine {
		return Message{}, fmt.Errorf("a line longer than %d bytes", MaxLine)
	}
	var keys map[string]json.RawMessage
	if err := decode(line, &keys); err != nil {
		return Message{}, fmt.Errorf("%w: %s", err, excerpt(line))
	}
	if len(keys) != 1 {
		return Message{}, fmt.Errorf("an object of %d keys, where the SDK writes one: %s", len(keys), excerpt(line))
	}
	for key, value := range keys { // one
		read, known := readers[key]
		if !known {
			return readEvent(key, value), nil
		}
		m, err := read(value)
		if err != nil {
			return Message{}, fmt.Errorf("%s: %w: %s", key, err, excerpt(line))
		}
		return m, nil
	}
	panic("antithesis: an object of one key has none")
}

// excerpt is so much of a line that a reader recognises it.
func excerpt(line []byte) string {
	const most = 120
	if len(line) > most {
		return fmt.Sprintf("%q…", line[:most])
	}
	return fmt.Sprintf("%q", line)
}

// decode reads JSON, and says what is wrong with it in the words of JSON.
func decode(text []byte, to any) error {
	err := json.Unmarshal(text, to)
	var typed *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &typed):
		return err
	case typed.Field == "":
		return errors.New("not an object")
	}
	return fmt.Errorf("%s cannot be %s", typed.Field, typed.Value)
}

func object(value json.RawMessage) (o map[string]json.RawMessage, err error) {
	if err = decode(value, &o); err == nil && o == nil {
		err = errors.New("not an object")
	}
	return o, err
}

func meaningless(value json.RawMessage) (Message, error) {
	_, err := object(value)
	return Message{}, err
}

func readSetup(value json.RawMessage) (Message, error) {
	var v struct {
		Status  *string         `json:"status"`
		Details json.RawMessage `json:"details"`
	}
	if err := decode(value, &v); err != nil {
		return Message{}, err
	}
	if v.Status == nil {
		return Message{}, errors.New("status is missing")
	}
	return Message{Text: join("setup "+oneLine(*v.Status), v.Details)}, nil
}

func readWarning(value json.RawMessage) (Message, error) {
	var v struct {
		Message *string `json:"message"`
	}
	if err := decode(value, &v); err != nil {
		return Message{}, err
	}
	if v.Message == nil {
		return Message{}, errors.New("message is missing")
	}
	return Message{Text: join(oneLine(*v.Message), nil)}, nil
}

func readEvent(name string, details json.RawMessage) Message {
	return Message{Text: join(fmt.Sprintf("event %q", name), details)}
}

// join makes a line for the trace of a text and of details.
func join(text string, details json.RawMessage) string {
	text = "antithesis: " + text
	if d := describe(details); d != "" {
		text += ": " + d
	}
	return cut(text)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// null says whether a value is absent or null.
func null(value json.RawMessage) bool {
	return len(value) == 0 || bytes.Equal(value, []byte("null"))
}
