// Package abi holds the names and numbers that package sim, inside a guest, and
// the host around it have to agree on.
package abi

// Module is the name that guests import the host's own functions from. Each
// parameter that is a string is an address and a length.
const Module = "seedfall"

// The functions of Module.
const (
	// SimSite(kind, name, file, line, function) -> site announces a call site.
	// Sites are numbered from 1 in each incarnation.
	SimSite = "sim_site"
	// SimCheck(site, condition, details) reports one evaluation.
	SimCheck = "sim_check"
	// SimBegin(site, nanoseconds) -> number begins an Eventually.
	SimBegin = "sim_begin"
	// SimEnd(number, condition, details) ends it.
	SimEnd = "sim_end"
	// SimBudget(n) -> n is the number of operations that a workload may do.
	SimBudget = "sim_budget"
	// SimInvoke(site, history, client, call, args) -> number begins an operation.
	// args is a JSON list; an empty client is the calling goroutine.
	SimInvoke = "sim_invoke"
	// SimTxn(site, history, client) -> number begins a transaction.
	SimTxn = "sim_txn"
	// SimMicro(number, function, key, value) adds a micro-operation to it. value is
	// JSON.
	SimMicro = "sim_micro"
	// SimReturn(number, status, result, details) ends an operation or a
	// transaction. result is JSON, or empty for an operation that answers nothing.
	SimReturn = "sim_return"
	// SimQuiet(on) begins or ends a period without faults.
	SimQuiet = "sim_quiet"

	// NetListen(address, *fd) -> errno opens a listener.
	NetListen = "net_listen"
	// NetDial(address, *fd) -> errno begins a connection.
	NetDial = "net_dial"
	// NetStatus(fd) -> errno is EINPROGRESS while a connection is being made.
	NetStatus = "net_status"
	// NetAddr(fd, remote, *Addr) -> errno gives one end of a socket.
	NetAddr = "net_addr"

	// SignalSet(signal, mode) -> errno says what a signal does to the process.
	SignalSet = "signal_set"

	// Tick and Watch are what the instrumented code calls.
	Tick  = "tick"
	Watch = "watch"
)

// SignalFile is the virtual file from which a guest that handles signals reads
// them, one byte each.
const SignalFile = "/dev/seedfall/signals"

// The modes of SignalSet.
const (
	SignalDefault = 0
	SignalNotify  = 1
	SignalIgnore  = 2
)

// Subnet is the network of the simulated nodes: node i has the address
// 10.83.i/256.i%256+1, counted from 0.
var Subnet = [2]byte{10, 83}

// NodeIP gives the IPv4 address of node i, for i from 0 to 65,000.
func NodeIP(i int) [4]byte {
	n := i + 1
	return [4]byte{Subnet[0], Subnet[1], byte(n >> 8), byte(n)}
}

// NodeOf gives the node that an IPv4 address belongs to.
func NodeOf(ip [4]byte) (i int, ok bool) {
	if ip[0] != Subnet[0] || ip[1] != Subnet[1] {
		return 0, false
	}
	n := int(ip[2])<<8 | int(ip[3])
	return n - 1, n > 0
}

// AddrSize is the size of the address that NetAddr writes: four bytes of IPv4
// address, then the port as 16 bits, little endian.
const AddrSize = 6

// The kinds of check, as SimSite takes them.
const (
	KindAssert      = 1
	KindAlways      = 2
	KindSometimes   = 3
	KindReachable   = 4
	KindUnreachable = 5
	KindEventually  = 6
	KindFail        = 7
	KindInvoke      = 8
	KindTxn         = 9
)

// The ways in which an operation ends, as SimReturn takes them.
const (
	StatusUnknown = 0
	StatusOK      = 1
	StatusFail    = 2
)
