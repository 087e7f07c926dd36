package main

import (
	"slices"
	"strings"
)

// storage is an engine, in the folder of its name a module with a server around
// it and a config for each disk model.
type storage struct {
	name, module string
	// bug names one more config, with the default model, that shows a bug which
	// the others go around; "" for none. README.md tells about it.
	bug string
}

// storages are the engines, in the order of the table.
var storages = []storage{
	{"wal", "github.com/tidwall/wal", ""},
	{"buntdb", "github.com/tidwall/buntdb", "shrink"},
	{"bbolt", "go.etcd.io/bbolt", ""},
	{"goleveldb", "github.com/syndtr/goleveldb", "keep"},
	{"badger", "github.com/dgraph-io/badger/v4", "once"},
	{"pebble", "github.com/cockroachdb/pebble/v2", ""},
}

// models are the configs that every engine has. All but the first are strict.
var models = []string{"default", "torn_writes", "ext4_ordered", "page_independent",
	"dir_reorder", "strict_dirs", "journal_prefix", "zeroed_growth"}

// subject is an engine under one config.
type subject struct{ engine, config string }

func (s subject) String() string { return s.engine + "/" + s.config }

// subjects gives the rows of the table that only asks for, engines or
// ENGINE/CONFIG; all if it is empty. what names nothing comes back as unknown.
func subjects(only []string) (all []subject, unknown string) {
	used := map[string]bool{}
	for _, s := range storages {
		configs := models
		if s.bug != "" {
			configs = slices.Insert(slices.Clone(models), 1, s.bug)
		}
		for _, c := range configs {
			row := subject{s.name, c}
			if len(only) == 0 || slices.Contains(only, s.name) || slices.Contains(only, row.String()) {
				all = append(all, row)
				used[s.name], used[row.String()] = true, true
			}
		}
	}
	for _, o := range only {
		if !used[o] {
			return nil, o
		}
	}
	return all, ""
}

// parseOnly reads a list such as "wal,pebble/default".
func parseOnly(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}
