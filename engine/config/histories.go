package config

import (
	"fmt"
	"reflect"
	"strings"
)

// History says how the calls that programs record under a name are judged.
type History struct {
	// Name is the name that programs give the history; empty for calls that are
	// recorded without one. Default empty.
	Name string `json:"name" form:"text"`

	// Model judges the calls of the history. Default kv if all of them are get,
	// put, delete and cas; other calls need a model. A history that has calls and
	// no model is undecided.
	Model Model `json:"model"`

	// Package is a program that judges the calls in place of [History.Model]: a
	// model of your own, as seedfall model -h tells. A folder such as "./model",
	// relative to the file, or an import path. Default none.
	Package string `json:"package" form:"package"`

	// Isolation is the level that the transactions of the history have to keep.
	// Default serializable.
	Isolation Isolation `json:"isolation" default:"serializable"`

	// Assume is what may be taken for granted about registers that transactions
	// write. Default writes-follow-reads.
	Assume []Assumption `json:"assume" default:"writes-follow-reads" distinct:"true"`

	// Guarantees are those that the model sessions asks for. Default
	// read-your-writes, monotonic-reads, monotonic-writes, writes-follow-reads.
	Guarantees []Guarantee `json:"guarantees" default:"read-your-writes,monotonic-reads,monotonic-writes,writes-follow-reads" distinct:"true" least:"1"`

	// Overdraft lets the model bank have balances below zero. Default false.
	Overdraft bool `json:"overdraft" default:"false"`

	// Budget is how many steps of the model the search for an order may take for
	// each key, until the history is undecided. From 1000 to 1000000000; default
	// 2000000, which is one or two seconds. It never depends on the machine.
	Budget Count `json:"budget" default:"2000000" range:"1000..1000000000"`
}

// Count is a whole number of things.
type Count uint64

// Model is the name of a model of seedfall's own. The zero Model is none.
type Model string

const (
	// ModelRegister is one cell: read, write, cas.
	ModelRegister Model = "register"
	// ModelCASRegister is one cell: read, write, cas.
	ModelCASRegister Model = "cas-register"
	// ModelKV is a cell for each key: get, put, delete, cas.
	ModelKV Model = "kv"
	// ModelCounter is a number from 0: add, read, add-and-get.
	ModelCounter Model = "counter"
	// ModelSet is a set of values: add, remove, contains, read.
	ModelSet Model = "set"
	// ModelListAppend is a list for each key: append, read.
	ModelListAppend Model = "list-append"
	// ModelQueue is a queue, first in first out: enqueue, dequeue.
	ModelQueue Model = "queue"
	// ModelLog is a log with numbered entries for each key: append, read.
	ModelLog Model = "log"
	// ModelLock is a lock for each key that one owner holds: acquire, release.
	ModelLock Model = "lock"
	// ModelLease is a lock for each key that ends by itself: acquire, renew,
	// release, use.
	ModelLease Model = "lease"
	// ModelBank is accounts among which money moves: transfer, read.
	ModelBank Model = "bank"
	// ModelUniqueIDs gives no value twice: generate.
	ModelUniqueIDs Model = "unique-ids"
	// ModelLeaderElection has at most one leader in a term: elected.
	ModelLeaderElection Model = "leader-election"
	// ModelSessions gives each client the guarantees of a session: get, put,
	// delete or read, write.
	ModelSessions Model = "sessions"
	// ModelConvergence shows the same everywhere once all is at rest: get, put,
	// delete or read, write.
	ModelConvergence Model = "convergence"
	// ModelNone judges nothing: the calls are recorded for the trace only.
	ModelNone Model = "none"
)

// models are all names in the order of the reference.
var models = []string{string(ModelRegister), string(ModelCASRegister), string(ModelKV), string(ModelCounter), string(ModelSet),
	string(ModelListAppend), string(ModelQueue), string(ModelLog), string(ModelLock), string(ModelLease), string(ModelBank),
	string(ModelUniqueIDs), string(ModelLeaderElection), string(ModelSessions), string(ModelConvergence), string(ModelNone)}

// Assumption is something about the order of a register's values.
type Assumption string

