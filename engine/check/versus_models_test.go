//go:build unix

package check_test

import (
	"slices"

	"github.com/anishathalye/porcupine"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// native is an operation in the form that is cheapest for porcupine.
type native struct {
	kind      byte // 'r' reads, 'w' writes, 'c' compares, 'e' enqueues, 'd' dequeues
	key, a, b int64
}

var nativeKinds = map[string]byte{"read": 'r', "get": 'r', "write": 'w', "put": 'w', "cas": 'c', "enqueue": 'e', "dequeue": 'd'}

// nothing is the number that stands for null.
const nothing = -1

// number gives the number that v is.
func number(v history.Value) int64 {
	if n, ok := v.Int(); ok {
		return n
	}
	return nothing
}

// nativeOps gives ops in porcupine's form.
func nativeOps(ops []history.Op) []porcupine.Operation {
	all := make([]porcupine.Operation, len(ops))
	for i := range ops {
		o := &ops[i]
		in, args := native{kind: nativeKinds[o.Kind]}, o.Args
		if o.Kind == "get" || o.Kind == "put" {
			in.key, args = number(args[0]), args[1:]
		}
		if len(args) > 0 {
			in.a = number(args[0])
		}
		if len(args) > 1 {
			in.b = number(args[1])
		}
		out := number(o.Result)
		if o.Kind == "cas" {
			out = int64(len(o.Result)) // "true" is the shorter one
		}
		all[i] = porcupine.Operation{Input: in, Output: out, Call: int64(o.Invoke), Return: returned(o)}
	}
	return all
}

// nativeCell is the model of register, cas-register and of one key of kv.
var nativeCell = porcupine.Model{
	Init: func() any { return int64(nothing) },
	Step: func(s, input, output any) (bool, any) {
		switch in := input.(native); in.kind {
		case 'r':
			return output == s, s
		case 'c':
			if in.a != s.(int64) {
				return output.(int64) == int64(len("false")), s
			}
			return output.(int64) == int64(len("true")), in.b
		default:
			return true, in.a
		}
	},
	Hash: func(s any) uint64 { return uint64(s.(int64)) },
}

// nativeKV is nativeCell by key.
var nativeKV = func() porcupine.Model {
	m := nativeCell
	m.Partition = func(all []porcupine.Operation) (parts [][]porcupine.Operation) {
		byKey := map[int64]int{}
		for _, o := range all {
			k := o.Input.(native).key
			i, known := byKey[k]
			if !known {
				i = len(parts)
				byKey[k] = i
				parts = append(parts, nil)
			}
			parts[i] = append(parts[i], o)
		}
		return parts
	}
	return m
}()

// nativeQueue keeps the queue as a list that no step changes.
var nativeQueue = porcupine.Model{
	Init: func() any { return []int64(nil) },
	Step: func(s, input, output any) (bool, any) {
		q := s.([]int64)
		switch in := input.(native); {
		case in.kind == 'e':
			return true, append(q[:len(q):len(q)], in.a)
		case len(q) == 0:
			return output.(int64) == nothing, s
		default:
			return output.(int64) == q[0], q[1:]
		}
	},
	Equal: func(a, b any) bool { return slices.Equal(a.([]int64), b.([]int64)) },
	Hash: func(s any) (h uint64) {
		for _, v := range s.([]int64) {
			h = (h ^ uint64(v)) * 1099511628211
		}
		return h
	},
}

// rivals are the kinds of histories that BenchmarkVersus judges.
var rivals = []rival{
	{"unique", "register", func() storming { return cellStorm(0, false) }, capped(nativeCell)},
	{"few", "register", func() storming { return cellStorm(5, false) }, capped(nativeCell)},
	{"cas", "cas-register", func() storming { return cellStorm(5, true) }, capped(nativeCell)},
	{"kv", "kv", func() storming { return kvStorm(100) }, porcupineModel{Model: nativeKV}},
	{"queue", "queue", queueStorm, capped(nativeQueue)},
}

// storming is what makes the calls of a storm.
type storming = func(*rng.Stream, int) (string, []history.Value, func() history.Value)
