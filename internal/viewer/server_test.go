package viewer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

const host = "127.0.0.1:4242"

// sample is a run of a node that says something and fails.
func sample(t testing.TB, says string) *tracefile.File {
	t.Helper()
	r := trace.NewRecorder(true)
	r.Add(trace.Event{Kind: trace.RunStart, Node: trace.World, S: "1", T: "sample"})
	boot := r.Add(trace.Event{Kind: trace.Boot, Cause: 1, Inc: 1})
	r.Add(trace.Event{Kind: trace.Log, Cause: boot, At: 5, Inc: 1, A: 1, S: says})
	failed := r.Add(trace.Event{Kind: trace.Failed, At: 6, Inc: 1, Cause: boot, S: "panic", T: "over"})
	var b bytes.Buffer
	err := tracefile.Write(&b, tracefile.Recording{Events: r.Events, Header: tracefile.Header{Seed: 1<<63 + 1, Nodes: []string{"<b>talker"},
		Schedule: &schedule.Schedule{Schema: 1, Seed: 1<<63 + 1}, Failure: &verdict.Failure{Class: verdict.Panic, Node: "<b>talker", Message: "over", Event: failed}}})
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, b.Bytes())
}

func opened(t testing.TB, b []byte) *tracefile.File {
	t.Helper()
	f, err := tracefile.Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// call makes a request as the page does, changed by a test.
func call(s *Server, method, path, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(body))
	r.Header.Set(tokenHeader, s.token)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+host)
	}
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestThePageAsksAndIsAnswered(t *testing.T) {
	f := sample(t, "hello")
	s := NewServer(f, Options{Host: host, Event: 3})
	if want := "http://" + host + "/#token=" + s.token; s.Address() != want || len(s.token) < 26 {
		t.Errorf("the address is %s", s.Address())
	}
	for path, want := range map[string]string{
		"/":           "<script>" + script + "</script>",
		"/api/opened": `{"run":"run-1","event":3,"abilities":{"source":false,"goroutines":false,"replay":false,"neighbour":false}}`,
	} {
		if w := call(s, "GET", path, "", nil); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	for _, section := range tracefile.Sections() {
		var want bytes.Buffer
		if err := f.WriteSection(&want, section); err != nil {
			t.Fatal(err)
		}
		if w := call(s, "GET", "/api/run-1/"+string(section), "", nil); w.Code != 200 || !bytes.Equal(w.Body.Bytes(), want.Bytes()) {
			t.Errorf("%s: %d, %d bytes", section, w.Code, w.Body.Len())
		}
	}
}

func TestEveryAnswerForbidsWhatThePageDoesNotNeed(t *testing.T) {
	s := NewServer(sample(t, "hello"), Options{Host: host})
	for _, path := range []string{"/", "/api/opened", "/nowhere", "/api/run-9/head"} {
		h := call(s, "GET", path, "", nil).Header()
		for name, want := range map[string]string{"Content-Security-Policy": servedPolicy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store"} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q", path, name, h.Get(name))
			}
		}
		if h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s may be read by other pages", path)
		}
	}
}

