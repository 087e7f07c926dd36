package model

import (
	"fmt"
	"os"
	"runtime/debug"
)

// explain says how to use the program, in one line, and ends it.
func explain() {
	name := "PACKAGE"
	if info, ok := debug.ReadBuildInfo(); ok && info.Path != "" && info.Path != "command-line-arguments" {
		name = info.Path
	}
	fmt.Fprintf(os.Stderr, "this program is a model that seedfall asks: write {\"package\": %q} under \"histories\" in seedfall.json, or run seedfall model test %s\n", name, name)
	os.Exit(2)
}
