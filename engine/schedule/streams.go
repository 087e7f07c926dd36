package schedule

// Stream is a source of draws besides the faults, which a schedule can make
// plain: each draw then gives its simplest value, and no longer depends on the
// seed.
type Stream struct {
	Name string
	// Doc says what the simplest value is.
	Doc string
}

// Streams is read by the shrinker, the file's reader and the docs.
var Streams = []Stream{
	{Latency, "every message, and every slow sync, takes the least time that the config allows"},
	{Ties, "of nodes that wake at one instant the first in the config runs first"},
	{Random, "the randomness that nodes read is that of seed 0"},
	{Tearing, "a crash loses everything that was not made durable"},
}

// The names of the streams.
const (
	Latency = "latency"
	Ties    = "ties"
	Random  = "random"
	Tearing = "tearing"
)
