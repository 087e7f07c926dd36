// The one guest program of this package's tests: its first argument chooses a
// mode. Files register theirs.
package main

import (
	"fmt"
	"os"
)

var modes = map[string]func(args []string){}

func main() {
	if len(os.Args) < 2 || modes[os.Args[1]] == nil {
		fmt.Fprintf(os.Stderr, "no such mode: %q\n", os.Args[1:])
		os.Exit(3)
	}
	modes[os.Args[1]](os.Args[2:])
}
