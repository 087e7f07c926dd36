package main

import (
	"context"
	"fmt"
)

const modelListAbout = `Lists the models of seedfall's own that a history of the config may name as its
"model", each with its operations as sim.Invoke records them.`

// builtIn are the models of seedfall's own with their operations, in the order of
// the reference.
var builtIn = []struct{ name, what, calls string }{
	{"register", "one cell", "read() = value, write(value), cas(old, new) = true or false"},
	{"cas-register", "the same as register", "read() = value, write(value), cas(old, new) = true or false"},
	{"kv", "a cell for each key", "get(key) = value or null, put(key, value), delete(key), cas(key, old, new) = true or false"},
	{"counter", "a number from 0", "add(n), read() = n, add-and-get(n) = n"},
	{"set", "a set of values", "add(value), remove(value), contains(value) = true or false, read() = list"},
	{"list-append", "a list for each key", "append(key, value), read(key) = list"},
	{"queue", "first in, first out", "enqueue(value), dequeue() = value or null"},
	{"log", "numbered entries for each key", "append(key, value) = offset, read(key, from[, max]) = list"},
	{"lock", "a lock for each key that one owner holds", "acquire(key, owner) = token, true or false, release(key, owner) = true or false"},
	{"lease", "a lock for each key that ends by itself", "acquire(key, owner) = [token, until] or false, renew(key, owner) = until or false, release(key, owner), use(key, token)"},
	{"bank", "accounts among which money moves", "transfer(from, to, amount) = true or false, read() = object of balances"},
	{"unique-ids", "no value is given twice", "generate() = value"},
	{"leader-election", "at most one leader in a term", "elected(term[, node])"},
	{"sessions", "what each client may expect of its session", "get(key), put(key, value), delete(key), or read(), write(value)"},
	{"convergence", "the same everywhere once all is at rest", "get(key), put(key, value), delete(key), or read(), write(value)"},
	{"none", "judges nothing", "any"},
}

func modelList(_ context.Context, e env, args []string) error {
	f := newFlags(e, "model ls", "[-format FORMAT]", modelListAbout).only("format")
	if err := f.parse(args); err != nil {
		return err
	}
	for _, m := range builtIn {
		if f.json(e) {
			newLines(e).put(modelLine{"model", jsonSchema, m.name, m.what, m.calls})
			continue
		}
		fmt.Fprintf(e.stdout, "%-16s %s: %s\n", m.name, m.what, m.calls)
	}
	return nil
}

type modelLine struct {
	Type       string `json:"type"`
	Schema     int    `json:"schema"`
	Name       string `json:"name"`
	About      string `json:"about"`
	Operations string `json:"operations"`
}
