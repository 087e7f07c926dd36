package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/seedfall/seedfall/examples/lease/file"
	"github.com/seedfall/seedfall/examples/lease/lock"
	"github.com/seedfall/seedfall/sim"
)

// think is how long an editor takes to change the text, at most.
const think = 250 * time.Millisecond

// edit changes the file once: it reads the text, thinks, and writes another,
// unless the lease is lost by then, as far as the editor knows. The file server has
// the last word. It says whether to go on.
func edit(files *file.Client, l *lock.Lease, who string) bool {
	text, err := files.Read(l.Name)
	if err != nil {
		return false
	}
	edition := 0
	fmt.Sscanf(text, "edition %d", &edition) //nolint:errcheck // a new file has none
	time.Sleep(rand.N(think))
	if l.Held().Err() != nil {
		sim.Reachable("an editor stops, since it has lost its lease")
		return false
	}
	use := sim.History("lease").Invoke("use", l.Name, l.Token)
	err = files.WriteUnder(l.Token, l.Name, fmt.Sprintf("edition %d, by %s", edition+1, who))
	sim.Sometimes(errors.Is(err, file.ErrFenced), "a write is refused, since a later lease has written")
	switch {
	case err == nil:
		use.OK()
	case file.NoEffect(err):
		use.Fail(err)
	default:
		use.Unknown(err)
	}
	return err == nil
}
