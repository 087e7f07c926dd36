package fault

import (
	"strconv"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// links draws latencies. Each direction of each link has a stream of its own,
// so traffic that a fault changes on one link moves no latency on another.
type links struct {
	key      rng.Key
	min, max vtime.Duration
	nodes    int
	plain    bool          // always the least
	streams  []*rng.Stream // from*nodes+to; nil until first used
}

func newLinks(key rng.Key, c config.Network, nodes int) links {
	return links{key: key, min: c.LatencyMin, max: c.LatencyMax, nodes: nodes, streams: make([]*rng.Stream, nodes*nodes)}
}

func (l *links) draw(from, to network.Node) vtime.Duration {
	if l.plain {
		return l.min
	}
	i := int(from)*l.nodes + int(to)
	if l.streams[i] == nil {
		s := l.key.Derive(strconv.Itoa(int(from)) + ">" + strconv.Itoa(int(to))).Stream()
		l.streams[i] = &s
	}
	return vtime.Duration(l.streams[i].Between(int64(l.min), int64(l.max)))
}

func (l *links) clone() links {
	c := *l
	c.streams = make([]*rng.Stream, len(l.streams))
	for i, s := range l.streams {
		if s != nil {
			s := *s
			c.streams[i] = &s
		}
	}
	return c
}
