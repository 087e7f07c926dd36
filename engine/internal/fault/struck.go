package fault

import (
	"slices"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
)

// none is the circumstance of a check before which no fault has struck in its
// run. The bits above it are the kinds, in the order of schedule.Kinds.
const none property.Under = 1

// NoFault is how Kinds names it.
const NoFault = "none"

func bitOf(kind string) property.Under {
	return none << (1 + slices.IndexFunc(schedule.Kinds, func(k schedule.Kind) bool { return k.Name == kind }))
}

// Struck are the kinds of faults that have struck so far; none, if none has.
func (o *Oracle) Struck() property.Under { return max(none, o.struck) }

// Kinds names the kinds of faults that checks were made under, in the order of
// schedule.Kinds. The first is NoFault, for checks before which none had struck.
func Kinds(u property.Under) (names []string) {
	if u&none != 0 {
		names = append(names, NoFault)
	}
	for i := range schedule.Kinds {
		if u&(none<<(1+i)) != 0 {
			names = append(names, schedule.Kinds[i].Name)
		}
	}
	return names
}
