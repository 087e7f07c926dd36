package model

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seedfall/seedfall/internal/abi"
)

// said is what f panics with; "" if it does not.
func said(f func()) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint(v)
		}
	}()
	f()
	return ""
}

func TestValuesAreReadAsWhatTheyAre(t *testing.T) {
	op := NewOp("cas", 5, "a", true, []int{1, 2}, nil, map[string]int{"b": 1, "a": 2}).Answers(struct{ B, A int }{1, 2})
	var m map[string]int
	op.Arg(5).Into(&m)
	if op.Arg(0).Int() != 5 || op.Arg(1).Text() != "a" || !op.Arg(2).Bool() || op.Arg(3).List()[1].Int() != 2 || !op.Arg(4).Null() || m["a"] != 2 {
		t.Error(op)
	}
	if got := op.String(); got != `cas(5, "a", true, [1,2], null, {"a":2,"b":1}) = {"A":2,"B":1}` {
		t.Error(got)
	}
	if got := NewOp("pop").String() + ", " + NewOp("pop").Answers().String(); got != "pop() of unknown end, pop()" {
		t.Error(got)
	}
	if !op.Answer.Equal(valueOf(map[string]int{"A": 2, "B": 1})) || op.Answer.Equal(nil) || op.Answer.String() != `{"A":2,"B":1}` {
		t.Error(op.Answer)
	}
	b, err := json.Marshal([]Value{op.Arg(0), nil})
	var back []Value
	if err == nil {
		err = json.Unmarshal(b, &back)
	}
	if err != nil || !reflect.DeepEqual(back, []Value{Value("5"), Value("null")}) {
		t.Errorf("%s: %q, %v", b, back, err)
	}
}

func TestAValueThatIsSomethingElseIsNamed(t *testing.T) {
	op := NewOp("push", "a", 1.5)
	for want, f := range map[string]func(){
		`"a" is not a whole number of 64 bits`:            func() { op.Arg(0).Int() },
		`1.5 is not a whole number of 64 bits`:            func() { op.Arg(1).Int() },
		`1.5 is not a text`:                               func() { op.Arg(1).Text() },
		`1.5 is not true or false`:                        func() { op.Arg(1).Bool() },
		`"a" is not a list`:                               func() { op.Arg(0).List() },
		`push("a", 1.5) of unknown end has no argument 2`: func() { op.Arg(2) },
		`there is no answer where the model needs a text`: func() { op.Answer.Text() },
		`"a" is not a value for *int: json: cannot unmarshal string into Go value of type int`: func() { op.Arg(0).Into(new(int)) },
	} {
		if got := said(f); got != abi.ModelUnfit+want {
			t.Errorf("got  %s\nwant %s", got, abi.ModelUnfit+want)
		}
	}
	if got := said(func() { NewOp("push", make(chan int)) }); got != "model: a value for an operation: json: unsupported type: chan int" {
		t.Error(got)
	}
}

func TestFieldsThatAreNotWrittenAreFound(t *testing.T) {
	type inner struct{ count int }
	type outer struct {
		Of map[string][]*inner
	}
	type embeds struct{ inner }
	type marked struct {
		_ struct{}
		N int
	}
	type tree struct {
		Sub []tree
		T   time.Time // writes itself
	}
	for _, c := range []struct {
		of   any
		want string
	}{{0, ""}, {inner{count: 1}, "inner.count"}, {outer{}, "inner.count"}, {embeds{inner{}}, "inner.count"}, {marked{}, ""}, {tree{}, ""}, {[]string{}, ""}, {new(any), ""}} {
		if got := lost(reflect.TypeOf(c.of), map[reflect.Type]bool{}); got != c.want {
			t.Errorf("%T: %q, want %q", c.of, got, c.want)
		}
	}
}

func TestOnlyStatesWithoutSharedMemoryAreKept(t *testing.T) {
	for _, c := range []struct {
		of   any
		want bool
	}{{0, true}, {"", true}, {[2]string{}, true}, {struct{ A, B int }{}, true}, {0.5, false}, {[]int{}, false}, {map[int]int{}, false}, {struct{ P *int }{}, false}} {
		if got := flat(reflect.TypeOf(c.of)); got != c.want {
			t.Errorf("%T: %v", c.of, got)
		}
	}
}

// register is a model with states that can be changed through.
type register struct{}

func (register) Init(string) map[string]int { return map[string]int{} }
func (register) Step(s map[string]int, op Op) []map[string]int {
	s[op.Arg(0).Text()]++
	return []map[string]int{s}
}
func (register) Key(Op) string                  { return "" }
func (register) ReadOnly(Op) bool               { return false }
func (register) Describe(map[string]int) string { return "a map" }

func TestAModelMayChangeTheStateThatItIsGiven(t *testing.T) {
	s := newServer[map[string]int](register{})
	ask := func(q ...byte) string { return string(s.answer(q)[1:]) }
	ask(abi.ModelOp, 0, 1, 'w', 0, 1, 3, '"', 'x', '"')
	if got := ask(abi.ModelInit, 0); got != "\x00\x02{}" {
		t.Errorf("%q", got)
	}
	for range 2 { // the second time the state is known
		if got := ask(abi.ModelStep, 0, 0); got != "\x01\x00\x07{\"x\":1}" && got != "\x01\x02" {
			t.Errorf("%q", got)
		}
	}
	if got := said(func() { ask(99) }); !strings.Contains(got, "a question of a kind that this version does not know, 99") {
		t.Error(got)
	}
}

func TestOutsideOfSeedfallMainSaysHowToUseTheProgram(t *testing.T) {
	if os.Getenv("MODEL_MAIN") != "" {
		Main(register{})
	}
	c := exec.Command(os.Args[0], "-test.run=^TestOutsideOfSeedfall")
	c.Env = append(os.Environ(), "MODEL_MAIN=1")
	out, _ := c.CombinedOutput()
	if c.ProcessState.ExitCode() != 2 || !strings.HasPrefix(string(out), "this program is a model that seedfall asks: ") || strings.Count(string(out), "\n") != 1 {
		t.Errorf("exit code %d:\n%s", c.ProcessState.ExitCode(), out)
	}
}
