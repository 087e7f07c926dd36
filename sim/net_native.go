//go:build !wasip1

package sim

import "net"

func listen(network, address string) (net.Listener, error) { return net.Listen(network, address) }

func dial(network, address string) (net.Conn, error) { return net.Dial(network, address) }
