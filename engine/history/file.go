package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/seedfall/seedfall/engine/vtime"
)

// Schema is the version of the form that Encode writes.
const Schema = 1

// head is the first line of a file.
type head struct {
	Schema int `json:"schema"`
}

// line is an operation or, if it has Txn, a transaction.
type line struct {
	History     string            `json:"history,omitempty"`
	Client      string            `json:"client"`
	Kind        string            `json:"kind,omitempty"`
	Args        []json.RawMessage `json:"args,omitempty"`
	Result      json.RawMessage   `json:"result,omitempty"`
	Txn         []micro           `json:"txn,omitzero"`
	Status      string            `json:"status"`
	Invoke      uint64            `json:"invoke"`
	Return      *uint64           `json:"return,omitempty"`
	InvokeAt    vtime.Instant     `json:"invoke_at,omitempty"`
	ReturnAt    vtime.Instant     `json:"return_at,omitempty"`
	Node        string            `json:"node,omitempty"`
	Incarnation int               `json:"incarnation,omitempty"`
	Site        string            `json:"site,omitempty"`
	InvokeEvent uint64            `json:"invoke_event,omitempty"`
	ReturnEvent uint64            `json:"return_event,omitempty"`
}

// Encode writes l as lines of JSON: the schema, then a line for each operation
// and each transaction. Decode gives the same log again, except that what means
// nothing is left out: returns of calls of unknown end, answers that are none.
func Encode(w io.Writer, l *Log) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(head{Schema}); err != nil {
		return err
	}
	for i := range l.Ops {
		if err := e.Encode(opLine(&l.Ops[i])); err != nil {
			return fmt.Errorf("history: write operation %d: %w", i, err)
		}
	}
	for i := range l.Txns {
		if err := e.Encode(txnLine(&l.Txns[i])); err != nil {
			return fmt.Errorf("history: write transaction %d: %w", i, err)
		}
	}
	return b.Flush()
}

func opLine(o *Op) *line {
	n := newLine(o.History, o.Client, o.Status, o.Invoke, o.Return, &o.Origin)
	n.Kind = o.Kind
	for _, a := range o.Args {
		n.Args = append(n.Args, json.RawMessage(a))
	}
	if o.Status == OK && o.Result != "" {
		n.Result = json.RawMessage(o.Result)
	}
	return n
}

func txnLine(t *Txn) *line {
	n := newLine(t.History, t.Client, t.Status, t.Invoke, t.Return, &t.Origin)
	n.Txn = make([]micro, len(t.Ops))
	for i, m := range t.Ops {
		n.Txn[i] = micro(m)
	}
	return n
}

func newLine(name, client string, s Status, invoke, ret uint64, o *Origin) *line {
	n := &line{History: name, Client: client, Status: s.String(), Invoke: invoke, InvokeAt: o.InvokeAt,
		Node: o.Node, Incarnation: o.Incarnation, Site: o.Site, InvokeEvent: o.InvokeEvent}
	if s != Unknown {
		n.Return, n.ReturnAt, n.ReturnEvent = &ret, o.ReturnAt, o.ReturnEvent
	}
	return n
}

// Decode reads what Encode writes. Its errors name the line.
func Decode(r io.Reader) (*Log, error) {
	s := bufio.NewScanner(r)
	s.Buffer(nil, math.MaxInt32)
	l := &Log{}
	n := 0
	for s.Scan() {
		n++
		var err error
		if n == 1 {
			err = readHead(s.Bytes())
		} else {
			err = l.readLine(s.Bytes())
		}
		if err != nil {
			return nil, fmt.Errorf("history: line %d: %w", n, err)
		}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("history: line %d: %w", n+1, err)
	}
	if n == 0 {
		return nil, errors.New(`history: empty; the first line must be {"schema":1}`)
	}
	return l, nil
}

func readHead(b []byte) error {
	var h head
	if err := strict(b, &h); err != nil {
		return err
	}
	if h.Schema != Schema {
		return fmt.Errorf("schema %d; this seedfall reads schema %d: use the version that wrote the file", h.Schema, Schema)
	}
	return nil
}

func strict(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("text after the end of the object")
	}
	return nil
}

func (l *Log) readLine(b []byte) error {
	var n line
	if err := strict(b, &n); err != nil {
		return err
	}
	status, ret, err := n.end()
	if err != nil {
		return err
	}
	from := Origin{n.InvokeAt, n.ReturnAt, n.Node, n.Incarnation, n.Site, n.InvokeEvent, n.ReturnEvent}
	if n.Txn != nil {
		if n.Kind != "" || n.Args != nil || n.Result != nil {
			return errors.New("a line has txn, or kind with args and result, not both")
		}
		t := Txn{n.History, n.Client, n.Invoke, ret, status, make([]Micro, len(n.Txn)), from}
		for i, m := range n.Txn {
			t.Ops[i] = Micro(m)
		}
		l.Txns = append(l.Txns, t)
		return nil
	}
	o := Op{History: n.History, Client: n.Client, Kind: n.Kind, Invoke: n.Invoke, Return: ret, Status: status, Origin: from}
	if err := n.values(&o); err != nil {
		return err
	}
	l.Ops = append(l.Ops, o)
	return nil
}

// end checks and gives how the call ended.
func (n *line) end() (s Status, ret uint64, err error) {
	for s.String() != n.Status {
		if s++; int(s) == len(statusNames) {
			return 0, 0, fmt.Errorf("status: %q is not a status; use ok, fail or unknown", n.Status)
		}
	}
	switch {
	case s == Unknown && (n.Return != nil || n.ReturnAt != 0 || n.ReturnEvent != 0):
		return 0, 0, errors.New("return: a call of unknown end has none")
	case s == Unknown:
		return s, 0, nil
	case n.Return == nil:
		return 0, 0, fmt.Errorf("return: missing; a call with status %s has one", s)
	case *n.Return < n.Invoke:
		return 0, 0, fmt.Errorf("return: %d lies before invoke %d", *n.Return, n.Invoke)
	}
	return s, *n.Return, nil
}

func (n *line) values(o *Op) (err error) {
	if n.Kind == "" {
		return errors.New("kind: missing; an operation says what was called")
	}
	if n.Result != nil && o.Status != OK {
		return fmt.Errorf("result: a call with status %s has none", o.Status)
	}
	for i, a := range n.Args {
		v, err := Canonical(a)
		if err != nil {
			return fmt.Errorf("args[%d]: %w", i, err)
		}
		o.Args = append(o.Args, v)
	}
	if n.Result != nil {
		if o.Result, err = Canonical(n.Result); err != nil {
			return fmt.Errorf("result: %w", err)
		}
	}
	return nil
}
