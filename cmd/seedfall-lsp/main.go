// Command seedfall-lsp is the language server. It is the same as "seedfall lsp".
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/seedfall/seedfall/lsp/command"
)

func main() {
	ctx := context.Background()
	if len(os.Args) == 2 && os.Args[1] == command.Worker {
		os.Exit(command.Work(ctx))
	}
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "seedfall-lsp: the worker cannot be found:", err)
		os.Exit(1)
	}
	os.Exit(command.Serve(ctx, "seedfall-lsp", os.Args[1:], []string{self}, version()))
}

// version is the module's version, or "(devel)" in a checkout.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
