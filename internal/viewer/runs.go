package viewer

import (
	"fmt"
	"sync"

	"github.com/seedfall/seedfall/engine/tracefile"
)

// maxRuns is how many runs are kept that were made for a page, besides the one that
// it was opened for. Of more, the oldest goes.
const maxRuns = 16

// runs are those that a page can ask for, by name.
type runs struct {
	mu    sync.Mutex
	last  int
	names []string // of those that were made, the oldest first
	files map[string]*tracefile.File
}

// first is the name of the run that the page was opened for.
const first = "run-1"

func newRuns(f *tracefile.File) *runs {
	return &runs{last: 1, files: map[string]*tracefile.File{first: f}}
}

// get gives a run; nil if there is none of that name.
func (r *runs) get(name string) *tracefile.File {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.files[name]
}

// add keeps a run that was made, and gives its name. It has no file on disk.
func (r *runs) add(f *tracefile.File) (name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	name = fmt.Sprintf("run-%d", r.last)
	r.files[name] = f
	if r.names = append(r.names, name); len(r.names) > maxRuns {
		delete(r.files, r.names[0])
		r.names = r.names[1:]
	}
	return name
}
