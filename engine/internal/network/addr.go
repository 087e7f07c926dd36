package network

// Node is the index of a node, from 0. It survives the crashes of the node.
type Node int32

// Sock is the id of an endpoint of a connection, or of a listener; 0 is none.
// Ids are never used again within a run.
type Sock int32

// Mark is the trace event that sent something. It means nothing to the network,
// which hands it out at the receiver as the cause of what happens there. Zero is
// none.
type Mark uint64

// Addr is a port of a node. The zero Addr is no address.
type Addr struct {
	Node Node
	Port uint16 // 0 is no port
}

// The ports that are given to who asks for none in particular, both included.
const (
	ephemeralFirst = 49152
	ephemeralLast  = 65535
)

// ephemeral finds a free port of node, one after the other, so that a port is
// not used again soon. It returns 0 if all are taken.
func (n *Net) ephemeral(node Node) uint16 {
	h := &n.nodes[node]
	for range ephemeralLast - ephemeralFirst + 1 {
		if h.nextPort < ephemeralFirst {
			h.nextPort = ephemeralFirst
		}
		port := h.nextPort
		h.nextPort++ // wraps to 0 behind the last port
		if n.bound[Addr{node, port}] == 0 {
			return port
		}
	}
	return 0
}

// Addrs returns the two ends of s as s sees them. A listener has no remote one,
// a dial that found no free port no local one; an id that is not in use has
// neither.
func (n *Net) Addrs(s Sock) (local, remote Addr) {
	if l := n.listeners[s]; l != nil {
		return l.addr, Addr{}
	}
	if c, i := n.find(s); c != nil {
		return c.ends[i].addr, c.ends[1-i].addr
	}
	return Addr{}, Addr{}
}