func TestOthersThanThePageAreRefused(t *testing.T) {
	s := NewServer(sample(t, "hello"), Options{Host: host})
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for _, c := range []struct {
		name, method, path string
		change             func(*http.Request)
		code               int
		want               string
	}{
		{"no token", "GET", "/api/run-1/head", func(r *http.Request) { r.Header.Del(tokenHeader) }, 403, "the address lacks its token; open the one that seedfall view prints\n"},
		{"another token", "GET", "/api/run-1/head", set(tokenHeader, s.token[1:]+"A"), 403, "the address lacks its token"},
		{"a token that goes on", "GET", "/api/opened", set(tokenHeader, s.token+"A"), 403, "the address lacks its token"},
		{"the token in the query", "GET", "/api/opened?token=" + s.token, func(r *http.Request) { r.Header.Del(tokenHeader) }, 403, "the address lacks its token"},
		{"another host", "GET", "/", func(r *http.Request) { r.Host = "evil.example:4242" }, 403, "this server answers for 127.0.0.1:4242 only\n"},
		{"another port", "GET", "/api/opened", func(r *http.Request) { r.Host = "127.0.0.1:1" }, 403, "this server answers for"},
		{"a name that leads here", "GET", "/api/opened", func(r *http.Request) { r.Host = "localhost:4242" }, 403, "this server answers for"},
		{"another origin", "POST", "/api/run-1/replay", set("Origin", "http://127.0.0.1:1"), 403, "this server does not answer other pages\n"},
		{"no origin to name", "GET", "/api/opened", set("Origin", "null"), 403, "this server does not answer other pages"},
		{"another site", "GET", "/api/opened", set("Sec-Fetch-Site", "cross-site"), 403, "this server does not answer other pages"},
		{"a frame of another site", "GET", "/", set("Sec-Fetch-Site", "cross-site"), 403, "this server does not answer other pages"},
		{"up", "GET", "/../etc/passwd", nil, 404, "there is no such page"},
		{"up in the api", "GET", "/api/../passwd", nil, 404, "the run is not kept any more"},
		{"up, encoded", "GET", "/api/run-1/%2e%2e%2fhead", nil, 422, "a run has no section"},
		{"twice", "GET", "//", nil, 404, "there is no such page"},
		{"the assets' folder", "GET", "/assets/timeline.js", nil, 404, "there is no such page"},
		{"the api itself", "GET", "/api/", nil, 404, "there is nothing of that name"},
		{"an unknown run", "GET", "/api/run-2/head", nil, 404, "the run is not kept any more; make it again\n"},
		{"an unknown section", "GET", "/api/run-1/tail", nil, 422, "a run has no section \"tail\": there are head, events and survey\n"},
		{"a run that is to be changed", "DELETE", "/api/run-1/head", nil, 405, "a run is only to be read"},
		{"a page that is to be changed", "POST", "/", nil, 405, "the page is only to be read"},
		{"a job nobody does", "POST", "/api/run-1/explode", nil, 404, "this page can make no other runs"},
		{"a job without a config", "POST", "/api/run-1/replay", nil, 404, "this page can make no other runs; start seedfall view with a config, -c, for that\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if w := call(s, c.method, c.path, "{}", c.change); w.Code != c.code || !strings.HasPrefix(w.Body.String(), c.want) {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
}

func TestALinkElsewhereMayLeadToThePage(t *testing.T) {
	s := NewServer(sample(t, "hello"), Options{Host: host})
	w := call(s, "GET", "/", "", func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Sec-Fetch-Mode", "navigate")
	})
	if w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A file whose events are damaged opens, since nobody reads them then.
func TestADamagedRunIsRefusedInOneSentence(t *testing.T) {
	var b bytes.Buffer
	r := trace.NewRecorder(true)
	r.Add(trace.Event{Kind: trace.RunStart, Node: trace.World, S: "1", T: "sample"})
	if err := tracefile.Write(&b, tracefile.Recording{Events: r.Events, Header: tracefile.Header{Seed: 1}}); err != nil {
		t.Fatal(err)
	}
	b.Bytes()[20] ^= 1
	s := NewServer(opened(t, b.Bytes()), Options{Host: host})
	for _, section := range []string{"events", "survey"} {
		w := call(s, "GET", "/api/run-1/"+section, "", nil)
		if w.Code != 422 || w.Body.String() != "the file is damaged: the block at 8 has another checksum\n" || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s: %d %s", section, w.Code, w.Body)
		}
	}
}

// breaks is a connection that ends in the middle.
type breaks struct{ *httptest.ResponseRecorder }

func (b breaks) Write(p []byte) (int, error) {
	if b.Body.Len() > 0 {
		return 0, io.ErrClosedPipe
	}
	return b.ResponseRecorder.Write(p)
}

func TestAPartOfASectionIsNoAnswer(t *testing.T) {
	s := NewServer(sample(t, "hello"), Options{Host: host})
	defer func() {
		if v := recover(); v != http.ErrAbortHandler {
			t.Errorf("%v", v)
		}
	}()
	r := httptest.NewRequest("GET", "http://"+host+"/api/run-1/events", nil)
	r.Header.Set(tokenHeader, s.token)
	s.ServeHTTP(breaks{httptest.NewRecorder()}, r)
	t.Error("it ends as if all were well")
}

func TestThePageHasRunsMade(t *testing.T) {
	f := sample(t, "hello")
	var asked *schedule.Schedule
	s := NewServer(f, Options{Host: host, Maker: Maker{
		Goroutines: func(_ context.Context, of *tracefile.File, at vtime.Instant) ([]story.Stacks, error) {
			if of != f || at != 5 {
				t.Errorf("asked of %v at %d", of, at)
			}
			return []story.Stacks{{Node: "talker", Goroutines: []story.Goroutine{{ID: 1, State: "sleep", Frames: []story.Frame{{Function: "main.main", File: "example.com/m/main.go", Line: 3}}}}}, {Node: "other", State: "is down"}}, nil
		},
		Replay: func(_ context.Context, _ *tracefile.File, changed *schedule.Schedule) (*Made, error) {
			asked = changed
			return &Made{File: sample(t, "other"), Verdict: "the run passes"}, nil
		},
		Neighbour: func(context.Context, *tracefile.File) (*Made, error) {
			return nil, errors.New("no passing run is found")
		},
	}})
	for _, c := range []struct {
		what, body string
		code       int
		want       string
	}{
		{"goroutines", `{"at": 5}`, 200, `[{"node":"talker","id":1,"state":"sleep","frames":[{"func":"main.main","file":"example.com/m/main.go","line":3}]}]`},
		{"goroutines", `{"at": -1}`, 422, "an instant cannot be negative"},
		{"goroutines", `{"at": "soon"}`, 400, "the request is not understood: "},
		{"goroutines", `{`, 400, "the request is not understood: unexpected EOF"},
		{"replay", `{"schedule": {"schema": 1, "seed": 9223372036854775808, "faults": [{"at": "1s", "kind": "crash", "node": "talker", "until": "2s"}]}}`, 200, `{"run":"run-2","failed":false,"verdict":"the run passes"}`},
		{"replay", `{}`, 422, "the request has no schedule"},
		{"replay", `{"schedule": []}`, 422, "the request has no schedule"},
		{"replay", `{"schedule": {"schema": 1, "faults": [{"at": "1s", "kind": "flood"}]}}`, 422, `the schedule is refused: faults[0]: kind "flood" is not a kind of fault`},
		{"replay", `{"schedule": "` + strings.Repeat("x", maxBody) + `"}`, 400, "the request is not understood: http: request body too large"},
		{"neighbour", `{}`, 422, "no passing run is found"},
	} {
		if w := call(s, "POST", "/api/run-1/"+c.what, c.body, nil); w.Code != c.code || !strings.HasPrefix(w.Body.String(), c.want) {
			t.Errorf("%s %.60s: %d %s", c.what, c.body, w.Code, w.Body)
		}
	}
	if asked == nil || asked.Seed != f.Seed || len(asked.Faults) != 1 || asked.Faults[0].Node != "talker" {
		t.Errorf("the run is made with %+v", asked)
	}
	if w := call(s, "GET", "/api/run-2/events", "", nil); w.Code != 200 || !strings.Contains(w.Body.String(), "other") {
		t.Errorf("%d", w.Code)
	}
	w := call(s, "POST", "/api/run-1/neighbour", "{}", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") })
	if w.Code != 415 {
		t.Errorf("a form of another page: %d", w.Code)
	}
}

func TestOnlyTheLastRunsAreKept(t *testing.T) {
	runs := newRuns(sample(t, "first"))
	other := sample(t, "other")
	var names []string
	for range maxRuns + 2 {
		names = append(names, runs.add(other))
	}
	if runs.get(first) == nil || runs.get(names[0]) != nil || runs.get(names[1]) != nil || runs.get(names[2]) != other || runs.get(names[maxRuns+1]) != other {
		t.Error("others are kept")
	}
}

// A page in the browser that is closed does not leave its run to go on.
func TestWhoIsGoneIsNotWorkedFor(t *testing.T) {
	s := NewServer(sample(t, "hello"), Options{Host: host, Maker: Maker{Neighbour: func(context.Context, *tracefile.File) (*Made, error) {
		t.Error("it is worked for nobody")
		return nil, nil
	}}})
	s.busy <- struct{}{} // another job
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	call(s, "POST", "/api/run-1/neighbour", "{}", func(r *http.Request) { *r = *r.WithContext(ctx) })
}

func TestAnswersAreJSON(t *testing.T) {
	w := httptest.NewRecorder()
	answer(w, made{"run-2", true, "the run fails: <always>"})
	var back made
	if err := json.Unmarshal(w.Body.Bytes(), &back); err != nil || back.Verdict != "the run fails: <always>" {
		t.Errorf("%v %+v", err, back)
	}
}
