package engine

import (
	"io"

	"github.com/seedfall/seedfall/engine/tracefile"
)

// TraceFile is all that a trace file keeps of the run. Input.Trace must have been
// set.
func (r *Result) TraceFile() tracefile.Recording {
	return tracefile.Recording{Events: r.recorder.Events, Log: r.Log, Header: tracefile.Header{
		Program: r.Schedule.Program, Config: r.Schedule.Config, Seed: r.Seed, Digest: r.Digest, Reason: r.Reason,
		Nodes: r.hosts, Sites: r.recorder.Sites, Schedule: r.Schedule, Failure: r.Failure, Story: r.Story()}}
}

// WriteTrace writes the trace as a file of package tracefile. Input.Trace must have
// been set.
func (r *Result) WriteTrace(w io.Writer) error { return tracefile.Write(w, r.TraceFile()) }
