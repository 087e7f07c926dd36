package network

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

var update = flag.Bool("update", false, "write what happened into the stories")

// table is an oracle with a fixed latency per link, which notes what it is asked.
type table struct {
	all   vtime.Duration
	links map[[2]Node]vtime.Duration
	asked []string
}

func (o *table) Latency(from, to Node) vtime.Duration {
	o.asked = append(o.asked, fmt.Sprintf("n%d>n%d", from, to))
	if d, ok := o.links[[2]Node{from, to}]; ok {
		return d
	}
	return o.all
}

// story runs one file of testdata. See testdata/README.md.
type story struct {
	net    *Net
	oracle *table
	names  map[string]Sock
}

func TestStories(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("no stories")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := tell(t, string(b), func(s *story, _ vtime.Instant) { auditPredictions(t, s.net) })
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			sameLines(t, file, string(b), got)
		})
	}
}

// A run that is cloned before every call, with the clone going on, tells the
// same stories.
func TestACloneGoesOnLikeItsOriginal(t *testing.T) {
	eachStory(t, func(s *story, _ vtime.Instant) {
		c := s.net.Clone()
		c.Oracle = s.net.Oracle
		s.net.Oracle = nil
		s.net.Dial(s.net.now, 0, 0, 1, 0) // what the original does later is nothing to the clone
		s.net.Cut(s.net.now, 0, 1)
		for id := range s.net.conns {
			s.net.Reset(s.net.now, id, 0)
		}
		s.net = c
	})
}

// Questions asked at any instants between the calls alter nothing.
func TestQuestionsDoNotAlterAStory(t *testing.T) {
	draws := rng.Seed(1).Derive("questions").Stream()
	eachStory(t, func(s *story, next vtime.Instant) {
		for range draws.N(4) {
			askEverything(s.net, vtime.Instant(draws.Between(int64(s.net.now), int64(next))), &draws)
		}
	})
}

func eachStory(t *testing.T, before func(*story, vtime.Instant)) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sameLines(t, file, string(b), tell(t, string(b), before))
		})
	}
}

func sameLines(t *testing.T, file, want, got string) {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if w[i] != g[i] {
			t.Errorf("%s:%d:\nwant %s\ngot  %s", file, i+1, w[i], g[i])
		}
	}
}

