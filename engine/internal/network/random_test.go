package network

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// subject is a network under random calls. The sockets have the numbers that
// they have in the walk, so that several networks can be led along one walk.
type subject struct {
	net       *Net
	listeners []Sock
	ends      []Sock
}

// walk makes random calls to the model and to the subjects alike.
type walk struct {
	t         *testing.T
	draws     rng.Stream
	questions rng.Stream
	now       vtime.Instant
	model     *model
	listeners []*modelListener
	ends      []*modelEnd
	received  []int // bytes, by end
	sent      []int
	subjects  []*subject // plain; asked questions all the time; cloned all the time
	log       []string
	scratch   [300_000]byte
}

const walkNodes = 3

func TestRandomCallsBehaveLikeTheModel(t *testing.T) {
	seeds := 40
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		w := newWalk(t, uint64(seed))
		for range 250 {
			w.step()
			if t.Failed() {
				t.Fatalf("seed %d:\n%s", seed, w.tail())
			}
		}
		w.finish()
		if t.Failed() {
			t.Fatalf("seed %d, at the end", seed)
		}
	}
}

func newWalk(t *testing.T, seed uint64) *walk {
	w := &walk{t: t, draws: rng.Seed(seed).Derive("walk").Stream(), questions: rng.Seed(seed).Derive("questions").Stream()}
	w.model = newModel(newByLink())
	for range 3 {
		n := New(walkNodes)
		n.Oracle = newByLink()
		w.subjects = append(w.subjects, &subject{net: n})
	}
	return w
}

func (w *walk) tail() string {
	out := ""
	for _, line := range w.log[max(0, len(w.log)-60):] {
		out += line + "\n"
	}
	return out
}

func (w *walk) node() Node   { return Node(w.draws.N(walkNodes)) }
func (w *walk) port() uint16 { return uint16(80 + w.draws.N(2)) }

// step lets some time pass, or none, and makes one call.
func (w *walk) step() {
	next := w.now
	if w.draws.N(3) > 0 {
		next = next.Add(vtime.Duration(w.draws.N(20)))
	}
	for range w.draws.N(3) {
		askEverything(w.subjects[1].net, vtime.Instant(w.questions.Between(int64(w.subjects[1].net.now), int64(next))), &w.questions)
	}
	clone := w.subjects[2].net.Clone()
	clone.Oracle = w.subjects[2].net.Oracle
	w.subjects[2].net = clone
	w.now = next
	w.model.to(next)

	before := readinesses(w.subjects[0].net)
	w.subjects[0].net.Touched()
	w.call()
	w.checkTouched(before)
	w.checkSizes()
	if w.draws.N(4) == 0 {
		auditPredictions(w.t, w.subjects[0].net)
	}
}

// checkSizes compares what each stream holds with what it says it does.
func (w *walk) checkSizes() {
	for id, c := range w.subjects[0].net.conns {
		for i, s := range c.streams {
			size := 0
			for _, it := range s.items.all() {
				size += len(it.bytes)
			}
			if size != s.size {
				w.t.Errorf("stream %d of connection %d has %d bytes, not %d", i, id, size, s.size)
			}
		}
	}
}

// checkTouched holds the promise of Touched against what has changed.
func (w *walk) checkTouched(before map[Sock]readiness) {
	n := w.subjects[0].net
	touched := slices.Clone(n.Touched())
	if !slices.IsSorted(touched) || len(slices.Compact(slices.Clone(touched))) != len(touched) {
		w.t.Errorf("touched %v", touched)
	}
	for s, after := range readinesses(n) {
		local, _ := n.Addrs(s)
		if was, ok := before[s]; ok && was != after && !slices.Contains(touched, local.Node) {
			w.t.Errorf("socket %d of node %d: ready at %v, then at %v; touched: %v", s, local.Node, was, after, touched)
		}
	}
}

// same makes one call of every subject and compares with the model's outcome.
func (w *walk) same(what string, want string, call func(*subject) string) {
	w.log = append(w.log, fmt.Sprintf("%v %s = %s", w.now, what, want))
	for i, s := range w.subjects {
		got := call(s)
		if asked := s.net.Oracle.(*byLink).asked; !maps.Equal(asked, w.model.lat.asked) {
			w.t.Errorf("subject %d at %v: %s: asked %v, want %v", i, w.now, what, asked, w.model.lat.asked)
		}
		if got != want {
			w.t.Errorf("subject %d at %v: %s: got %s, want %s", i, w.now, what, got, want)
		}
	}
}

func (w *walk) mark() Mark { return Mark(len(w.log) + 1) }

