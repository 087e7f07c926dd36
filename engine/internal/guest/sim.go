package guest

import (
	"slices"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/internal/abi"
	"github.com/tetratelabs/wazero/api"
)

// World hears what guests say through package sim.
type World interface {
	// Check is one evaluation. It is fatal if the run is over.
	Check(p *wasi.Process, c Check) (fatal bool)
	// Declare notes a property that the program lists as one to be reached.
	Declare(p *wasi.Process, c Check)
	// Begin starts an Eventually and gives it a number.
	Begin(p *wasi.Process, c Check, within vtime.Duration) uint32
	// End is an Eventually's last evaluation.
	End(p *wasi.Process, number uint32, ok bool, details string) (fatal bool)
	// Budget is how many of n operations a workload may do.
	Budget(p *wasi.Process, n int64) int64
	// Invoke records that a call or a transaction begins, and gives it a number.
	Invoke(p *wasi.Process, c Call) uint32
	// Micro adds a micro-operation to a transaction. value is JSON. It is fatal if
	// the run is over, since that cannot be recorded.
	Micro(p *wasi.Process, number uint32, function, key, value string) (fatal bool)
	// Return records how a call or a transaction ended. result is JSON, "" for
	// none. It is fatal if the run is over, since that cannot be recorded.
	Return(p *wasi.Process, number uint32, s history.Status, result, details string) (fatal bool)
	// Calm begins or ends a period without faults.
	Calm(p *wasi.Process, on bool)
}

// Call is what is known of a call, or a transaction, when it begins.
type Call struct {
	Kind    property.Kind // Invoke or Txn
	Site    trace.SiteID
	History string
	// Client is the name that the guest gave its session; "" stands for the
	// goroutine that calls.
	Client    string
	Goroutine uint64 // its number in its process; 0 if that is not known
	Name      string // what is called; "" for a transaction
	Args      string // a JSON list; "" for a transaction
}

// Check is what a property's call site reports.
type Check struct {
	Kind    property.Kind
	Name    string
	Site    trace.SiteID
	OK      bool
	Details string
}

// site is a call site that an incarnation has announced.
type site struct {
	kind property.Kind
	name string
	id   trace.SiteID
}

var (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
)

// calls are our own functions besides those of descriptors.
var calls = []hostCall{
	{abi.Tick, nil, nil, func(i *Instance, _ []uint64) { i.tick() }},
	{abi.Watch, nil, nil, func(i *Instance, _ []uint64) { i.look() }},
	{abi.SimSite, []api.ValueType{i32, i32, i32, i32, i32, i32, i32, i32}, []api.ValueType{i32}, simSite},
	{abi.SimCheck, []api.ValueType{i32, i32, i32, i32}, nil, simCheck},
	{abi.SimBegin, []api.ValueType{i32, i64}, []api.ValueType{i32}, simBegin},
	{abi.SimEnd, []api.ValueType{i32, i32, i32, i32}, nil, simEnd},
	{abi.SimBudget, []api.ValueType{i64}, []api.ValueType{i64}, func(i *Instance, a []uint64) {
		a[0] = uint64(i.world.Budget(i.Proc, int64(a[0])))
	}},
	{abi.SimInvoke, slices.Repeat([]api.ValueType{i32}, 9), []api.ValueType{i32}, simInvoke},
	{abi.SimTxn, slices.Repeat([]api.ValueType{i32}, 5), []api.ValueType{i32}, simTxn},
	{abi.SimMicro, slices.Repeat([]api.ValueType{i32}, 7), nil, func(i *Instance, a []uint64) {
		i.over(i.world.Micro(i.Proc, uint32(a[0]), i.text(a[1:]), i.text(a[3:]), i.text(a[5:])))
	}},
	{abi.SimReturn, slices.Repeat([]api.ValueType{i32}, 6), nil, func(i *Instance, a []uint64) {
		i.over(i.world.Return(i.Proc, uint32(a[0]), status(uint32(a[1])), i.text(a[2:]), i.text(a[4:])))
	}},
	{abi.ModelNext, slices.Repeat([]api.ValueType{i32}, 4), []api.ValueType{i32}, modelNext},
	{abi.ModelTake, []api.ValueType{i32}, nil, modelTake},
	{abi.SimQuiet, []api.ValueType{i32}, nil, func(i *Instance, a []uint64) { i.world.Calm(i.Proc, uint32(a[0]) != 0) }},
}

// text reads a string argument. Package sim passes whole strings; a window
// outside memory reads as empty.
func (i *Instance) text(a []uint64) string {
	b, _ := i.mod.Memory().Read(uint32(a[0]), uint32(a[1]))
	return string(b)
}

func simSite(i *Instance, a []uint64) {
	s := site{kind: property.Kind(a[0]), name: i.text(a[1:])}
	s.id = i.Proc.Trace.Site(trace.Site{Property: s.name, File: i.text(a[3:]), Line: int(uint32(a[5])), Function: i.text(a[6:])})
	i.sites = append(i.sites, s)
	a[0] = uint64(len(i.sites))
}

// check gives the site with that number; sim numbers them from 1.
func (i *Instance) check(number uint64, ok bool, details string) Check {
	n := int(uint32(number))
	if n < 1 || n > len(i.sites) {
		return Check{Kind: property.Fail, Details: "package sim named a call site that it never announced"}
	}
	s := i.sites[n-1]
	return Check{Kind: s.kind, Name: s.name, Site: s.id, OK: ok, Details: details}
}

func simCheck(i *Instance, a []uint64) {
	i.over(i.world.Check(i.Proc, i.check(a[0], a[1] != 0, i.text(a[2:]))))
}

func simBegin(i *Instance, a []uint64) {
	a[0] = uint64(i.world.Begin(i.Proc, i.check(a[0], false, ""), vtime.Duration(a[1])))
}

func simEnd(i *Instance, a []uint64) {
	i.over(i.world.End(i.Proc, uint32(a[0]), a[1] != 0, i.text(a[2:])))
}

func simInvoke(i *Instance, a []uint64) {
	c := i.call(a)
	c.Name, c.Args = i.text(a[5:]), i.text(a[7:])
	a[0] = uint64(i.world.Invoke(i.Proc, c))
}

func simTxn(i *Instance, a []uint64) { a[0] = uint64(i.world.Invoke(i.Proc, i.call(a))) }

// call reads what calls and transactions have in common.
func (i *Instance) call(a []uint64) Call {
	at := i.check(a[0], true, "")
	return Call{Kind: at.Kind, Site: at.Site, History: i.text(a[1:]), Client: i.text(a[3:]), Goroutine: i.goroutine()}
}

// goroutine is the number of the goroutine that makes the present host call.
func (i *Instance) goroutine() uint64 {
	id, _ := i.mod.Memory().ReadUint64Le(uint32(i.g.Get()) + i.code.layout.GoID)
	return id
}

// status reads how a call ended; what is not known counts as unknown.
func status(n uint32) history.Status {
	switch n {
	case abi.StatusOK:
		return history.OK
	case abi.StatusFail:
		return history.Fail
	}
	return history.Unknown
}

func (i *Instance) over(fatal bool) {
	if fatal {
		i.Stop(wasi.Stop{Kind: wasi.Ended})
	}
}
