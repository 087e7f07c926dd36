package check_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/vtime"
)

var update = flag.Bool("update", false, "write what the checkers say into the stories")

// TestStories judges the histories of testdata. A story is a title after "==", a
// line "model NAME", and a line for each operation:
//
//	client [invoke,return] kind arguments = answer
//
// with "?" as the return of an operation of unknown end and "!" after the return
// of one that failed. Instants are the sequence numbers in nanoseconds. What
// follows "--" is what the checker says.
func TestStories(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		head, stories, _ := strings.Cut(string(b), "== ")
		out := head
		for s := range strings.SplitSeq(stories, "== ") {
			given, want, _ := strings.Cut(s, "--\n")
			title, _, _ := strings.Cut(given, "\n")
			got := judge(t, given)
			if strings.TrimSpace(want) != strings.TrimSpace(got) && !*update {
				t.Errorf("%s: %s: got\n%s\nwant\n%s", f, title, got, want)
			}
			out += "== " + given + "--\n" + got + "\n"
		}
		if *update {
			if err := os.WriteFile(f, []byte(strings.TrimSuffix(out, "\n")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// judge gives what the checker says of a story.
func judge(t *testing.T, story string) string {
	t.Helper()
	var c check.Checker
	var ops []history.Op
	for _, l := range strings.Split(story, "\n")[1:] {
		switch words := strings.Fields(l); {
		case len(words) == 0:
		case words[0] == "model":
			c = modelOf(t, words)
		default:
			ops = append(ops, opOf(t, words))
		}
	}
	r, err := c.Check(ops, check.Options{})
	if err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	b.WriteString(r.Verdict.String())
	if r.Invariants {
		b.WriteString(", invariants only")
	}
	for _, k := range r.Undecided {
		fmt.Fprintf(&b, "\nundecided: %q", k)
	}
	for _, a := range r.Anomalies {
		fmt.Fprintf(&b, "\n%s\nop %d, conflicts %v, window %v", a.Text, a.Op, a.Conflicts, a.Window)
		if a.Start != "" {
			fmt.Fprintf(&b, " from %s", a.Start)
		}
		if len(a.Order) > 0 {
			fmt.Fprintf(&b, ", order %v", a.Order)
		}
	}
	return b.String() + "\n"
}

// modelOf gives the checker of a line "model NAME", of "model bank ACCOUNTS" that
// of a bank with accounts, and of "model sessions read-your-writes" that of those
// guarantees alone.
func modelOf(t *testing.T, words []string) check.Checker {
	t.Helper()
	switch {
	case len(words) == 3 && words[1] == "sessions":
		return check.Sessions(guarantee(t, words[2]))
	case len(words) == 3:
		return check.BankChecker(check.Bank{Accounts: valueOf(words[2])})
	}
	c, ok := check.Named(words[1])
	if !ok {
		t.Fatalf("no model %q", words[1])
	}
	return c
}

// guarantee gives the guarantee with a name such as "read-your-writes".
func guarantee(t *testing.T, name string) check.Guarantees {
	t.Helper()
	for g := check.Guarantees(1); g < check.AllGuarantees; g <<= 1 {
		if g.String() == strings.ReplaceAll(name, "-", " ") {
			return g
		}
	}
	t.Fatalf("no guarantee %q", name)
	return 0
}

func opOf(t *testing.T, words []string) history.Op {
	t.Helper()
	invoke, ret, _ := strings.Cut(strings.Trim(words[1], "[]"), ",")
	o := history.Op{Client: words[0], Kind: words[2], Status: history.OK}
	var err error
	if o.Invoke, err = strconv.ParseUint(invoke, 10, 64); err != nil {
		t.Fatal(err)
	}
	ret, failed := strings.CutSuffix(ret, "!")
	if failed {
		o.Status = history.Fail
	}
	if ret == "?" {
		o.Status = history.Unknown
	} else if o.Return, err = strconv.ParseUint(ret, 10, 64); err != nil {
		t.Fatal(err)
	}
	o.Origin.InvokeAt, o.Origin.ReturnAt = vtime.Instant(o.Invoke), vtime.Instant(o.Return)
	for i, w := range words[3:] {
		if w == "=" {
			o.Result = valueOf(words[3+i+1])
			break
		}
		o.Args = append(o.Args, valueOf(w))
	}
	return o
}

// valueOf reads a word as JSON, or else as a text without quotes.
func valueOf(w string) history.Value {
	if v, err := history.Canonical([]byte(w)); err == nil {
		return v
	}
	return history.String(w)
}
