//go:build race

package engine_test

// raced says that the race detector is on. Then compiling the guest takes ten
// times as long, and net/http, which is half of it, is left out.
const raced = true
