package main

import (
	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/verdict"
)

// bug is a real bug of a library, and the pair of programs that shows it.
type bug struct {
	id      string // as in README.md
	project string
	// module is the library. Which version each program is built with stands in
	// its modfile only.
	module          string
	affected, fixed variant
	// class and property are what every failing seed of the affected version is
	// expected to have; property is also what the fixed one has to reach.
	class    verdict.Class
	property string
	// short is how many seeds, from 1, the short form runs. The affected version
	// fails in at least one of them.
	short uint64

	// change alters the config before a sweep, and each hears its results; nil for
	// the rows of the table.
	change func(*config.Config)
	each   func(*engine.Result)
	// shrink says that the first failing seed is shrunk after the sweep.
	shrink bool
}

// variant is a program with one version of a library.
type variant struct {
	dir     string // that of seedfall.json, relative to this one
	modfile string // relative to dir
}

// bugs are the rows of the table.
var bugs = []bug{
	{id: "P01", project: "tidwall/buntdb", module: "github.com/tidwall/buntdb",
		affected: variant{"../../examples/buntdb/affected", "go.mod"}, fixed: variant{"../../examples/buntdb/fixed", "go.mod"},
		class: verdict.Always, property: "the database opens", short: 3},
	{id: "P02", project: "tidwall/buntdb", module: "github.com/tidwall/buntdb",
		affected: variant{"../../examples/buntdb/affected", "v1.2.1.mod"}, fixed: variant{"../../examples/buntdb/fixed", "go.mod"},
		class: verdict.Always, property: "the database opens", short: 2},
	{id: "P03", project: "go-ethereum, its freezer", module: "github.com/ethereum/go-ethereum",
		affected: variant{"p03", "go.mod"}, fixed: variant{"p03", "fixed.mod"},
		class: verdict.Always, property: "every block deleted elsewhere is in the freezer", short: 3},
	{id: "P05", project: "syndtr/goleveldb", module: "github.com/syndtr/goleveldb",
		affected: variant{"p05", "go.mod"}, fixed: variant{"p05", "fixed.mod"},
		class: verdict.Always, property: "the database opens", short: 3},
	{id: "P06", project: "etcd, its wal", module: "go.etcd.io/etcd/server/v3",
		affected: variant{"p06", "go.mod"}, fixed: variant{"p06", "fixed.mod"},
		class: verdict.Always, property: "the log opens", short: 4},
	{id: "P11", project: "hashicorp/raft-wal", module: "github.com/hashicorp/raft-wal",
		affected: variant{"p11", "go.mod"}, fixed: variant{"p11", "fixed.mod"},
		class: verdict.Always, property: "every entry is read", short: 2},
	{id: "P15", project: "tidwall/buntdb", module: "github.com/tidwall/buntdb",
		affected: variant{"p15", "go.mod"}, fixed: variant{"p15", "fixed.mod"},
		class: verdict.Always, property: "the database opens", short: 2},
	{id: "P16", project: "hashicorp/raft", module: "github.com/hashicorp/raft",
		affected: variant{"p16", "go.mod"}, fixed: variant{"p16", "fixed.mod"},
		class: verdict.Always, property: "an entry that was refused is not in the log", short: 2},
}
