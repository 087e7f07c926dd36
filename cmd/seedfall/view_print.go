package main

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/internal/lanechart"
)

// maxWidth is how many columns -print draws in at most.
const maxWidth = 1000

// draw prints the run in characters, and its story.
func (f *viewFlags) draw(e env, shown *tracefile.File) error {
	files := newLocator(".")
	writeHead(&humanReporter{w: e.stdout, files: files}, shown, f.trace)
	fmt.Fprintln(e.stdout)
	if err := lanechart.Write(e.stdout, shown, f.width); err != nil {
		return err
	}
	if shown.Story != nil {
		writeStory(e.stdout, shown.Story, files)
	}
	return nil
}
