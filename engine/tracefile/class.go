package tracefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
)

// Class is a sort of events that a timeline shows on one lane of a node.
type Class uint8

// The classes. Their numbers stand in files: new ones go to the end.
const (
	Run     Class = iota // the run as a whole: phases, its end, the failure
	Life                 // boots and ends of processes, signals
	Log                  // lines of output
	Disk                 // changes of files, and what crashes took
	Network              // connections and messages
	Checks               // evaluations of properties
	Faults               // what goes wrong, and ends again
	Calls                // operations that clients recorded
	classes
)

var classNames = [classes]string{"run", "life", "log", "disk", "network", "checks", "faults", "calls"}

// String gives the name that JSON and queries have.
func (c Class) String() string {
	if c < classes {
		return classNames[c]
	}
	return "class out of range"
}

// MarshalText gives the name.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the name.
func (c *Class) UnmarshalText(b []byte) error {
	i := slices.Index(classNames[:], string(b))
	if i < 0 {
		return fmt.Errorf("%q is no class of events", b)
	}
	*c = Class(i)
	return nil
}

// families are the beginnings of the names of kinds, with their classes.
var families = []struct {
	prefix string
	class  Class
}{
	{"run.", Run}, {"failed", Run}, {"node.", Life}, {"log", Log}, {"disk.", Disk}, {"net.", Network},
	{"check", Checks}, {"fault.", Faults}, {"op.", Calls},
}

// classOf has the class of each kind.
var classOf = func() (of [256]Class) {
	for k := range of {
		for _, f := range families {
			if strings.HasPrefix(trace.Kind(k).Name(), f.prefix) {
				of[k] = f.class
			}
		}
	}
	return of
}()

// lane is a class of a node: classes numbers for World, then for each node.
type lane uint32

func laneOf(e *trace.Event) lane { return lane(e.Node+1)*lane(classes) + lane(classOf[e.Kind]) }

func (l lane) node() int    { return int(l/lane(classes)) - 1 }
func (l lane) class() Class { return Class(l % lane(classes)) }
