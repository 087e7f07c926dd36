//go:build !wasip1

package sim

// Outside of the simulation nothing is recorded; values are still looked at, so
// that a test without it finds those that cannot be.

func (r Recorder) invoke(call string, args []any) *Op {
	o := &Op{number: 0} // recorded nowhere
	if _, err := encode(args); err != nil {
		o.unfit(err)
	}
	return o
}

func (r Recorder) txn() *Tx { return &Tx{} }

func (t *Tx) micro(string, string, any) {}

func (o *Op) end(uint32, string, []any) {}

func (o *Op) unfit(err error) { panic("sim: a call cannot be recorded: " + err.Error()) }

func quiet(bool) {}
