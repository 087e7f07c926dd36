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
	var object map[string]json.RawMessage
	if err := json.Unmarshal(line, &object); err != nil {
		return Message{}, fmt.Errorf("no JSON object: %w: %s", err, excerpt(line))
	}
	if len(object) != 1 {
		return Message{}, fmt.Errorf("an object of %d keys, where the SDK writes one: %s", len(object), excerpt(line))
	}
	for key, value := range object { // one
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

func meaningless(value json.RawMessage) (Message, error) {
	_, err := object(value)
	return Message{}, err
}

func object(value json.RawMessage) (o map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(value, &o); err != nil || o == nil {
		return nil, errors.New("not an object")
	}
	return o, nil
}

func readSetup(value json.RawMessage) (Message, error) {
	var v struct {
		Status  *string         `json:"status"`
		Details json.RawMessage `json:"details"`
	}
	if err := json.Unmarshal(value, &v); err != nil {
		return Message{}, err
	}
	if v.Status == nil {
		return Message{}, errors.New("status is missing")
	}
	return Message{Text: join("antithesis: setup "+*v.Status, v.Details)}, nil
}

func readWarning(value json.RawMessage) (Message, error) {
	var v struct {
		Message *string `json:"message"`
	}
	if err := json.Unmarshal(value, &v); err != nil {
		return Message{}, err
	}
	if v.Message == nil {
		return Message{}, errors.New("message is missing")
	}
	return Message{Text: "antithesis: " + *v.Message}, nil
}

func readEvent(name string, details json.RawMessage) Message {
	return Message{Text: join(fmt.Sprintf("antithesis: event %q", name), details)}
}

// join puts details behind a text.
func join(text string, details json.RawMessage) string {
	if d := describe(details); d != "" {
		return text + ": " + d
	}
	return text
}

// null says whether a value is absent or null.
func null(value json.RawMessage) bool {
	return len(value) == 0 || bytes.Equal(value, []byte("null"))
}
