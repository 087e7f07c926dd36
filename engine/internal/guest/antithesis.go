package guest

import (
	"bytes"
	"fmt"

	"github.com/seedfall/seedfall/engine/internal/antithesis"
	"github.com/seedfall/seedfall/engine/internal/wasm"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/internal/abi"
)

// Antithesis says whether the program has the Antithesis SDK in it, in a form
// that reports.
func (c *Code) Antithesis() bool { return c.antithesis }

// knowsAntithesis says whether a program has the name of the variable that the SDK
// looks at among its data. So copies of the SDK in other modules count, and an
// SDK whose calls are compiled out does not.
func knowsAntithesis(image wasm.Image) bool {
	return bytes.Contains(image.Bytes, []byte(abi.AntithesisEnv))
}

// Report implements wasi.Host: what the Antithesis SDK says becomes a check, or a
// line of the trace. Anything that the SDK does not write fails the run.
func (i *Instance) Report(fd int, line []byte) {
	m, err := antithesis.Parse(line)
	switch {
	case err != nil:
		details := fmt.Sprintf("%s: not what the Antithesis SDK writes: %v", abi.AntithesisFile, err)
		i.over(i.world.Check(i.Proc, Check{Kind: property.Fail, Details: details}))
	case m.Assertion != nil:
		i.assert(m.Assertion)
	case m.Text != "":
		i.Proc.Emit(trace.Event{Kind: trace.Log, A: int64(fd), S: m.Text})
	}
}

// assert makes a check of an assertion. The SDK writes an evaluation down when it
// is the first of a process with that name and condition, so each of these counts
// once for each incarnation.
func (i *Instance) assert(a *antithesis.Assertion) {
	c := Check{Kind: a.Kind, Name: a.Name, OK: a.OK, Details: a.Details}
	if a.File != "" {
		c.Site = i.Proc.Trace.Site(trace.Site{Property: a.Name, File: a.File, Line: a.Line, Function: a.Function})
	}
	if a.MustHit || a.Hit && a.Kind == property.Sometimes {
		i.world.Declare(i.Proc, c)
	}
	if a.Hit {
		i.over(i.world.Check(i.Proc, c))
	}
}