func (w *walk) call() {
	m, now, mark := w.model, w.now, w.mark()
	x := w.draws.N(100)
	switch {
	case x < 4 || len(w.listeners) < 6:
		node, port := w.node(), w.port()
		l, e := m.listen(node, port)
		w.same(fmt.Sprintf("listen n%d:%d", node, port), e.String(), func(s *subject) string {
			id, e := s.net.Listen(now, node, port)
			if e == errno.OK {
				s.listeners = append(s.listeners, id)
			}
			return e.String()
		})
		if e == errno.OK {
			w.listeners = append(w.listeners, l)
		}
	case x < 11 || len(w.ends) == 0:
		from, to, port := w.node(), w.node(), w.port()
		w.add(m.dial(from, to, port, mark))
		w.same(fmt.Sprintf("dial n%d n%d:%d as %d", from, to, port, len(w.ends)-1), "", func(s *subject) string {
			s.ends = append(s.ends, s.net.Dial(now, from, to, port, mark))
			return ""
		})
	case x < 27:
		w.accept(w.pick(len(w.listeners), func(i int) bool { return len(w.listeners[i].backlog) > 0 }))
	case x < 48:
		w.send(w.end(), mark)
	case x < 78:
		w.recv(w.pick(len(w.ends), func(i int) bool { return len(w.ends[i].inbox) > 0 || w.ends[i].broken != nil }))
	case x < 80:
		i := w.end()
		w.same(fmt.Sprintf("result %d", i), m.result(w.ends[i]).String(), func(s *subject) string {
			return s.net.ConnectResult(now, s.ends[i]).String()
		})
	case x < 82:
		i, how := w.end(), w.draws.N(3)
		e := m.shutdown(w.ends[i], how != 1, how != 2, mark)
		w.same(fmt.Sprintf("shutdown %d %d", i, how), e.String(), func(s *subject) string {
			return s.net.Shutdown(now, s.ends[i], how != 1, how != 2, mark).String()
		})
	case x < 85:
		i := w.end()
		w.same(fmt.Sprintf("close %d", i), m.close(w.ends[i], false, mark).String(), func(s *subject) string {
			return s.net.Close(now, s.ends[i], mark).String()
		})
	case x < 86:
		i := w.recent(len(w.listeners))
		w.same(fmt.Sprintf("close listener %d", i), m.closeListener(w.listeners[i], mark).String(), func(s *subject) string {
			return s.net.Close(now, s.listeners[i], mark).String()
		})
	default:
		w.fault(x, mark)
	}
}

// fault makes one of the calls that the owner of the network makes.
func (w *walk) fault(x uint64, mark Mark) {
	m, now, from, to := w.model, w.now, w.node(), w.node()
	way := [2]Node{from, to}
	switch {
	case x < 87:
		if w.draws.N(3) > 0 {
			return
		}
		m.kill(from, mark)
		w.same(fmt.Sprintf("kill n%d", from), "", func(s *subject) string { s.net.Kill(now, from, mark); return "" })
	case x < 88:
		i := w.end()
		m.reset(w.ends[i], mark)
		w.same(fmt.Sprintf("reset %d", i), "", func(s *subject) string { s.net.Reset(now, s.ends[i], mark); return "" })
	case x < 91:
		m.cut(from, to)
		w.same(fmt.Sprintf("cut n%d n%d", from, to), "", func(s *subject) string { s.net.Cut(now, from, to); return "" })
	case x < 97:
		if ways := w.cutWays(); len(ways) > 0 {
			w.heal(ways[w.draws.N(uint64(len(ways)))])
		}
	default:
		extra := vtime.Duration(w.draws.N(15)) - m.extra[way]
		m.extra[way] += extra
		w.same(fmt.Sprintf("slow n%d n%d %v", from, to, extra), "", func(s *subject) string {
			s.net.Slow(now, from, to, extra)
			return ""
		})
	}
}

// cutWays returns the links that are cut, in order.
func (w *walk) cutWays() (ways [][2]Node) {
	for from := range Node(walkNodes) {
		for to := range Node(walkNodes) {
			if w.model.cuts[[2]Node{from, to}] > 0 {
				ways = append(ways, [2]Node{from, to})
			}
		}
	}
	return ways
}

func (w *walk) heal(way [2]Node) {
	w.model.heal(way[0], way[1])
	w.same(fmt.Sprintf("heal n%d n%d", way[0], way[1]), "", func(s *subject) string {
		s.net.Heal(w.now, way[0], way[1])
		return ""
	})
}

// recent picks a number below n, mostly one of the last.
func (w *walk) recent(n int) int {
	k := n
	for range 3 {
		k = min(k, int(w.draws.N(uint64(n)))+1)
	}
	return n - k
}

