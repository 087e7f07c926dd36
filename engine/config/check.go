package config

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/vtime"
)

// check applies the rules that join several keys, once every key is read, and
// fills in the defaults that depend on other keys. A rule stays silent about
// values that are wrong already.
func (d *decoder) check(c *Config) {
	d.checkPrograms(c)
	d.checkNames(c)
	d.checkLiveness(c)
	d.checkHistories(c)
	d.checkDisks(c)
	network := span{"network", "latency", c.Network.LatencyMin, c.Network.LatencyMax}
	d.checkSpan(network)
	for _, f := range c.Faults.parts() {
		d.checkSpan(f.lasts)
		d.checkLongest(f.lasts, c.Duration)
		d.checkTargets(c, f)
	}
}

// wrong reports a problem at the value of a path, or at the head of its nearest
// parent that the file has.
func (d *decoder) wrong(where, message, suggestion string) {
	v := d.doc.valueAt(where)
	for parent := where; v == nil; {
		parent = parent[:max(strings.LastIndexAny(parent, ".["), 0)]
		if v = d.doc.valueAt(parent); v != nil {
			v.end = v.start + 1
		}
	}
	d.report(v, where, &complaint{message, suggestion})
}

// written says whether the file has a value at a path.
func (d *decoder) written(where string) bool { return d.doc.valueAt(where) != nil }

func (d *decoder) checkPrograms(c *Config) {
	if len(c.Nodes) == 0 && c.Workload == nil && !d.bad["nodes"] && !d.bad["workload"] {
		d.wrong("nodes", `there is nothing to run; write for example "nodes": [{"name": "server", "package": "./cmd/server"}]`, "")
	}
}

// checkNames wants each name once. The later of two is the wrong one.
func (d *decoder) checkNames(c *Config) {
	first := map[string]string{}
	d.eachName(c, func(where, name string) {
		if owner, ok := first[name]; ok && name != "" && !d.bad[where] {
			d.wrong(where, fmt.Sprintf("%q is the name of %s already; choose another", name, owner), "")
			return
		}
		first[name] = strings.TrimSuffix(where, ".name")
	})
}

// eachName visits the name of every program with its path, in the order of
// Guests.
func (d *decoder) eachName(c *Config, visit func(where, name string)) {
	for i := range c.Nodes {
		visit(joinIndex("nodes", i)+".name", c.Nodes[i].Name)
	}
	if c.Workload != nil {
		visit("workload.name", c.Workload.Name)
	}
	if c.Finally != nil {
		visit("finally.name", c.Finally.Name)
	}
}

func (d *decoder) checkLiveness(c *Config) {
	if c.Liveness != nil && c.Workload == nil && c.Finally == nil && !d.bad["workload"] && !d.bad["finally"] {
		d.wrong("liveness", `this watches "workload" and "finally", and there is neither; add one or remove it`, "")
	}
}

// span is a pair of keys, word_min and word_max, of the object at a path.
type span struct {
	at, word string
	min, max vtime.Duration
}

// checkSpan wants the maximum not below the minimum. Of the two, the one that
// the file has is the wrong one; of both, the maximum.
func (d *decoder) checkSpan(s span) {
	low, high := join(s.at, s.word+"_min"), join(s.at, s.word+"_max")
	switch {
	case s.max >= s.min || d.bad[low] || d.bad[high]:
	case !d.written(high):
		d.wrong(low, fmt.Sprintf("%v is more than %s_max, which is %v by default; set both", s.min, s.word, s.max), "")
	case !d.written(low):
		d.wrong(high, fmt.Sprintf("%v is less than %s_min, which is %v by default; set both", s.max, s.word, s.min), "")
	default:
		d.wrong(high, fmt.Sprintf("%v is less than %s_min, %v; swap them or raise it", s.max, s.word, s.min), "")
	}
}

// checkLongest wants a fault that the file gives a length to fit into the run.
func (d *decoder) checkLongest(s span, run vtime.Duration) {
	where := join(s.at, s.word+"_max")
	if d.written(where) && s.max > run && !d.bad[where] && !d.bad["duration"] {
		d.wrong(where, fmt.Sprintf("%v is longer than the run's duration, %v; lower it or raise \"duration\"", s.max, run), "")
	}
}
