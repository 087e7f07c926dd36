package sim

import "net"

// Listen is net.Listen in the simulated network. network is "tcp" (or "tcp4");
// address is ":port" or "name:port" with this node's own name, port 0 for a
// free one.
func Listen(network, address string) (net.Listener, error) { return listen(network, address) }

// Dial is net.Dial in the simulated network. address is "name:port" with a
// node's name from the config, or an address that a connection reported.
// Blocking, deadlines and errors are those of package net: a port without a
// listener refuses, and across a partition Dial waits for the partition to heal.
func Dial(network, address string) (net.Conn, error) { return dial(network, address) }
