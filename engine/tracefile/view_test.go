package tracefile

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// section gives a section of a file as bytes.
func section(t testing.TB, f *File, s Section) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteSection(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// viewed reads the section of events as a timeline does.
func viewed(t *testing.T, b []byte) []trace.Event {
	t.Helper()
	if string(b[:8]) != "sfcols1\n" {
		t.Fatalf("it begins with %q", b[:8])
	}
	n, texts := int(le.Uint32(b[8:])), int(le.Uint32(b[12:]))
	at := 16
	column := func(width int) []byte {
		at = (at + 7) / 8 * 8
		at += n * width
		return b[at-n*width : at]
	}
	doubles := func() (all []int64) {
		for c := column(8); len(c) > 0; c = c[8:] {
			all = append(all, int64(math.Float64frombits(le.Uint64(c))))
		}
		return all
	}
	words := func() (all []uint32) {
		for c := column(4); len(c) > 0; c = c[4:] {
			all = append(all, le.Uint32(c))
		}
		return all
	}
	instants, as, bs, cs := doubles(), doubles(), doubles(), doubles()
	causes, sites, incs, ss, ts := words(), words(), words(), words(), words()
	nodes, kinds := column(2), column(1)
	at = (at + 7) / 8 * 8
	text := func(i uint32) string {
		all := b[at+4*(texts+1):]
		return string(all[le.Uint32(b[at+4*int(i):]):le.Uint32(b[at+4*int(i)+4:])])
	}
	if end := at + 4*(texts+1) + int(le.Uint32(b[at+4*texts:])); end != len(b) {
		t.Errorf("it has %d bytes and ends at %d", len(b), end)
	}
	events := make([]trace.Event, n)
	for i := range events {
		events[i] = trace.Event{ID: trace.ID(i + 1), Cause: trace.ID(causes[i]), At: vtime.Instant(instants[i]), Node: int(int16(le.Uint16(nodes[2*i:]))),
			Inc: int(incs[i]), Kind: trace.Kind(kinds[i]), Site: trace.SiteID(sites[i]), A: as[i], B: bs[i], C: cs[i], S: text(ss[i]), T: text(ts[i])}
	}
	return events
}

func TestATimelineReadsTheEventsThatAreInTheFile(t *testing.T) {
	want := fixture()
	if got := viewed(t, section(t, reopen(t, want), EventsSection)); !reflect.DeepEqual(got, want.Events) {
		t.Errorf("%+v\nnot\n%+v", got, want.Events)
	}
}

func TestColumnsOfManyPiecesAreRead(t *testing.T) {
	b := generated(t, 2*chunkEvents+1)
	f, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	got := viewed(t, section(t, f, EventsSection))
	w, err := f.Window(t.Context(), Ask{To: vtime.Never, Limit: 3 * chunkEvents})
	if err != nil || !reflect.DeepEqual(got, w.Events) {
		t.Errorf("%d events, not %d, or others; %v", len(got), len(w.Events), err)
	}
}

func TestHeadAndSurveyReadLikeThis(t *testing.T) {
	r := fixture()
	r.Schedule = &schedule.Schedule{Schema: 1, Seed: r.Seed, Faults: []schedule.Fault{
		{Kind: schedule.WriteEIO, At: 22_000_000, Node: "server", Op: 7},
		{Kind: schedule.Partition, At: 23_000_000, Until: 30_000_000, Cut: []string{"server"}, Direction: schedule.In},
		{Kind: schedule.Crash, At: 40_000_000, Until: 50_000_000, Node: "server"}}}
	r.Seed = math.MaxUint64
	f := reopen(t, r)
	for _, s := range []Section{HeadSection, SurveySection} {
		got := lines(t, section(t, f, s))
		if got != string(golden(t, "testdata/"+string(s)+".txt", []byte(got))) {
			t.Errorf("run with -update if the change is meant:\n%s", got)
		}
	}
}

// lines writes a JSON object as one line for each value that is two levels deep.
func lines(t *testing.T, b []byte) string {
	t.Helper()
	var out strings.Builder
	var walk func(path string, depth int, raw json.RawMessage)
	walk = func(path string, depth int, raw json.RawMessage) {
		d := json.NewDecoder(bytes.NewReader(raw))
		open, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		if depth == 0 || open != json.Delim('{') && open != json.Delim('[') || len(raw) < 50 {
			out.WriteString(path + " " + string(raw) + "\n")
			return
		}
		for d.More() {
			at := path
			if open == json.Delim('{') {
				key, err := d.Token()
				if err != nil {
					t.Fatal(err)
				}
				at = strings.TrimPrefix(path+"."+key.(string), ".")
			}
			var value json.RawMessage
			if err := d.Decode(&value); err != nil {
				t.Fatal(err)
			}
			walk(at, depth-1, value)
		}
	}
	walk("", 2, b)
	return out.String()
}

func TestAFaultIsFoundInTheScheduleOnlyOnce(t *testing.T) {
	rot := schedule.Fault{Kind: schedule.Bitrot, At: 5, Node: "b"}
	f := &File{Header: Header{Nodes: []string{"a", "b"}, Schedule: &schedule.Schedule{Faults: []schedule.Fault{
		{Kind: schedule.CrashIO, At: 9, Node: "a", Op: 3}, rot, {Kind: schedule.LostWrite, Node: "b", Op: 3}, rot,
		{Kind: schedule.Partition, At: 5, Cut: []string{"a"}, Direction: schedule.Both}}}}}
	got := f.scheduled([]Fault{
		{Kind: "fault.bitrot", At: 5, Node: 1, What: "/log"},
		{Kind: "fault.disk", At: 7, Node: 1, What: schedule.LostWrite, op: 3},
		{Kind: "fault.bitrot", At: 5, Node: 1, What: "/log"},
		{Kind: "fault.bitrot", At: 5, Node: 1, What: "/log"},
		{Kind: "fault.partition", At: 5, Node: -1, Cut: []string{"a"}, Direction: schedule.In},
		{Kind: "fault.partition", At: 5, Node: -1, Cut: []string{"a"}, Direction: schedule.Both},
		{Kind: "fault.crash_io", At: 8, Node: 0, What: schedule.Before, op: 3},
		{Kind: "fault.crash", At: 9, Node: 0},
	})
	if want := []int{1, 2, 3, -1, -1, 4, 0, -1}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestWhatATimelineCannotShowIsRefused(t *testing.T) {
	f := reopen(t, fixture())
	many := &File{Header: Header{Events: MaxView + 1}}
	crowded := &File{Header: Header{Nodes: make([]string, maxNodes+1)}}
	for _, c := range []struct {
		f    *File
		s    Section
		want string
	}{
		{f, "tail", `a run has no section "tail": there are head, events and survey`},
		{many, HeadSection, "the trace has 4194305 events, and a timeline shows at most 4194304: make the run shorter"},
		{crowded, EventsSection, "the trace has 32768 nodes, and a timeline shows at most 32767"},
	} {
		if err := c.f.WriteSection(io.Discard, c.s); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// full is a disk that takes some bytes and no more.
type full int

func (n *full) Write(b []byte) (int, error) {
	if *n -= full(len(b)); *n < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

func TestASectionThatCannotBeWrittenIsAnError(t *testing.T) {
	f := reopen(t, fixture())
	for _, s := range Sections() {
		room := full(len(section(t, f, s)) - 1)
		if err := f.WriteSection(&room, s); err != io.ErrShortWrite {
			t.Errorf("%s: %v", s, err)
		}
	}
}

func BenchmarkSectionsOfAMillion(b *testing.B) {
	data := generated(b, million)
	for _, s := range Sections() {
		b.Run(string(s), func(b *testing.B) {
			var size counter
			for b.Loop() {
				f, err := Read(bytes.NewReader(data), int64(len(data)))
				if err != nil {
					b.Fatal(err)
				}
				size = 0
				if err := f.WriteSection(&size, s); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size)/(1<<20), "MB")
		})
	}
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