// tell runs a story and returns it with the results that the calls had. before
// is called ahead of each line, with the line's instant.
func tell(t *testing.T, text string, before func(*story, vtime.Instant)) string {
	s := &story{oracle: &table{links: map[[2]Node]vtime.Duration{}}, names: map[string]Sock{}}
	var out strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		call, _, _ := strings.Cut(line, " = ")
		if f := fields(call); len(f) > 0 && !strings.HasPrefix(f[0], "#") {
			result := s.line(t, i+1, f, before)
			line = call
			if result != "" {
				line = fmt.Sprintf("%-39s = %s", strings.TrimRight(call, " "), result)
			}
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// fields splits at spaces, except within quotes.
func fields(line string) (out []string) {
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		word, err := strconv.QuotedPrefix(line)
		if err != nil {
			word, _, _ = strings.Cut(line, " ")
		}
		out, line = append(out, word), line[len(word):]
	}
	return out
}

func (s *story) line(t *testing.T, number int, f []string, before func(*story, vtime.Instant)) (result string) {
	defer func() {
		if e := recover(); e != nil {
			result = fmt.Sprint("panic: ", e)
			if !strings.HasPrefix(fmt.Sprint(e), "network: ") {
				panic(fmt.Sprintf("line %d: %v: %v", number, f, e))
			}
		}
	}()
	switch f[0] {
	case "nodes":
		s.net = New(num(f[1]))
		s.net.Oracle = s.oracle
		return ""
	case "latency":
		if len(f) == 2 {
			s.oracle.all = span(f[1])
		} else {
			s.oracle.links[[2]Node{node(f[1]), node(f[2])}] = span(f[3])
		}
		return ""
	}
	now := vtime.Instant(span(f[0]))
	if now >= s.net.now {
		before(s, now)
	}
	return s.call(now, f[1], f[2:])
}

func (s *story) call(now vtime.Instant, verb string, f []string) string {
	n := s.net
	f, name := option(f, "as")
	f, m := option(f, "mark")
	mark := Mark(num(m))
	var e errno.Errno
	switch verb {
	case "listen":
		id, e := n.Listen(now, node(f[0]), uint16(num(f[1])))
		return s.opened(name, id, e)
	case "dial":
		to, port, _ := strings.Cut(f[1], ":")
		return s.opened(name, n.Dial(now, node(f[0]), node(to), uint16(num(port)), mark), errno.OK)
	case "result":
		e = n.ConnectResult(now, s.sock(f[0]))
	case "accept":
		id, mark, e := n.Accept(now, s.sock(f[0]))
		if e != errno.OK {
			return e.String()
		}
		s.names[name] = id
		_, remote := n.Addrs(id)
		return fmt.Sprintf("from %v%s", show(remote), marked(mark))
	case "send":
		sent, e := n.Send(now, s.sock(f[0]), payload(f[1]), mark)
		if e != errno.OK {
			return e.String()
		}
		return fmt.Sprint(sent)
	case "recv", "peek":
		p := make([]byte, 1<<20)
		if len(f) > 1 {
			p = p[:num(f[1])]
		}
		read := n.Recv
		if verb == "peek" {
			read = n.Peek
		}
		got, mark, e := read(now, s.sock(f[0]), p)
		switch {
		case e != errno.OK:
			return e.String() + marked(mark)
		case got == 0 && len(p) > 0:
			return "end" + marked(mark)
		case got > 40:
			return fmt.Sprintf("%d bytes%s", got, marked(mark))
		}
		return strconv.Quote(string(p[:got])) + marked(mark)
	case "shutdown":
		e = n.Shutdown(now, s.sock(f[0]), f[1] != "write", f[1] != "read", mark)
	case "close":
		e = n.Close(now, s.sock(f[0]), mark)
	case "kill":
		n.Kill(now, node(f[0]), mark)
		return ""
	case "reset":
		n.Reset(now, s.sock(f[0]), mark)
		return ""
	case "cut":
		n.Cut(now, node(f[0]), node(f[1]))
		return ""
	case "heal":
		n.Heal(now, node(f[0]), node(f[1]))
		return ""
	case "slow":
		n.Slow(now, node(f[0]), node(f[1]), span(f[2]))
		return ""
	case "readable":
		return n.ReadableAt(s.sock(f[0])).String()
	case "writable":
		return n.WritableAt(s.sock(f[0])).String()
	case "touched":
		return list(n.Touched(), func(x Node) string { return fmt.Sprintf("n%d", x) })
	case "asked":
		defer func() { s.oracle.asked = nil }()
		return list(s.oracle.asked, func(x string) string { return x })
	case "addrs":
		local, remote := n.Addrs(s.sock(f[0]))
		return show(local) + " " + show(remote)
	case "conns":
		return list(n.Conns(now), s.info)
	default:
		panic("no such verb: " + verb)
	}
	return e.String()
}

func (s *story) opened(name string, id Sock, e errno.Errno) string {
	if e != errno.OK {
		return e.String()
	}
	s.names[name] = id
	local, _ := s.net.Addrs(id)
	return show(local)
}

// info shows one socket under the name that the story gave it.
func (s *story) info(ci ConnInfo) string {
	name := "?"
	for k, id := range s.names {
		if id == ci.Sock {
			name = k
		}
	}
	out := fmt.Sprintf("%s %v", name, ci.State)
	for _, part := range []struct {
		what string
		n    int
	}{{"waiting", ci.Backlog}, {"unread", ci.Unread}, {"in flight", ci.InFlight}} {
		if part.n > 0 {
			out += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	if ci.Held {
		out += ", held"
	}
	if ci.Peer == 0 && ci.State != Listening {
		out += ", no peer"
	}
	return out
}

func (s *story) sock(name string) Sock {
	id, ok := s.names[name]
	if !ok && name != "nothing" {
		panic("no such socket: " + name)
	}
	return id
}

// option takes "key value" out of f.
func option(f []string, key string) ([]string, string) {
	if i := slices.Index(f, key); i >= 0 {
		return slices.Delete(slices.Clone(f), i, i+2), f[i+1]
	}
	return f, "0"
}

// payload reads "text" or "x*1000".
func payload(word string) []byte {
	if text, err := strconv.Unquote(word); err == nil {
		return []byte(text)
	}
	text, times, _ := strings.Cut(word, "*")
	return []byte(strings.Repeat(text, num(times)))
}

func marked(m Mark) string {
	if m == 0 {
		return ""
	}
	return fmt.Sprintf(" mark %d", m)
}

func show(a Addr) string { return fmt.Sprintf("n%d:%d", a.Node, a.Port) }

func list[T any](xs []T, show func(T) string) string {
	var out []string
	for _, x := range xs {
		out = append(out, show(x))
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, "; ")
}

func node(word string) Node { return Node(num(strings.TrimPrefix(word, "n"))) }

func num(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return n
}

func span(word string) vtime.Duration {
	d, err := vtime.ParseDuration(word)
	if err != nil {
		panic(err)
	}
	return d
}
