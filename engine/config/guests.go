package config

// Role is what a program is there for.
type Role uint8

const (
	RoleNode     Role = iota // under test; faults may strike it
	RoleWorkload             // uses the nodes; runs from the start
	RoleFinally              // checks the nodes; runs after recovery
)

// String gives the role as the trace and JSON output name it: node, workload or
// finally.
func (r Role) String() string { return [...]string{"node", "workload", "finally"}[r] }

// Guest is one program of a run with every default filled in. Its slices are
// those of the Config and not to be changed.
type Guest struct {
	Name      string
	Role      Role
	Package   string // as for go build in Config.Dir
	Args      []string
	Env       Env
	Memory    Size
	Supervise Supervise // zero for the workload and the final check
	Disk      Disk      // FSModel is empty only when no model applies
}

// Guests gives every program of c: the nodes in the order of the file, then the
// workload, then the final check. A program's index in it never depends on
// anything but the file.
func (c *Config) Guests() []Guest {
	guests := make([]Guest, 0, len(c.Nodes)+2)
	for i := range c.Nodes {
		guests = append(guests, c.node(&c.Nodes[i]))
	}
	if c.Workload != nil {
		guests = append(guests, c.program(c.Workload, RoleWorkload))
	}
	if c.Finally != nil {
		guests = append(guests, c.program(c.Finally, RoleFinally))
	}
	return guests
}

func (c *Config) node(n *Node) Guest {
	g := Guest{Name: n.Name, Role: RoleNode, Package: n.Package, Args: n.Args, Env: n.Env,
		Memory: c.Memory, Disk: c.Disk.with(n.DiskOverride).resolved()}
	override(&g.Memory, n.Memory)
	override(&g.Supervise, c.Supervise)
	override(&g.Supervise, n.Supervise)
	return g
}

func (c *Config) program(p *Program, role Role) Guest {
	g := Guest{Name: p.Name, Role: role, Package: p.Package, Args: p.Args, Env: p.Env,
		Memory: c.Memory, Disk: c.Disk.resolved()}
	override(&g.Memory, p.Memory)
	g.Disk.DiskBytes = 0
	return g
}

// NodeNames gives the names of the nodes in the order of the file.
func (c *Config) NodeNames() []string {
	names := make([]string, len(c.Nodes))
	for i := range c.Nodes {
		names[i] = c.Nodes[i].Name
	}
	return names
}
