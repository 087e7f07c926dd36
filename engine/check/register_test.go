package check_test

import (
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// registerMaker makes histories of a register. Values are unique or of a few;
// with cas, a third of the calls compare.
func registerMaker(unique, cas, doubt bool) maker[history.Value] {
	value := func(r *rng.Stream, n int) history.Value {
		if unique {
			return history.Int(int64(n))
		}
		return history.Int(int64(r.N(3)))
	}
	return maker[history.Value]{
		model: check.Register{},
		call: func(r *rng.Stream, n int) (string, []history.Value) {
			kind := oneOf(r, "read", "write")
			if cas {
				kind = oneOf(r, "read", "write", "cas")
			}
			switch kind {
			case "write":
				return kind, []history.Value{value(r, n)}
			case "cas":
				return kind, []history.Value{history.Int(int64(r.N(3))), value(r, n)}
			}
			return kind, nil
		},
		answers: func(kind string, n int) []history.Value {
			switch kind {
			case "read":
				return append(ints(n), history.Null)
			case "cas":
				return []history.Value{"true", "false"}
			}
			return []history.Value{""}
		},
		doubt: doubt,
	}
}

func kvMaker(unique bool) maker[history.Value] {
	m := registerMaker(unique, true, true)
	inner := m.call
	m.model = check.KV{}
	m.call = func(r *rng.Stream, n int) (string, []history.Value) {
		kind, args := inner(r, n)
		kind = map[string]string{"read": "get", "write": oneOf(r, "put", "put", "delete"), "cas": "cas"}[kind]
		if unique && kind != "get" {
			kind, args = "put", args[len(args)-1:]
		}
		if kind == "delete" {
			args = nil
		}
		return kind, append([]history.Value{oneOf[history.Value](r, `"x"`, `"y"`)}, args...)
	}
	answers := m.answers
	m.answers = func(kind string, n int) []history.Value {
		if kind == "get" {
			kind = "read"
		}
		return answers(kind, n)
	}
	return m
}

func TestRegistersAreJudgedAsByBruteForce(t *testing.T) {
	registerMaker(true, false, false).compare(t, "unique values", times(30000))
	registerMaker(true, false, true).compare(t, "unique values, unknown ends", times(30000))
	registerMaker(false, false, true).compare(t, "few values, unknown ends", times(30000))
	registerMaker(false, true, false).compare(t, "cas", times(30000))
	registerMaker(false, true, true).compare(t, "cas, unknown ends", times(30000))
	m := registerMaker(false, true, true)
	m.mostly = true
	m.compare(t, "cas, mostly of unknown end", times(30000))
}

func TestKeysAreJudgedAsByBruteForce(t *testing.T) {
	kvMaker(false).compare(t, "kv", times(30000))
	kvMaker(true).compare(t, "kv, unique values", times(30000))
}
