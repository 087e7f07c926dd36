package tracefile

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/trace"
)

// Each case is what client and server do on one connection, whose sockets are 1
// and 2; want is what becomes of each message.
func TestWhatBecomesOfAMessage(t *testing.T) {
	send := func(node int, bytes int64) trace.Event {
		return trace.Event{Kind: trace.Send, Node: node, A: int64(2 - node), B: bytes, S: [2]string{"client:9", "server:80"}[node]}
	}
	receive := func(node int, bytes int64) trace.Event {
		return trace.Event{Kind: trace.Recv, Node: node, A: int64(2 - node), B: bytes}
	}
	shut := func(node int) trace.Event { return trace.Event{Kind: trace.Close, Node: node, A: int64(2 - node)} }
	for name, c := range map[string]struct {
		events []trace.Event
		want   string
	}{
		"read":                         {[]trace.Event{send(client, 5), receive(server, 5)}, "[received]"},
		"read in two turns":            {[]trace.Event{send(client, 5), receive(server, 2), receive(server, 3)}, "[received]"},
		"half is read":                 {[]trace.Event{send(client, 5), receive(server, 2)}, "[under way]"},
		"two in one":                   {[]trace.Event{send(client, 5), send(client, 2), receive(server, 7)}, "[received received]"},
		"both ways":                    {[]trace.Event{send(client, 5), send(server, 5), receive(client, 5)}, "[under way received]"},
		"the receiver closes":          {[]trace.Event{send(client, 5), shut(server)}, "[dropped]"},
		"the sender closes":            {[]trace.Event{send(client, 5), shut(client), receive(server, 5)}, "[received]"},
		"the receiver has closed":      {[]trace.Event{shut(server), send(client, 5)}, "[dropped]"},
		"the receiver crashes":         {[]trace.Event{send(client, 5), {Kind: trace.Crash, Node: server}}, "[dropped]"},
		"the sender crashes":           {[]trace.Event{send(client, 5), {Kind: trace.Crash, Node: client}, receive(server, 5)}, "[received]"},
		"reset":                        {[]trace.Event{send(client, 5), {Kind: trace.Recv, Node: server, A: 2, C: int64(errno.ECONNRESET)}}, "[dropped]"},
		"a send that fails":            {[]trace.Event{{Kind: trace.Send, Node: client, A: 1, B: 5, C: int64(errno.ECONNRESET)}}, "[]"},
		"cut off and not read":         {[]trace.Event{{Kind: trace.Partition, Node: trace.World, S: "client", T: "out"}, send(client, 5)}, "[held]"},
		"cut off the other way":        {[]trace.Event{{Kind: trace.Partition, Node: trace.World, S: "client", T: "in"}, send(client, 5)}, "[under way]"},
		"sent after the cut has ended": {[]trace.Event{{Kind: trace.Partition, Node: trace.World, S: "client", T: "both"}, {Kind: trace.Heal, Node: trace.World, Cause: 3}, send(client, 5), receive(server, 5)}, "[received]"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSurvey([]string{"server", "client"})
			all := append([]trace.Event{{Kind: trace.Dial, Node: client, A: 1, S: "server:80"}, {Kind: trace.Accept, Node: server, Cause: 1, A: 2}}, c.events...)
			for i, e := range all {
				e.ID, e.At, e.Inc = trace.ID(i+1), ms(i), 1
				s.see(&e)
			}
			s.end()
			var got []Fate
			for i := range s.net.messages {
				got = append(got, s.net.messages[i].Fate)
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("%v, want %s", got, c.want)
			}
		})
	}
}
