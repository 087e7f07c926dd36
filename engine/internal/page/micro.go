package page

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/history"
)

// ends says how a transaction ended.
var ends = map[history.Status]string{history.OK: "committed", history.Fail: "aborted", history.Unknown: "of unknown end"}

// maxMicros is how many micro-operations of a transaction are shown, and maxElems
// how many elements of a list, the last ones.
const maxMicros, maxElems = 12, 8

// micro says what a micro-operation did.
func micro(m *history.Micro) string {
	key := fit(m.Key, 40)
	switch {
	case m.F == history.Append:
		return fmt.Sprintf("append %d to %s", m.Value, key)
	case m.F == history.Write:
		return fmt.Sprintf("write %s = %d", key, m.Value)
	case m.F != history.Read:
		return fmt.Sprintf("%s %s", fit(m.F, 24), key)
	case !m.Known:
		return fmt.Sprintf("read %s without an answer", key)
	}
	return fmt.Sprintf("read %s = %s", key, found(m))
}

// short is micro in as few letters as can be.
func short(m *history.Micro) string {
	key := fit(m.Key, 8)
	switch {
	case m.F == history.Append:
		return fmt.Sprintf("%s+%d", key, m.Value)
	case m.F == history.Write:
		return fmt.Sprintf("%s:=%d", key, m.Value)
	case m.F != history.Read || !m.Known:
		return fmt.Sprintf("%s=?", key)
	}
	return fmt.Sprintf("%s=%s", key, found(m))
}

// found is what a read found.
func found(m *history.Micro) string {
	switch {
	case m.Nil:
		return "nil"
	case m.List == nil:
		return fmt.Sprint(m.Value)
	}
	list := m.List
	var parts []string
	if skip := len(list) - maxElems; skip > 0 {
		parts, list = append(parts, fmt.Sprintf("(%d more)", skip)), list[skip:]
	}
	for _, e := range list {
		parts = append(parts, fmt.Sprint(e))
	}
	return "[" + strings.Join(parts, " ") + "]"
}

// telling gives the micro-operations to show, by their index: all of a small
// transaction, of a large one those on the keys that matter first.
func telling(t *history.Txn, matters map[string]bool) (shown []int) {
	if len(t.Ops) <= maxMicros {
		for i := range t.Ops {
			shown = append(shown, i)
		}
		return shown
	}
	other := maxMicros
	for i := range t.Ops {
		if matters[t.Ops[i].Key] {
			other--
		}
	}
	for i := 0; i < len(t.Ops) && len(shown) < maxMicros; i++ {
		if !matters[t.Ops[i].Key] {
			if other--; other < 0 {
				continue
			}
		}
		shown = append(shown, i)
	}
	return shown
}

// ofTxn gives a transaction as it is drawn.
func ofTxn(i int, t *history.Txn, matters map[string]bool) call {
	c := newCall(i, t.Client, t.Status, t.Invoke, t.Return, &t.Origin)
	var long, brief []string
	for _, j := range telling(t, matters) {
		long, brief = append(long, micro(&t.Ops[j])), append(brief, short(&t.Ops[j]))
	}
	if more := len(t.Ops) - len(long); more > 0 {
		long, brief = append(long, thousands(more)+" more"), append(brief, gap)
	}
	c.what, c.label = strings.Join(long, ", "), strings.Join(brief, " ")
	c.tag = name(i)
	return c
}

// name is what reports call a transaction: T1 is the first of the history.
func name(i int) string { return fmt.Sprintf("T%d", i+1) }