// end picks an endpoint, mostly one that is connected.
func (w *walk) end() int {
	return w.pick(len(w.ends), func(i int) bool { e := w.ends[i]; return e.up && !e.closed && e.broken == nil })
}

// pick picks a number below n, mostly one that suits.
func (w *walk) pick(n int, suits func(int) bool) int {
	i := w.recent(n)
	for range 5 {
		if suits(i) {
			break
		}
		i = w.recent(n)
	}
	return i
}

func (w *walk) add(e *modelEnd) {
	w.ends = append(w.ends, e)
	w.received = append(w.received, 0)
	w.sent = append(w.sent, 0)
}

func (w *walk) accept(i int) {
	e, mark, err := w.model.accept(w.listeners[i])
	if err == errno.OK {
		w.add(e)
	}
	w.same(fmt.Sprintf("accept at %d", i), fmt.Sprint(mark, err), func(s *subject) string {
		id, mark, e := s.net.Accept(w.now, s.listeners[i])
		if e == errno.OK {
			s.ends = append(s.ends, id)
		}
		return fmt.Sprint(mark, e)
	})
}

func (w *walk) send(i int, mark Mark) {
	size := w.draws.N(30)
	if w.draws.N(12) == 0 {
		size = w.draws.N(200_000)
	}
	p := make([]byte, size)
	for k := range p {
		p[k] = pattern(w.ends[i], w.sent[i]+k)
	}
	got, e := w.model.send(w.ends[i], slices.Clone(p), mark)
	w.sent[i] += got
	w.same(fmt.Sprintf("send %d, %d bytes", i, size), fmt.Sprint(got, e), func(s *subject) string {
		own := append(w.scratch[:0], p...)
		got, e := s.net.Send(w.now, s.ends[i], own, mark)
		clear(own) // the caller's memory is the caller's
		return fmt.Sprint(got, e)
	})
}

// pattern is the byte that end e sends at an offset.
func pattern(e *modelEnd, offset int) byte {
	b := byte(offset*7 + offset>>8)
	if e == e.conn.ends[0] {
		b ^= 0x55
	}
	return b
}

func (w *walk) recv(i int) {
	size := w.draws.N(40)
	if w.draws.N(6) == 0 {
		size = w.draws.N(300_000)
	}
	want, mark, e := w.model.recv(w.ends[i], int(size))
	for _, b := range want {
		if b != pattern(w.ends[i].peer, w.received[i]) {
			w.t.Errorf("end %d: byte %d is not what was sent", i, w.received[i])
		}
		w.received[i]++
	}
	w.same(fmt.Sprintf("recv %d, %d bytes", i, size), fmt.Sprint(len(want), mark, e), func(s *subject) string {
		p := w.scratch[:size]
		got, mark, e := s.net.Recv(w.now, s.ends[i], p)
		if e == errno.OK && !slices.Equal(p[:got], want) {
			w.t.Errorf("recv %d: other bytes", i)
		}
		return fmt.Sprint(got, mark, e)
	})
}

// finish heals everything and reads every connection to its end: what was sent
// has arrived, unless somebody closed or reset the connection.
func (w *walk) finish() {
	for ways := w.cutWays(); len(ways) > 0; ways = w.cutWays() {
		w.heal(ways[0])
	}
	for range 40 { // a window may have to be emptied several times
		w.now = w.now.Add(50)
		w.model.to(w.now)
		for i := range w.ends {
			w.recv(i)
		}
	}
	for i, e := range w.ends {
		for j, f := range w.ends {
			if f == e.peer && !e.closed && e.broken == nil && len(e.inbox) == 0 && w.received[i] != w.sent[j] {
				w.t.Errorf("end %d got %d bytes of %d", i, w.received[i], w.sent[j])
			}
		}
	}
	w.finishSubjects()
}

// finishSubjects compares what is left of the subjects. When all nodes are
// dead, that must be nothing.
func (w *walk) finishSubjects() {
	for k, s := range w.subjects {
		if got, want := fmt.Sprint(s.net.Conns(w.now)), fmt.Sprint(w.subjects[0].net.Conns(w.now)); got != want {
			w.t.Errorf("subject %d ends with\n%s\nwant\n%s", k, got, want)
		}
	}
	for k, s := range w.subjects {
		for node := range Node(walkNodes) {
			s.net.Kill(w.now, node, 0)
		}
		if n := s.net; len(n.conns)+len(n.listeners)+len(n.bound) > 0 {
			w.t.Errorf("subject %d keeps %d connections, %d listeners, %d ports", k, len(n.conns), len(n.listeners), len(n.bound))
		}
	}
}
