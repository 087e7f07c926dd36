package main

import (
	"context"
	"fmt"
	"os"

	lsp "github.com/seedfall/seedfall/lsp/command"
)

// lspVerb serves an editor, as seedfall-lsp does.
func lspVerb(ctx context.Context, _ env, args []string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("the worker cannot be found: %w", err)
	}
	return exit(lsp.Serve(ctx, "seedfall lsp", args, []string{self}, version()))
}

// workerVerb does the jobs of a language server, which starts it.
func workerVerb(ctx context.Context, _ env, _ []string) error { return exit(lsp.Work(ctx)) }
