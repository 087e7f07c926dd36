// Package load is what the storage engines of this folder have in common: a
// server around an engine, the changes that clients ask of it, and what a
// client may find after a crash.
package load

// Store is an engine under test. Many goroutines use it at once.
type Store interface {
	// Apply makes changes of different keys, all of them or none, and returns
	// when they are durable. After an error it is unknown whether they were made.
	Apply(changes []Change) error
	// Read gives the values of all keys with a prefix.
	Read(prefix string) (State, error)
}

// State is what keys hold. A key that is not in it holds nothing.
type State map[string]string

// Change puts a value under a key, or takes the key away.
type Change struct {
	Key   string
	Value string // unused if Gone
	Gone  bool
}

// Apply makes changes to s.
func (s State) Apply(changes []Change) {
	for _, c := range changes {
		if c.Gone {
			delete(s, c.Key)
		} else {
			s[c.Key] = c.Value
		}
	}
}
