package txn_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// vector is one history of testdata/vectors.txt.
type vector struct {
	name   string
	fields [][2]string
}

func (v *vector) field(name string) string {
	for _, f := range v.fields {
		if f[0] == name {
			return f[1]
		}
	}
	return ""
}

func vectors(t *testing.T) (all []vector) {
	t.Helper()
	f, err := os.Open("testdata/vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	inside := false
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		name, value, field := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "#"):
		case line == "":
			inside = false
		case !inside:
			all, inside = append(all, vector{name: line}), true
		case field:
			v := &all[len(all)-1]
			v.fields = append(v.fields, [2]string{name, value})
		default:
			t.Fatalf("%q is no field", line)
		}
	}
	return all
}

// parse reads the short form of a history.
func parse(text, order string, register bool) []history.Txn {
	var txns []history.Txn
	for i, part := range strings.Split(text, " · ") {
		h := history.Txn{Client: "c" + strconv.Itoa(i), Status: history.OK, Invoke: 1, Return: 1}
		for {
			head, rest, ok := strings.Cut(part, ":")
			if !ok {
				break
			}
			switch part = rest; head {
			case "f":
				h.Status = history.Fail
			case "i":
				h.Status = history.Unknown
			default:
				h.Client = "c" + head
			}
		}
		switch order {
		case "", "overlap":
		case "seq":
			h.Invoke, h.Return = uint64(2*i+1), uint64(2*i+2)
		default:
			fmt.Sscanf(strings.Fields(order)[i], "%d-%d", &h.Invoke, &h.Return)
		}
		h.Ops = ops(part, register)
		txns = append(txns, h)
	}
	return txns
}

func ops(text string, register bool) (all []history.Micro) {
	for len(text) > 0 {
		m := history.Micro{F: map[byte]string{'a': history.Append, 'w': history.Write, 'r': history.Read}[text[0]], Key: text[1:2], Known: true}
		end := 2
		for end < len(text) && strings.Contains("0123456789_?", text[end:end+1]) {
			end++
		}
		switch arg := text[2:end]; {
		case arg == "?":
			m.Known = false
		case m.F == history.Read && !register:
			m.List = []int64{}
			for _, c := range arg {
				m.List = append(m.List, int64(c-'0'))
			}
		case arg == "_":
			m.Nil = true
		default:
			m.Value, _ = strconv.ParseInt(arg, 10, 64)
		}
		all, text = append(all, m), text[end:]
	}
	return all
}

func assume(text string) (a txn.Assume) {
	for _, word := range strings.Fields(text) {
		order, commits := strings.CutPrefix(word, "commits=")
		a.WritesFollowReads = a.WritesFollowReads || word == "follows"
		a.SequentialKeys = a.SequentialKeys || word == "sequential"
		a.LinearizableKeys = a.LinearizableKeys || word == "linearizable"
		for _, n := range strings.Split(order, ",") {
			if i, err := strconv.Atoi(n); err == nil && commits {
				a.CommitOrder = append(a.CommitOrder, i-1)
			}
		}
	}
	return a
}

// check judges a history that has to be well formed.
func check(t testing.TB, txns []history.Txn, l txn.Level, a txn.Assume) *txn.Report {
	t.Helper()
	r, err := txn.Check(txns, txn.Options{Level: l, Assume: a})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// summary gives the names of the anomalies, or the verdict if there are none.
func summary(r *txn.Report) string {
	var names []string
	for i := range r.Anomalies {
		if name := r.Anomalies[i].Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if (r.Verdict == txn.Violation) != (len(names) > 0) {
		return "the verdict does not fit: " + r.Verdict.String()
	}
	if len(names) == 0 {
		return r.Verdict.String()
	}
	return strings.Join(names, " ")
}

func TestKnownHistoriesHaveTheirAnomalies(t *testing.T) {
	for _, v := range vectors(t) {
		txns := parse(v.field("txns"), v.field("order"), v.name[0] == 'W')
		for _, f := range v.fields {
			l, err := txn.ParseLevel(f[0])
			if err != nil {
				continue
			}
			if got := summary(check(t, txns, l, assume(v.field("assume")))); got != f[1] {
				t.Errorf("%s: %s at %s: %s, want %s", v.name, v.field("txns"), f[0], got, f[1])
			}
		}
		if want := v.field("count"); want != "" {
			var kind string
			var n int
			fmt.Sscan(want, &kind, &n)
			r := check(t, txns, txn.Level{}, assume(v.field("assume")))
			for k, got := range r.Count {
				if txn.Kind(k).String() == kind && got != n {
					t.Errorf("%s: %d times %s, want %d", v.name, got, kind, n)
				}
			}
		}
	}
}

func TestEveryKnownHistoryIsThere(t *testing.T) {
	there := map[string]bool{}
	for _, v := range vectors(t) {
		there[strings.Fields(v.name)[0]] = true
	}
	for kind, count := range map[string]int{"L": 33, "W": 16} {
		for n := 1; n <= count; n++ {
			if name := kind + strconv.Itoa(n); !there[name] {
				t.Errorf("%s is missing", name)
			}
		}
	}
}

// short prints a history, one transaction a line.
func short(txns []history.Txn) string {
	var s strings.Builder
	for i := range txns {
		h := &txns[i]
		fmt.Fprintf(&s, "T%d %s %s %d-%d:", i+1, h.Client, h.Status, h.Invoke, h.Return)
		for _, m := range h.Ops {
			switch {
			case m.F != history.Read:
				fmt.Fprintf(&s, " %s %s %d", m.F, m.Key, m.Value)
			case !m.Known:
				fmt.Fprintf(&s, " r %s ?", m.Key)
			case m.List != nil:
				fmt.Fprintf(&s, " r %s %v", m.Key, m.List)
			case m.Nil:
				fmt.Fprintf(&s, " r %s nil", m.Key)
			default:
				fmt.Fprintf(&s, " r %s %d", m.Key, m.Value)
			}
		}
		s.WriteString("\n")
	}
	return s.String()
}