const (
	// WritesFollowReads says that a write comes after what its transaction has
	// read of the key, as in every database from read-committed on.
	WritesFollowReads Assumption = "writes-follow-reads"
	// SequentialKeys says that each key alone is sequentially consistent.
	SequentialKeys Assumption = "sequential-keys"
	// LinearizableKeys says that each key alone is linearizable.
	LinearizableKeys Assumption = "linearizable-keys"
)

// Guarantee is something that a client may expect of its own session.
type Guarantee string

const (
	// ReadYourWrites finds after a write of one's own that value or a later one.
	ReadYourWrites Guarantee = "read-your-writes"
	// MonotonicReads finds after a read that value or a later one.
	MonotonicReads Guarantee = "monotonic-reads"
	// MonotonicWrites orders the writes of a client as it made them.
	MonotonicWrites Guarantee = "monotonic-writes"
	// SessionWritesFollowReads orders a write behind what its client had read.
	SessionWritesFollowReads Guarantee = "writes-follow-reads"
)

// Isolation is the name of an isolation level, such as "snapshot-isolation", alone
// or after "strong-session-" or "strict-".
type Isolation string

// The isolation levels without an order, the strongest first.
const (
	// Serializable is explained by running one after the other.
	Serializable Isolation = "serializable"
	// RepeatableRead allows no cycle of items.
	RepeatableRead Isolation = "repeatable-read"
	// SnapshotIsolation allows write skew.
	SnapshotIsolation Isolation = "snapshot-isolation"
	// ConsistentView allows no cycle with exactly one anti-dependency.
	ConsistentView Isolation = "consistent-view"
	// UpdateAtomic is read-atomic without lost updates.
	UpdateAtomic Isolation = "update-atomic"
	// CursorStability is read-committed without lost updates.
	CursorStability Isolation = "cursor-stability"
	// ReadAtomic shows all of another transaction or nothing of it.
	ReadAtomic Isolation = "read-atomic"
	// ReadCommitted shows only what was committed.
	ReadCommitted Isolation = "read-committed"
	// ReadUncommitted only keeps writes in one order.
	ReadUncommitted Isolation = "read-uncommitted"
)

// isolations are all names of levels: each alone, with the order of sessions, and
// with that of the clock.
var isolations = func() (all []string) {
	for _, order := range []string{"", "strong-session-", "strict-"} {
		for _, i := range []Isolation{Serializable, RepeatableRead, SnapshotIsolation, ConsistentView, UpdateAtomic,
			CursorStability, ReadAtomic, ReadCommitted, ReadUncommitted} {
			all = append(all, order+string(i))
		}
	}
	return all
}()

// HistoryOf gives what c says about the history with a name: its own entry, or
// the defaults.
func (c *Config) HistoryOf(name string) (h History, listed bool) {
	for _, h := range c.Histories {
		if h.Name == name {
			return h, true
		}
	}
	root.find("histories").object.defaults(reflect.ValueOf(&h).Elem())
	h.Name = name
	return h, false
}

// checkHistories wants each history once, and one judge of its calls.
func (d *decoder) checkHistories(c *Config) {
	first := map[string]string{}
	for i, h := range c.Histories {
		where := joinIndex("histories", i)
		if d.bad[where+".name"] {
			continue
		}
		if owner, ok := first[h.Name]; ok {
			d.wrong(where+".name", fmt.Sprintf("%q is the name of %s already; join the two", h.Name, owner), "")
		}
		first[h.Name] = where
		if h.Package != "" && h.Model != "" {
			d.wrong(where+".package", fmt.Sprintf(`this history has the model %q already; a program of your own stands in place of "model"`, h.Model), "")
		}
		d.onlyFor(where+".guarantees", h.Model, ModelSessions)
		d.onlyFor(where+".overdraft", h.Model, ModelBank)
	}
}

// onlyFor reports a key that has no effect without a model.
func (d *decoder) onlyFor(where string, has, needs Model) {
	if d.written(where) && has != needs && !d.bad[where] {
		d.wrong(where, fmt.Sprintf(`this is for the model %q only; write "model": %q or remove it`, needs, needs), "")
	}
}

// Base is the level without its order.
func (i Isolation) Base() Isolation {
	for _, order := range []string{"strong-session-", "strict-"} {
		if rest, ok := strings.CutPrefix(string(i), order); ok {
			return Isolation(rest)
		}
	}
	return i
}
