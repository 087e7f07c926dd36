package lsp

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/tracefile"
)

func TestSectionsOfARunComeInChunks(t *testing.T) {
	s := &server{}
	path := sampleTrace(t, 9, strings.Repeat("long ", maxChunk/20))
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"file": path})
	f, err := tracefile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for section, chunks := range map[tracefile.Section]int{tracefile.HeadSection: 1, tracefile.EventsSection: 3, tracefile.SurveySection: 1} {
		var want, got bytes.Buffer
		if err := f.WriteSection(&want, section); err != nil {
			t.Fatal(err)
		}
		for offset := 0; chunks > 0; chunks-- {
			v := must[traceViewed](t, s, "seedfall/trace/view", object{"handle": o.Handle, "section": section, "offset": offset})
			got.Write(v.Data)
			if offset = v.Next; (offset == 0) != (chunks == 1) {
				t.Fatalf("%s: next is %d with %d chunks to come", section, offset, chunks-1)
			}
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: %d bytes, want %d", section, got.Len(), want.Len())
		}
	}
	if kept := s.traces.open[0].sections.made; len(kept) != 0 {
		t.Errorf("%d sections are kept", len(kept))
	}
	again := must[traceViewed](t, s, "seedfall/trace/view", object{"handle": o.Handle, "section": "events", "offset": 8})
	if len(again.Data) != maxChunk || again.Next != maxChunk+8 {
		t.Errorf("from the middle: %d bytes, next %d", len(again.Data), again.Next)
	}
}

func TestASectionThatIsNotThereIsRefused(t *testing.T) {
	s := &server{}
	o := must[traceOpened](t, s, "seedfall/trace/open", object{"file": sampleTrace(t, 1, "line")})
	for _, c := range []struct {
		params object
		want   string
	}{
		{object{"handle": o.Handle, "section": "tail"}, `a run has no section "tail": there are head, events and survey`},
		{object{"handle": o.Handle, "section": "survey", "offset": -1}, "there is no offset -1"},
		{object{"handle": o.Handle, "section": "survey", "offset": 1 << 40}, "there is no offset 1099511627776"},
		{object{"handle": "trace-9", "section": "head"}, `the trace "trace-9" is not open; open it again`},
	} {
		if _, err := ask[traceViewed](t, s, "seedfall/trace/view", c.params); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.params, err, c.want)
		}
	}
}
