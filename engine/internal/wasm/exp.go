package wasm

import "os"

// V is temporary.
var V = os.Getenv("WV")
