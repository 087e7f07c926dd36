package main

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/internal/lanechart"
)

// usualWidth is in how many columns -print draws if it is not told, maxWidth in how many
// at most.
const (
	usualWidth = 100
	maxWidth   = 1000
)

// draw prints the run in characters, and its story.
func (f *viewFlags) draw(ctx context.Context, e env, shown *tracefile.File) error {
	files := newLocator(".")
	writeHead(&humanReporter{w: e.stdout, files: files}, shown, f.trace)
	fmt.Fprintln(e.stdout)
	if err := lanechart.Write(ctx, e.stdout, shown, f.width); err != nil {
		return err
	}
	if shown.Story != nil {
		writeStory(e.stdout, shown.Story, files)
	}
	return nil
}
