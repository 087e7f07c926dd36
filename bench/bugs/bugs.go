package main

import "github.com/seedfall/seedfall/engine/verdict"

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
}

// variant is a program with one version of a library.
type variant struct {
	dir     string // that of seedfall.json, relative to this one
	modfile string // relative to dir
}

// bugs are the rows of the table.
var bugs = []bug{
	{"P01", "tidwall/buntdb", "github.com/tidwall/buntdb",
		variant{"../../examples/buntdb/affected", "go.mod"}, variant{"../../examples/buntdb/fixed", "go.mod"},
		verdict.Always, "the database opens", 3},
	{"P02", "tidwall/buntdb", "github.com/tidwall/buntdb",
		variant{"../../examples/buntdb/affected", "v1.2.1.mod"}, variant{"../../examples/buntdb/fixed", "go.mod"},
		verdict.Always, "the database opens", 2},
	{"P03", "go-ethereum, its freezer", "github.com/ethereum/go-ethereum",
		variant{"p03", "go.mod"}, variant{"p03", "fixed.mod"},
		verdict.Always, "every block deleted elsewhere is in the freezer", 3},
	{"P05", "syndtr/goleveldb", "github.com/syndtr/goleveldb",
		variant{"p05", "go.mod"}, variant{"p05", "fixed.mod"},
		verdict.Always, "the database opens", 3},
	{"P06", "etcd, its wal", "go.etcd.io/etcd/server/v3",
		variant{"p06", "go.mod"}, variant{"p06", "fixed.mod"},
		verdict.Always, "the log opens", 4},
	{"P11", "hashicorp/raft-wal", "github.com/hashicorp/raft-wal",
		variant{"p11", "go.mod"}, variant{"p11", "fixed.mod"},
		verdict.Always, "every entry is read", 2},
	{"P15", "tidwall/buntdb", "github.com/tidwall/buntdb",
		variant{"p15", "go.mod"}, variant{"p15", "fixed.mod"},
		verdict.Always, "the database opens", 2},
	{"P16", "hashicorp/raft", "github.com/hashicorp/raft",
		variant{"p16", "go.mod"}, variant{"p16", "fixed.mod"},
		verdict.Always, "an entry that was refused is not in the log", 2},
}
