package history_test

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/history"
)

func decode(t *testing.T, s string) *history.Log {
	t.Helper()
	l, err := history.Decode(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func encode(t *testing.T, l *history.Log) string {
	t.Helper()
	var b bytes.Buffer
	if err := history.Encode(&b, l); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAFileOfTheFirstSchemaIsReadAndWrittenUnchanged(t *testing.T) {
	b, err := os.ReadFile("testdata/schema1.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	l := decode(t, string(b))
	if got := encode(t, l); got != string(b) {
		t.Errorf("got\n%swant\n%s", got, b)
	}
	want := history.Op{History: "orders", Client: "c1", Kind: "cas", Args: []history.Value{`"x"`, "1", "2"}, Result: "true",
		Invoke: 3, Return: 5, Status: history.OK, Origin: history.Origin{InvokeAt: 1_500_000, ReturnAt: 2_000_000, Node: "n1",
			Incarnation: 2, Site: "main.go:31", InvokeEvent: 17, ReturnEvent: 19}}
	if !reflect.DeepEqual(l.Ops[0], want) {
		t.Errorf("got  %+v\nwant %+v", l.Ops[0], want)
	}
	txn := []history.Micro{
		{F: "append", Key: "x", Value: 1, Known: true}, {F: "r", Key: "x", List: []int64{1, 2}, Known: true},
		{F: "r", Key: "y", List: []int64{}, Known: true}, {F: "r", Key: "z", Nil: true, Known: true},
		{F: "r", Key: "z"}, {F: "r", Key: "z", Value: 7, Known: true}, {F: "w", Key: "z", Value: -8, Known: true}}
	if !reflect.DeepEqual(l.Txns[0].Ops, txn) {
		t.Errorf("got  %+v\nwant %+v", l.Txns[0].Ops, txn)
	}
}

func TestFilesThatSaySomethingImpossibleAreRefused(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{``, `history: empty; the first line must be {"schema":1}`},
		{`{"schema":2}`, "history: line 1: schema 2; this seedfall reads schema 1: use the version that wrote the file"},
		{`{"kind":"read","status":"okay"}`, `history: line 2: status: "okay" is not a status; use ok, fail or unknown`},
		{`{"kind":"read","status":"ok","invoke":4}`, "history: line 2: return: missing; a call with status ok has one"},
		{`{"kind":"read","status":"ok","invoke":4,"return":3}`, "history: line 2: return: 3 lies before invoke 4"},
		{`{"kind":"read","status":"unknown","return":3}`, "history: line 2: return: a call of unknown end has none"},
		{`{"kind":"read","status":"fail","return":3,"result":1}`, "history: line 2: result: a call with status fail has none"},
		{`{"status":"ok","return":3}`, "history: line 2: kind: missing; an operation says what was called"},
		{`{"txn":[["r","x"]],"kind":"read","status":"unknown"}`, "history: line 2: a line has txn, or kind with args and result, not both"},
		{`{"txn":[["x","x",1]],"status":"unknown"}`, `history: line 2: txn: "x" is not a function; use append, r or w`},
		{`{"txn":[["w","x"]],"status":"unknown"}`, `history: line 2: txn: w of "x" needs a value`},
		{`{"txn":[["w","x",null]],"status":"unknown"}`, `history: line 2: txn: w of "x" needs a value`},
		{`{"status":"ok"} {}`, "history: line 2: text after the end of the object"},
	} {
		if strings.HasPrefix(c.want, "history: line 2") {
			c.file = "{\"schema\":1}\n" + c.file
		}
		_, err := history.Decode(strings.NewReader(c.file))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\ngot  %v\nwant %s", c.file, err, c.want)
		}
	}
}

func TestValuesAreTheSameExactlyIfTheirCanonicalFormsAre(t *testing.T) {
	for in, want := range map[string]history.Value{
		` { "b" : [1, -0, 2.50], "a":"<\u00e9>" } `: `{"a":"<é>","b":[1,0,2.50]}`,
		`null`: history.Null, `"x"`: history.String("x"), ` -12`: history.Int(-12), `true`: history.Bool(true),
		`[[], "a"]`:           history.List(history.List(), history.String("a")),
		`{"y":1, "x":[null]}`: history.Object(history.Member{Name: "y", Value: "1"}, history.Member{Name: "x", Value: "[null]"}),
	} {
		if got, err := history.Canonical([]byte(in)); err != nil || got != want {
			t.Errorf("%s: got %s, %v; want %s", in, got, err, want)
		}
	}
	for _, in := range []string{"", " ", "{", "1 2", "nul", "[1,]"} {
		if v, err := history.Canonical([]byte(in)); err == nil {
			t.Errorf("%q: got %s, want an error", in, v)
		}
	}
}

func TestValuesGiveBackWhatTheyWereMadeOf(t *testing.T) {
	if n, ok := history.Int(-5).Int(); n != -5 || !ok {
		t.Error(n, ok)
	}
	if s, ok := history.String("a\"<\n").Text(); s != "a\"<\n" || !ok {
		t.Error(s, ok)
	}
	if e, ok := history.List("1", "[2,3]").Elems(); !reflect.DeepEqual(e, []history.Value{"1", "[2,3]"}) || !ok {
		t.Error(e, ok)
	}
	members := []history.Member{{Name: "a", Value: "1"}, {Name: "b", Value: "[2]"}}
	if m, ok := history.Object(members[1], members[0]).Members(); !reflect.DeepEqual(m, members) || !ok {
		t.Error(m, ok)
	}
	for _, v := range []history.Value{"", "null", "1.5", "9223372036854775808", `"`} {
		_, i := v.Int()
		_, s := v.Text()
		_, l := v.Elems()
		_, m := v.Members()
		if i || s || l || m {
			t.Errorf("%q passes for a number, text, list or object", v)
		}
	}
}

func TestACloneSharesNothingThatCanBeWritten(t *testing.T) {
	l := &history.Log{Ops: []history.Op{{Args: []history.Value{"1"}}}, Txns: []history.Txn{{Ops: []history.Micro{{List: []int64{1}}}}}}
	c := l.Clone()
	l.Ops[0].Args[0], l.Txns[0].Ops[0].List[0], l.Txns[0].Ops[0].Key = "2", 2, "k"
	want := &history.Log{Ops: []history.Op{{Args: []history.Value{"1"}}}, Txns: []history.Txn{{Ops: []history.Micro{{List: []int64{1}}}}}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v", c)
	}
}

func FuzzDecode(f *testing.F) {
	b, err := os.ReadFile("testdata/schema1.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := history.Decode(bytes.NewReader(b))
		if err != nil {
			return
		}
		again := decode(t, encode(t, l))
		if !reflect.DeepEqual(again, l) {
			t.Errorf("read again it differs:\n%+v\n%+v", l, again)
		}
	})
}
