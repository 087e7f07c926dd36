package sim

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/seedfall/seedfall/internal/abi"
)

// Recorder says under which names calls are recorded. The zero value records
// into the history without a name, and takes each goroutine of each incarnation
// for a client.
type Recorder struct{ history, client string }

// History gives the recorder of a named history. Histories are judged apart from
// each other, each by the model that the config has for its name.
func History(name string) Recorder { return Recorder{history: name} }

// Client gives a recorder whose calls all belong to one client: a session that
// makes one call after the other, from whatever goroutines. name needs to be
// unique in the process only.
func (r Recorder) Client(name string) Recorder { return Recorder{r.history, name} }

// Op is a call that has been recorded and not yet ended. End it exactly once, by
// OK, Fail or Unknown; what follows an end is ignored. A call that is never ended,
// since its process dies or its run ends, counts as unknown.
type Op struct{ number uint32 }

// Invoke records that a call begins, right before it is made. call is its name
// in the words of the model that judges the history, such as "enqueue". args are
// what encoding/json takes; a []byte counts as a string.
func Invoke(call string, args ...any) *Op { return Recorder{}.invoke(call, args) }

// Put is Invoke("put", key, value), in the words of the model kv.
func Put(key, value any) *Op { return Recorder{}.invoke("put", []any{key, value}) }

// Get is Invoke("get", key). End it by OK(value), or by OK(nil) if there is none.
func Get(key any) *Op { return Recorder{}.invoke("get", []any{key}) }

// Invoke is the function Invoke for this history and client.
func (r Recorder) Invoke(call string, args ...any) *Op { return r.invoke(call, args) }

// Put is the function Put for this history and client.
func (r Recorder) Put(key, value any) *Op { return r.invoke("put", []any{key, value}) }

// Get is the function Get for this history and client.
func (r Recorder) Get(key any) *Op { return r.invoke("get", []any{key}) }

// OK records that the call took effect, and what it answered: nothing, one value,
// or several, which count as a list.
func (o *Op) OK(result ...any) {
	if len(result) == 0 {
		o.end(abi.StatusOK, "", nil)
		return
	}
	var answer any = result
	if len(result) == 1 {
		answer = result[0]
	}
	text, err := encode(answer)
	if err != nil {
		o.unfit(err)
		return
	}
	o.end(abi.StatusOK, text, nil)
}

// Fail records that the call certainly had no effect and never will have one. If
// in doubt, say Unknown: a wrong Fail makes a verdict wrong. details are for the
// reader of the trace.
func (o *Op) Fail(details ...any) { o.end(abi.StatusFail, "", details) }

// Unknown records that nobody can say whether the call took, or will take,
// effect: it timed out, or its connection broke. details are for the reader of
// the trace.
func (o *Op) Unknown(details ...any) { o.end(abi.StatusUnknown, "", details) }

// Tx is a transaction that is being recorded. End it exactly once, by Commit,
// Abort or Unknown; one that is never ended counts as unknown.
type Tx struct{ op Op }

// Txn records that a transaction begins, right before it does.
func Txn() *Tx { return Recorder{}.txn() }

// Txn is the function Txn for this history and client.
func (r Recorder) Txn() *Tx { return r.txn() }

// Append records that the transaction puts value at the end of the list of key.
// Call it before the database does so. Each value is appended to a key at most
// once in a run.
func (t *Tx) Append(key string, value int64) { t.micro("append", key, value) }

// Write records that the transaction sets the register of key to value. Call it
// before the database does so. Each value is written to a key at most once in a
// run.
func (t *Tx) Write(key string, value int64) { t.micro("w", key, value) }

// Read records what the transaction found under key: a []int64 or []int for a
// list, oldest element first, empty for none; any other integer for a register,
// nil for one that was never written.
func (t *Tx) Read(key string, found any) {
	switch v := found.(type) {
	case []int:
		t.micro("r", key, append([]int{}, v...))
	case []int64:
		t.micro("r", key, append([]int64{}, v...))
	case nil, int, int64, int32, uint32:
		t.micro("r", key, v)
	default:
		t.op.unfit(fmt.Errorf("a read of %q found a %T; use an integer, nil, []int or []int64", key, found))
	}
}

// Commit records that the transaction was committed.
func (t *Tx) Commit() { t.op.end(abi.StatusOK, "", nil) }

// Abort records that the transaction was certainly aborted.
func (t *Tx) Abort(details ...any) { t.op.end(abi.StatusFail, "", details) }

// Unknown records that nobody can say whether the transaction was committed.
func (t *Tx) Unknown(details ...any) { t.op.end(abi.StatusUnknown, "", details) }

// encode is the JSON of a value. Bytes become a string; if they are no UTF-8, one
// that begins with "base64:".
func encode(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(plain(v)); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// plain replaces bytes by strings, in a list as well.
func plain(v any) any {
	switch v := v.(type) {
	case nil:
		return nil
	case []byte:
		switch {
		case v == nil:
			return nil
		case utf8.Valid(v):
			return string(v)
		}
		return "base64:" + base64.StdEncoding.EncodeToString(v)
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = plain(v[i])
		}
		return all
	case [][]byte:
		all := make([]any, len(v))
		for i := range v {
			all[i] = plain(v[i])
		}
		return all
	case error:
		return v.Error()
	}
	return v
}
