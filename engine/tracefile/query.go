package tracefile

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/vtime"
)

// QueryError says in a sentence what is wrong with a query, and where.
type QueryError struct {
	// At is the character at which it is wrong, counted from 1. It is one more than
	// the query has if something is missing at the end.
	At int
	// Message is the sentence without the place.
	Message string
}

// Error gives the place and the sentence.
func (e *QueryError) Error() string { return fmt.Sprintf("at character %d: %s", e.At, e.Message) }

// query is a query, or a part of one, as a tree. docs/trace-format.md tells of the
// language, which the timeline reads and answers by itself: testdata/queries.txt is
// what both have to agree on.
type query struct {
	is form
	// of are the parts of which it is made: one of a negation and of what is near
	// events, several of all others but terms.
	of []*query
	// key and values are those of a term. A comparison stands before each value, with
	// a space between.
	key    string
	values []string
	// within is how far away the event may be that one is before or after.
	within vtime.Duration
	// text is how it is written. Equal texts choose equal events.
	text string
}

// form is how a query is made of parts.
type form uint8

const (
	everything form = iota // no term at all
	aTerm
	negation
	both   // all of its parts
	either // one of its parts
	chain  // events that lead from one part to the next
	before // what is before an event of its part
	after
)

// queryKeys are the keys of terms, in the order in which an error names them.
var queryKeys = []string{"node", "kind", "time", "text", "property", "site", "cause", "effect", "between", "size"}

// The keys that have no name in a query: a regular expression between slashes, and
// text without a key, which is that of text.
const (
	matchKey = "match"
	textKey  = "text"
)

// forever is how far away an event may be if a query does not say it.
const forever = vtime.Duration(vtime.Never)
