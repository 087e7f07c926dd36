package viewer

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/seedfall/seedfall/engine/tracefile"
)

// servedPolicy is the content security policy of the page of a server: it may ask that
// server, and stands in no frame.
var servedPolicy = policy("; connect-src 'self'; img-src data:; frame-ancestors 'none'")

// tokenHeader has the token in every request but those for the page itself.
const tokenHeader = "X-Seedfall-Token"

// Server shows a run to a browser on the same machine. What it knows is for whoever
// knows its token, which stands in the fragment of the page's address: a fragment
// is never sent. Other pages in the browser cannot ask it, by host, origin and
// token.
type Server struct {
	host  string
	token string
	event uint64
	runs  *runs
	maker Maker
	// busy has room for one job: runs are made one after the other.
	busy chan struct{}
}

// Options say how to show a run.
type Options struct {
	// Host is the address under which the browser finds the server, such as
	// "127.0.0.1:4242". Requests for another are refused.
	Host string
	// Event is the one to show first; 0 leaves that to the page.
	Event uint64
	// Maker makes runs for the page; the zero value makes none.
	Maker Maker
}

// NewServer makes a server for a run. Its token is new each time.
func NewServer(f *tracefile.File, o Options) *Server {
	return &Server{host: o.Host, token: rand.Text(), event: o.Event, runs: newRuns(f), maker: o.Maker, busy: make(chan struct{}, 1)}
}

// Address is that of the page, with the token.
func (s *Server) Address() string { return "http://" + s.host + "/#token=" + s.token }

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", servedPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if why := s.foreign(r); why != "" {
		refuse(w, http.StatusForbidden, why)
		return
	}
	if path, ok := strings.CutPrefix(r.URL.Path, "/api/"); ok {
		s.api(w, r, path)
		return
	}
	s.page(w, r)
}

// foreign says why a request is none of the page's; "" if it may be one.
func (s *Server) foreign(r *http.Request) string {
	if r.Host != s.host {
		return "this server answers for " + s.host + " only"
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+s.host {
		return "this server does not answer other pages"
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return ""
	}
	if r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate" { // a link leads here
		return ""
	}
	return "this server does not answer other pages"
}

// refuse answers with one sentence.
func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, why)
}

// page gives the page, which is no secret.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path != "/":
		refuse(w, http.StatusNotFound, "there is no such page")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		refuse(w, http.StatusMethodNotAllowed, "the page is only to be read")
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		writeServed(w) //nolint:errcheck // the browser is gone
	}
}

// api answers what the page asks.
func (s *Server) api(w http.ResponseWriter, r *http.Request, path string) {
	if subtle.ConstantTimeCompare([]byte(r.Header.Get(tokenHeader)), []byte(s.token)) != 1 {
		refuse(w, http.StatusForbidden, "the address lacks its token; open the one that seedfall view prints")
		return
	}
	name, what, more := strings.Cut(path, "/")
	if !more {
		if name == "opened" && r.Method == http.MethodGet {
			s.opened(w)
		} else {
			refuse(w, http.StatusNotFound, "there is nothing of that name")
		}
		return
	}
	f := s.runs.get(name)
	switch {
	case f == nil:
		refuse(w, http.StatusNotFound, "the run is not kept any more; make it again")
	case r.Method == http.MethodGet:
		s.section(w, f, tracefile.Section(what))
	case r.Method == http.MethodPost:
		s.make(w, r, f, what)
	default:
		refuse(w, http.StatusMethodNotAllowed, "a run is only to be read")
	}
}

// opened says which run the page is for, and what it can do with it.
func (s *Server) opened(w http.ResponseWriter) {
	answer(w, struct {
		Run       string    `json:"run"`
		Event     uint64    `json:"event,omitempty"`
		Abilities abilities `json:"abilities"`
	}{first, s.event, s.maker.abilities()})
}

// answer sends a value as JSON.
func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) //nolint:errcheck // the browser is gone
}

// section sends a section of a run. An error after the first byte ends the
// connection, so that nobody takes a part for the whole.
func (s *Server) section(w http.ResponseWriter, f *tracefile.File, section tracefile.Section) {
	w.Header().Set("Content-Type", "application/octet-stream")
	counted := &counter{w: w}
	err := f.WriteSection(counted, section)
	switch {
	case err != nil && counted.n > 0:
		panic(http.ErrAbortHandler)
	case err != nil:
		refuse(w, http.StatusUnprocessableEntity, err.Error())
	}
}

// counter counts what is sent.
type counter struct {
	w http.ResponseWriter
	n int
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += n
	return n, err
}
