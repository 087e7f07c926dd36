package config

import "github.com/seedfall/seedfall/engine/vtime"

// Node is one program under test, with an address and a disk that survive its
// crashes.
type Node struct {
	// Name is the node's host name: what other programs dial, and how the
	// trace and the faults call it. Lower-case letters, digits and inner
	// hyphens, at most 63; unique among nodes, workload and final check; not
	// localhost. Required.
	Name string `json:"name" form:"name" required:"true"`

	// Package is the main package to build, as for go build in the folder of
	// the config: "./cmd/server" or an import path. Required.
	Package string `json:"package" form:"package" required:"true"`

	// Args are the arguments after the program's name. Default none.
	Args []string `json:"args" form:"text"`

	// Env are environment variables, and the only ones that the node sees, but
	// for the one that tells the Antithesis SDK where to write. Default none.
	Env Env `json:"env"`

	// Memory is the most memory that this node may use. From 16MiB to 4GiB;
	// default the file's own [Config.Memory].
	Memory *Size `json:"memory" range:"16MiB..4GiB"`

	// Supervise says whether this node is started again when it exits: true,
	// false or an object. Default the file's own [Config.Supervise].
	Supervise *Supervise `json:"supervise"`

	// What this node's disk does differently from the others'.
	DiskOverride
}

// Program is a program that drives or checks the nodes and is not itself under
// test.
type Program struct {
	// Name is the program's host name, by the same rules as a node's. Default
	// workload or finally, the key that it stands under. Change it when a node
	// needs that name.
	Name string `json:"name" form:"name"`

	// Package is the main package to build, as for go build in the folder of
	// the config: "./cmd/client" or an import path. Required.
	Package string `json:"package" form:"package" required:"true"`

	// Args are the arguments after the program's name. Default none.
	Args []string `json:"args" form:"text"`

	// Env are environment variables, and the only ones that the program sees.
	// Default none.
	Env Env `json:"env"`

	// Memory is the most memory that the program may use. From 16MiB to 4GiB;
	// default the file's own [Config.Memory].
	Memory *Size `json:"memory" range:"16MiB..4GiB"`
}

// Supervise is how a node that exits is started again, as systemd or
// Kubernetes would. In the file true stands for the defaults below and false
// for none. A Go panic fails the run in any case, and so does an exit that is
// not followed by a restart. The zero Supervise restarts nothing.
type Supervise struct {
	// Restart says after which exits the node is started again. Default
	// on-failure.
	Restart Restart `json:"restart" default:"on-failure"`

	// Delay is the virtual time between the exit and the new start. From 1ms
	// to 1h; default 100ms.
	Delay vtime.Duration `json:"delay" default:"100ms" range:"1ms..1h"`
}

// On says whether s restarts anything.
func (s Supervise) On() bool { return s.Restart != "" }

// Restart is a rule for starting an exited node again. The zero Restart never
// does.
type Restart string

const (
	// RestartOnFailure starts a node again after an exit with a code other than
	// 0.
	RestartOnFailure Restart = "on-failure"
	// RestartAlways starts a node again after every exit.
	RestartAlways Restart = "always"
)

// Env is a set of environment variables, sorted by name, no name twice. In the
// file it is an object of strings.
type Env []Var

// Var is one environment variable. Its name is not empty and holds no equals
// sign; neither part holds a NUL.
type Var struct{ Name, Value string }

// Strings gives the variables as a process receives them, "NAME=value", sorted
// by name.
func (e Env) Strings() []string {
	out := make([]string, len(e))
	for i, v := range e {
		out[i] = v.Name + "=" + v.Value
	}
	return out
}
