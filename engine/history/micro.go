package history

import (
	"encoding/json"
	"errors"
	"fmt"
)

// micro is a Micro with its form in files: ["append","x",1], ["w","x",1],
// ["r","x"] for a read without a known answer, ["r","x",null], ["r","x",1] and
// ["r","x",[1,2]] for the others.
type micro Micro

func (m micro) MarshalJSON() ([]byte, error) {
	parts := []any{m.F, m.Key}
	switch {
	case m.F != Read:
		parts = append(parts, m.Value)
	case !m.Known:
	case m.Nil:
		parts = append(parts, nil)
	case m.List != nil:
		parts = append(parts, m.List)
	default:
		parts = append(parts, m.Value)
	}
	return json.Marshal(parts)
}

func (m *micro) UnmarshalJSON(b []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	if len(parts) < 2 || len(parts) > 3 {
		return errors.New(`txn: a micro-operation is a list of function, key and value, such as ["append","x",1]`)
	}
	*m = micro{}
	if err := json.Unmarshal(parts[0], &m.F); err != nil {
		return fmt.Errorf("txn: function: %w", err)
	}
	if err := json.Unmarshal(parts[1], &m.Key); err != nil {
		return fmt.Errorf("txn: key: %w", err)
	}
	if m.F == Read && len(parts) == 2 {
		return nil
	}
	m.Known = true
	switch m.F {
	case Append, Write:
		if len(parts) == 2 || string(parts[2]) == "null" {
			return fmt.Errorf("txn: %s of %q needs a value", m.F, m.Key)
		}
		return json.Unmarshal(parts[2], &m.Value)
	case Read:
		return m.answer(parts[2])
	}
	return fmt.Errorf("txn: %q is not a function; use append, r or w", m.F)
}

// answer reads what a read found.
func (m *micro) answer(b []byte) error {
	switch {
	case string(b) == "null":
		m.Nil = true
	case b[0] == '[':
		return json.Unmarshal(b, &m.List)
	default:
		return json.Unmarshal(b, &m.Value)
	}
	return nil
}
