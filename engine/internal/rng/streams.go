package rng

// The names of the streams of a run, below Seed. Each has a reason to be apart:
// what one fault changes must not move the draws of another.
const (
	Scheduling = "scheduling" // ties among nodes that wake at one instant
	Latency    = "latency"    // network latency, below it one stream a direction of a link
	Timing     = "timing"     // planned faults, below it one stream a kind
	DiskFaults = "disk"       // faults at disk operations, keyed by node and operation
	Tearing    = "tearing"    // what a crash leaves on a disk, keyed by node and crash
	Corruption = "corrupt"    // whether a crash corrupts, below the crash's own key
	Randomness = "random"     // random_get, keyed by node and incarnation
)
