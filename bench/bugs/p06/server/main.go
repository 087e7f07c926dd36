// Command server serves a key-value store over TCP that keeps its changes in
// etcd's write-ahead log and recovers it as etcd does.
package main

import (
	"log"

	"github.com/seedfall/seedfall/examples/kvlog/kv"
	"github.com/seedfall/seedfall/sim"
	"go.etcd.io/etcd/server/v3/wal"
)

func main() {
	log.SetFlags(0)
	wal.SegmentSizeBytes = 4 << 10
	s, err := openStore("wal")
	sim.Always(err == nil, "the log opens", "error", err)
	l, err := sim.Listen("tcp", ":7000")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(kv.Serve(l, s))
}
