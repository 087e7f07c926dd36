package check_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// published is a history of testdata/public with the verdict that its source
// gives.
type published struct {
	name, verdict string
	ops           []history.Op
}

// readPublished reads a file of testdata/public; its README tells the form.
// complete takes the return of an operation, that is the sign and what follows.
func readPublished(t *testing.T, file string, call func(letter byte, args []string) (string, []history.Value), complete func(o *history.Op, sign byte, rest string)) (all []published) {
	t.Helper()
	b, err := os.ReadFile("testdata/public/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(string(b), "== ")[1:] {
		words := strings.Fields(text)
		p := published{name: words[0], verdict: words[1]}
		open := map[string]int{}
		for at, w := range words[2:] {
			n := strings.IndexFunc(w, func(r rune) bool { return !unicode.IsDigit(r) })
			client, sign, rest := w[:n], w[n], w[n+1:]
			if unicode.IsLetter(rune(sign)) {
				o := history.Op{Client: client, Invoke: uint64(at)}
				o.Kind, o.Args = call(sign, strings.Split(rest, ","))
				open[client] = len(p.ops)
				p.ops = append(p.ops, o)
				continue
			}
			o := &p.ops[open[client]]
			o.Status, o.Return = history.OK, uint64(at)
			complete(o, sign, rest)
		}
		all = append(all, p)
	}
	return all
}

// judged compares the verdict of a checker with the published one.
func (p published) judged(t *testing.T, c check.Checker) {
	t.Helper()
	r, err := c.Check(p.ops, check.Options{})
	if err != nil || r.Verdict.String() != p.verdict {
		t.Errorf("%s: got %+v, %v; published is %s", p.name, r, err, p.verdict)
	}
}

func TestHistoriesOfEtcdGetThePublishedVerdicts(t *testing.T) {
	kinds := map[byte]string{'r': "read", 'w': "write", 'c': "cas"}
	all := readPublished(t, "etcd.txt", func(letter byte, args []string) (kind string, values []history.Value) {
		for _, a := range args {
			if a != "" {
				values = append(values, history.Value(a))
			}
		}
		return kinds[letter], values
	}, func(o *history.Op, sign byte, rest string) {
		switch {
		case o.Kind == "cas":
			o.Result = history.Bool(sign == '+')
		case sign == '!':
			o.Status = history.Fail
		case rest == "-":
			o.Result = history.Null
		default:
			o.Result = history.Value(rest)
		}
	})
	c, _ := check.Named("cas-register")
	fine := 0
	for _, p := range all {
		p.judged(t, c)
		if p.verdict == "ok" {
			fine++
		}
	}
	if len(all) != 102 || fine != 23 {
		t.Errorf("%d histories of which %d are in order", len(all), fine)
	}
}

func TestHistoriesOfTextsGetThePublishedVerdicts(t *testing.T) {
	kinds := map[byte]string{'g': "get", 'p': "put", 'a': "append"}
	last := map[history.Value][]string{} // what the last get of each key found
	all := readPublished(t, "texts.txt", func(letter byte, args []string) (kind string, values []history.Value) {
		for _, a := range args {
			values = append(values, history.Value(a))
		}
		return kinds[letter], values
	}, func(o *history.Op, _ byte, rest string) {
		if o.Kind != "get" {
			return
		}
		count, more, some := strings.Cut(rest, "/")
		n, err := strconv.Atoi(count)
		if err != nil {
			t.Fatal(err)
		}
		key := o.Args[0]
		last[key] = last[key][:n:n]
		if some {
			last[key] = append(last[key], strings.Split(more, ",")...)
		}
		o.Result = history.Value(strings.Join(last[key], " "))
	})
	for _, p := range all {
		p.judged(t, check.Linearizable(texts{}))
		if clients := p.name[:3]; clients == "c01" || clients == "c10" && *histories > 1 { // without parts c10 takes seconds
			p.judged(t, check.Linearizable(allTexts{}))
		}
	}
	if len(all) != 6 {
		t.Errorf("%d histories", len(all))
	}
}

// texts is the model of texts under keys: get gives all pieces, put replaces
// them, append adds one.
type texts struct{}

func (texts) Check(*history.Op) error         { return nil }
func (texts) Key(op *history.Op) string       { return string(op.Args[0]) }
func (texts) Init(string) history.Value       { return "" }
func (texts) ReadOnly(op *history.Op) bool    { return op.Kind == "get" }
func (texts) Describe(s history.Value) string { return string(s) }
func (texts) Step(next []history.Value, s history.Value, op *history.Op) []history.Value {
	switch {
	case op.Kind == "get" && op.Status == history.OK && op.Result != s:
		return next
	case op.Kind == "get":
		return append(next, s)
	case op.Kind == "put" || s == "":
		return append(next, op.Args[1])
	}
	return append(next, s+" "+op.Args[1])
}

// allTexts is the same without parts.
type allTexts struct{}

func (allTexts) Check(*history.Op) error             { return nil }
func (allTexts) Key(*history.Op) string              { return "" }
func (allTexts) Init(string) (s [10]history.Value)   { return s }
func (allTexts) ReadOnly(op *history.Op) bool        { return op.Kind == "get" }
func (allTexts) Describe(s [10]history.Value) string { return "" }
func (allTexts) Step(next [][10]history.Value, s [10]history.Value, op *history.Op) [][10]history.Value {
	i, _ := op.Args[0].Int()
	if after := (texts{}).Step(nil, s[i], op); len(after) > 0 {
		s[i] = after[0]
		return append(next, s)
	}
	return next
}
