package tracefile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// several blocks, so that what hangs together lies in different ones.
func queried(t *testing.T) (*File, *counting, []trace.Event) {
	t.Helper()
	b := generated(t, 7000)
	r := &counting{Reader: bytes.NewReader(b)}
	f, err := Read(r, int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.index.blocks) < 3 {
		t.Fatalf("%d blocks", len(f.index.blocks))
	}
	w, err := f.Window(t.Context(), Ask{To: vtime.Never, Limit: 7000})
	if err != nil {
		t.Fatal(err)
	}
	return f, r, w.Events
}

// pass says which of some events pass a query.
func pass(t *testing.T, f *File, events []trace.Event, query string) []bool {
	t.Helper()
	c, err := f.Filter(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	is := make([]bool, len(events))
	for i := range events {
		is[i] = c.Match(&events[i])
	}
	return is
}

func TestBeforeAndAfterAreToldAcrossBlocks(t *testing.T) {
	f, _, events := queried(t)
	for _, of := range []string{"kind:fault", "kind:node.boot,run", "kind:log time:1s..", "kind:run.end"} {
		is := pass(t, f, events, of)
		for _, within := range []vtime.Duration{0, 50 * vtime.Microsecond, 3 * vtime.Millisecond, forever} {
			before, after := make([]bool, len(events)), make([]bool, len(events))
			for i := range events {
				for j := range events {
					if is[j] && i < j && events[j].At.Sub(events[i].At) <= within {
						before[i] = true
					}
					if is[j] && j < i && events[i].At.Sub(events[j].At) <= within {
						after[i] = true
					}
				}
			}
			limit := ""
			if within != forever {
				limit = " within " + within.String()
			}
			for query, want := range map[string][]bool{"before(" + of + ")" + limit: before, "after(" + of + ")" + limit: after} {
				if got := pass(t, f, events, query); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s chooses others", query)
				}
			}
		}
	}
}

func TestAChainHasWhatLiesOnAWayThroughAllItsParts(t *testing.T) {
	f, _, events := queried(t)
	parts := []string{"kind:net.send node:a,b", "kind:net.recv node:server", "kind:check node:a"}
	var in [3][]bool
	for i, part := range parts {
		in[i] = pass(t, f, events, part+" time:..40ms")
	}
	came := make([]map[trace.ID]bool, len(events)) // what came of each event of a part
	for i := range events {
		if !in[0][i] && !in[1][i] {
			continue
		}
		all, err := f.Future(events[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		came[i] = map[trace.ID]bool{}
		for _, id := range all[1:] {
			came[i][id] = true
		}
	}
	want := make([]bool, len(events))
	for i := range events {
		for j := range events {
			if !in[0][i] || !in[1][j] || !came[i][events[j].ID] {
				continue
			}
			for k := range events {
				if in[2][k] && came[j][events[k].ID] {
					want[i], want[j], want[k] = true, true, true
				}
			}
		}
	}
	n := strings.Count(fmt.Sprint(want), "true")
	got := pass(t, f, events, "("+strings.Join(parts, " time:..40ms) -> (")+" time:..40ms)")
	if fmt.Sprint(got) != fmt.Sprint(want) || n < 10 {
		t.Errorf("the chain has %d events, not %d", strings.Count(fmt.Sprint(got), "true"), n)
	}
}

func TestTheSameQueryIsWorkedOutOnce(t *testing.T) {
	f, r, _ := queried(t)
	const query = "before(kind:fault) within 1ms or (kind:net.send -> kind:disk)"
	if _, err := f.Filter(t.Context(), query); err != nil {
		t.Fatal(err)
	}
	f.recent, f.order = map[int][]trace.Event{}, nil
	r.n = 0
	if _, err := f.Filter(t.Context(), query); err != nil || r.n != 0 {
		t.Errorf("%d bytes are read again, %v", r.n, err)
	}
}

func TestAQueryEndsWithItsContext(t *testing.T) {
	f, _, _ := queried(t)
	for _, query := range []string{"before(kind:fault)", "after(kind:log) within 1ms", "kind:net -> kind:disk", "kind:log not (kind:net -> kind:disk)"} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := f.Filter(ctx, query); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", query, err)
		}
	}
}

func TestAQueryThatIsTooDeepIsRefused(t *testing.T) {
	f := reopen(t, fixture())
	for _, opens := range []string{"(", "-", "not ", "before(", "not("} {
		_, err := f.Filter(t.Context(), strings.Repeat(opens, 100_000))
		var wrong *QueryError
		if !errors.As(err, &wrong) || wrong.Message != "brackets and negations are too deep inside of each other" {
			t.Errorf("%q many times: %v", opens, err)
		}
	}
	if _, err := f.Filter(t.Context(), strings.Repeat("(", 99)+"boot"+strings.Repeat(")", 99)); err != nil {
		t.Error(err)
	}
}

// FuzzQuery gives the reader of queries what nobody has written. It has to answer or
// to refuse, and what it answers has to be in order.
func FuzzQuery(f *testing.F) {
	for _, query := range storyQueries(f) {
		f.Add(query)
	}
	file := reopen(f, fixture())
	all := fixture().Events
	f.Fuzz(func(t *testing.T, query string) {
		c, err := file.Filter(t.Context(), query)
		if err != nil {
			var wrong *QueryError
			if !errors.As(err, &wrong) || wrong.At < 1 || wrong.At > len([]rune(query))+1 {
				t.Errorf("%q: %v", query, err)
			}
			return
		}
		opposite, err := file.Filter(t.Context(), "not ("+query+")")
		if err != nil {
			if strings.TrimSpace(strings.Trim(query, "\ufeff")) != "" && !strings.Contains(err.Error(), "too deep") {
				t.Errorf("%q: %v", query, err)
			}
			return
		}
		for i := range all {
			if c.Match(&all[i]) == opposite.Match(&all[i]) {
				t.Errorf("%q and its opposite agree about event %d", query, i+1)
			}
		}
	})
}
