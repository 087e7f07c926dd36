//go:build wasip1

package sim

import (
	"fmt"

	"github.com/seedfall/seedfall/internal/abi"
)

//go:wasmimport seedfall sim_invoke
func simInvoke(site uint32, history, client, call, args string) uint32

//go:wasmimport seedfall sim_txn
func simTxn(site uint32, history, client string) uint32

//go:wasmimport seedfall sim_micro
func simMicro(number uint32, function, key, value string)

//go:wasmimport seedfall sim_return
func simReturn(number, status uint32, result, details string)

//go:wasmimport seedfall sim_quiet
func simQuiet(on uint32)

func (r Recorder) invoke(call string, args []any) *Op {
	at := site(abi.KindInvoke, call, 2)
	text, err := encode(args)
	if err != nil {
		refuse(fmt.Errorf("%s: %w", call, err))
		return &Op{}
	}
	return &Op{simInvoke(at, r.history, r.client, call, text)}
}

func (r Recorder) txn() *Tx {
	return &Tx{Op{simTxn(site(abi.KindTxn, "txn", 2), r.history, r.client)}}
}

func (t *Tx) micro(function, key string, value any) {
	text, _ := encode(value) // an integer, a list of them, or nil
	simMicro(t.op.number, function, key, text)
}

func (o *Op) end(status uint32, result string, details []any) {
	simReturn(o.number, status, result, describe(details))
}

func (o *Op) unfit(err error) { refuse(err) }

// refuse ends the run: a value cannot be recorded.
func refuse(err error) {
	simCheck(site(abi.KindFail, "", 3), 0, "sim: a call cannot be recorded: "+err.Error())
}

func quiet(on bool) { simQuiet(flag(on)) }
