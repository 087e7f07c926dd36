package tracefile

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestTheFixtureReadsLikeThis(t *testing.T) {
	r := fixture()
	var b bytes.Buffer
	if err := trace.WriteText(&b, &trace.Recorder{Events: r.Events, Sites: r.Sites}, r.Nodes); err != nil {
		t.Fatal(err)
	}
	if got := numbered(b.String()); got != string(golden(t, "testdata/fixture.txt", []byte(got))) {
		t.Errorf("run with -update if the change is meant:\n%s", got)
	}
}

// numbered puts the number of its event in front of each line.
func numbered(text string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") {
		b.WriteString(strings.Repeat(" ", 2-min(2, len(itoa(i+1)))+1) + itoa(i+1) + line)
	}
	return b.String() + "\n"
}

func golden(t *testing.T, path string, got []byte) []byte {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

func TestAFileHasAllThatWasWritten(t *testing.T) {
	want := fixture()
	path := filepath.Join(t.TempDir(), "new", "a.sftrace")
	if err := WriteFile(path, want); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	same(t, f, want)
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder has %v", left)
	}
}

// same checks that a file has what a recording has.
func same(t *testing.T, f *File, want Recording) {
	t.Helper()
	want.Schema, want.Header.Events, want.End = Schema, uint64(len(want.Events)), Nanos(want.Events[len(want.Events)-1].At)
	if !reflect.DeepEqual(f.Header, want.Header) {
		t.Errorf("the header is\n%+v, not\n%+v", f.Header, want.Header)
	}
	w, err := f.Window(t.Context(), Ask{To: vtime.Never, Limit: len(want.Events)})
	if err != nil || !reflect.DeepEqual(w.Events, want.Events) {
		t.Errorf("the events are\n%+v, %v, not\n%+v", w, err, want.Events)
	}
	log, err := f.Log()
	if err != nil || len(log.Ops) != len(want.Log.Ops) || log.Ops[1].Client != want.Log.Ops[1].Client {
		t.Errorf("the history is %+v, %v", log, err)
	}
}

// Each version of the format has a file here that later ones must read.
func TestFilesOfEarlierVersionsAreRead(t *testing.T) {
	b := golden(t, "testdata/schema1.sftrace", write(t, fixture()))
	f, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	same(t, f, fixture())
}

func TestARefusedFileIsToldApartInOneSentence(t *testing.T) {
	good := write(t, fixture())
	changed := func(at int, to byte) []byte {
		b := bytes.Clone(good)
		b[(at+len(b))%len(b)] ^= to
		return b
	}
	newer := bytes.Clone(good[:len(good)-trailerSize])
	end := trailer{}.encode()
	le.PutUint32(end, 9)
	end = le.AppendUint32(end[:28], 0)
	newer = append(append(newer, end...), endMagic...)
	le.PutUint32(newer[len(newer)-len(endMagic)-4:], crcOf(newer[len(newer)-trailerSize:len(newer)-len(endMagic)-4]))
	for name, c := range map[string]struct {
		b    []byte
		want string
	}{
		"nothing":     {nil, "this is no trace file"},
		"foreign":     {[]byte(`{"schema": 1}`), "this is no trace file"},
		"beginning":   {good[:5], "the file is not complete; record it again"},
		"torn":        {good[:len(good)-1], "the file is not complete; record it again"},
		"half":        {good[:len(good)/2], "the file is not complete; record it again"},
		"newer":       {newer, "the file has schema 9, which a newer seedfall wrote; this one reads up to 1"},
		"bad offsets": {changed(-30, 1), "the file is damaged: its last bytes have another checksum"},
		"bad history": {changed(-trailerSize-1, 1), "the file is damaged: the block at # has another checksum"},
		"bad events":  {changed(100, 1), "the file is damaged: the block at # has another checksum"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Read(bytes.NewReader(c.b), int64(len(c.b)))
			if err == nil {
				if _, err = f.surveyed(); err == nil {
					_, err = f.Log()
				}
			}
			if err == nil || offset.ReplaceAllString(err.Error(), "at #") != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// offset is where a block is, which depends on how well it packs.
var offset = regexp.MustCompile(`at \d+`)

func TestEventsThatNoRunRecordsAreNotWritten(t *testing.T) {
	for name, e := range map[string]trace.Event{
		"earlier":            {ID: 2, Kind: trace.Boot, At: 4},
		"out of turn":        {ID: 3, Kind: trace.Boot, At: 5},
		"caused by itself":   {ID: 2, Cause: 2, Kind: trace.Boot, At: 5},
		"of no kind":         {ID: 2, At: 5},
		"of an unknown node": {ID: 2, At: 5, Kind: trace.Boot, Node: 1},
		"of an unknown site": {ID: 2, At: 5, Kind: trace.Check, Site: 1},
	} {
		r := Recording{Header: Header{Nodes: []string{"a"}}, Events: []trace.Event{{ID: 1, Kind: trace.Boot, At: 5}, e}}
		if err := Write(&bytes.Buffer{}, r); err == nil {
			t.Errorf("an event %s is written", name)
		}
	}
}
