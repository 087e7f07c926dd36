// Package work is what the language server and its worker say to each other. The
// worker is a child process that runs simulations, so that nothing a simulation
// does can end the server. Each message is a line of JSON.
package work

import (
	"encoding/json"
	"time"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Do is what a job does.
type Do string

// The jobs.
const (
	// Sweep runs seeds and says how they end.
	Sweep Do = "sweep"
	// Replay runs a schedule, or one seed, and tells its story.
	Replay Do = "replay"
	// Shrink makes a failing run's schedule smaller.
	Shrink Do = "shrink"
	// Recall replays known failures, one after the other.
	Recall Do = "recall"
	// Trace runs a schedule, or one seed, and writes its trace to a file.
	Trace Do = "trace"
	// Passing looks for a passing run near a failing one, and writes its trace to a
	// file.
	Passing Do = "passing"
	// Why looks for the cause of a failure, and tells it as a text.
	Why Do = "why"
	// Check runs a schedule, or each of some seeds, twice and compares the traces.
	Check Do = "check"
	// Goroutines runs a schedule, or one seed, up to an instant and shows what each
	// goroutine is doing.
	Goroutines Do = "goroutines"
)

// Job is a request to the worker. Jobs run at the same time; one with Cancel only
// ends another.
type Job struct {
	// ID names the job in all events about it; from 1.
	ID int `json:"id"`
	Do Do  `json:"do,omitempty"`
	// Cancel is the job to end; 0 for none.
	Cancel int `json:"cancel,omitempty"`
	// Config is the path of the config file.
	Config string `json:"config,omitempty"`
	// Env is added to the environment of the go command, each NAME=value.
	Env []string `json:"env,omitempty"`
	// Overlay is a file as the flag -overlay of go build takes it, of text that is not
	// saved; "" for none. Schedules of such runs are kept under names of their own.
	Overlay string `json:"overlay,omitempty"`
	// First and Last are the seeds of a sweep, or of a check of several; Seed is that
	// of a single run.
	First uint64 `json:"first,omitempty"`
	Last  uint64 `json:"last,omitempty"`
	Seed  uint64 `json:"seed,omitempty"`
	// Skip are seeds of a sweep that are left out, sorted.
	Skip []uint64 `json:"skip,omitempty"`
	// Budget is after how long a sweep starts no more seeds, in real time; 0 never.
	Budget time.Duration `json:"budget,omitempty"`
	// Memory is how many bytes the worker may use; 0 is no limit.
	Memory uint64 `json:"memory,omitempty"`
	// Known are the files of the schedules to recall.
	Known []string `json:"known,omitempty"`
	// Schedule is the file of a schedule in place of what Seed draws; "" for none.
	Schedule string `json:"schedule,omitempty"`
	// Content is a schedule itself, as a file has it, in place of Schedule; "" for
	// none. Its own seed counts, not Seed.
	Content string `json:"content,omitempty"`
	// Without is the number, from 1, of a fault that Trace leaves out; 0 for none.
	Without int `json:"without,omitempty"`
	// Fails is the fingerprint of the failure that a verdict compares with; "" is
	// that of the schedule.
	Fails string `json:"fails,omitempty"`
	// Jobs is how many runs are made at once, from 1.
	Jobs int `json:"jobs,omitempty"`
	// Distinct ends a sweep when so many ways to fail are found; 0 never does.
	Distinct int `json:"distinct,omitempty"`
	// Runs is how many runs a shrink may make; 0 is as many as it takes.
	Runs int `json:"runs,omitempty"`
	// Files are what Why calls the source files that a binary names.
	Files map[string]string `json:"files,omitempty"`
	// At is the instant of Goroutines.
	At vtime.Instant `json:"at,omitempty"`
}

// Event is what the worker says about a job.
type Event struct {
	// Job is the job's ID.
	Job int `json:"job"`
	// Say is what is being done, for a person who waits.
	Say string `json:"say,omitempty"`
	// Preparing tells how far a program is that is being prepared.
	Preparing *Preparing `json:"preparing,omitempty"`
	// Prepared tells of a program that is ready to run.
	Prepared *Prepared `json:"prepared,omitempty"`
	// Running are the seeds of a sweep that are being run, told when one begins:
	// those that may have ended the worker if it says no more.
	Running []uint64 `json:"running,omitempty"`
	// Recalled tells what has become of a known failure.
	Recalled *Recalled `json:"recalled,omitempty"`
	// Progress tells how far a sweep is.
	Progress *Progress `json:"progress,omitempty"`
	// Failure tells of a run that failed: of a sweep the first in its way, of a
	// replay and of a shrink the run itself.
	Failure *Failure `json:"failure,omitempty"`
	// Done ends the job. It comes exactly once.
	Done *Done `json:"done,omitempty"`
}

// Preparing is how far a program is that is being prepared.
type Preparing struct {
	// Text says it, for a person who waits, and how long it still takes if that is known.
	Text string `json:"text"`
	// Percent is how much of it is done; in one preparation it never falls.
	Percent int `json:"percent"`
}

// Prepared is a program that is ready to run.
type Prepared struct {
	// Program identifies config, code and toolchain.
	Program   string          `json:"program"`
	GoVersion string          `json:"go"`
	Catalogue []property.Site `json:"catalogue"`
	Warnings  []string        `json:"warnings,omitempty"`
	// Packages are the import paths of the programs, by the names of their nodes.
	Nodes []Node `json:"nodes"`
}

// Node is a program of the config.
type Node struct {
	Name    string `json:"name"`
	Role    string `json:"role"`
	Package string `json:"package"` // as the config has it
}

// Progress is how far a sweep is.
type Progress struct {
	Seeds     uint64 `json:"seeds"` // asked for
	Ran       uint64 `json:"ran"`
	Failed    uint64 `json:"failed"`
	Undecided uint64 `json:"undecided,omitempty"`
	// Skipped are the seeds that were left out.
	Skipped []uint64 `json:"skipped,omitempty"`
	// Tally is what happened at each site until now.
	Tally []SiteTally `json:"tally"`
	// Failures are the seeds of each way to fail, by fingerprint.
	Failures []Way `json:"failures,omitempty"`
}

// SiteTally is what happened at one call.
type SiteTally struct {
	Kind   property.Kind `json:"kind"`
	Name   string        `json:"name"`
	File   string        `json:"file"`
	Line   int           `json:"line"`
	True   uint64        `json:"true"`
	False  uint64        `json:"false"`
	Failed uint64        `json:"failed,omitempty"` // lowest seed in which it was false
}

// Way is a way to fail, with the seeds that do.
type Way struct {
	Fingerprint string   `json:"fingerprint"`
	Seeds       []uint64 `json:"seeds"`
}

// Complete says that every seed ran that was not to be left out.
func (p *Progress) Complete() bool { return p.Ran+uint64(len(p.Skipped)) == p.Seeds }

// Recalled is what has become of a known failure.
type Recalled struct {
	// File has its schedule.
	File string `json:"file"`
	// Problem says why it cannot be replayed; "" otherwise.
	Problem string `json:"problem,omitempty"`
	// Failure is how it fails now, with its story; nil if it passes.
	Failure *Failure `json:"failure,omitempty"`
}

// Failure is a run that failed.
type Failure struct {
	Seed        uint64           `json:"seed"`
	Fingerprint string           `json:"fingerprint"`
	Title       string           `json:"title"`
	Failure     *verdict.Failure `json:"failure"`
	Faults      int              `json:"faults"`
	Digest      trace.Digest     `json:"digest"`
	Events      uint64           `json:"events"`
	// File has its schedule.
	File string `json:"file,omitempty"`
	// Story is how it came to the failure; nil where it was not asked for.
	Story *story.Story `json:"story,omitempty"`
	// Shrunk says that the schedule is as small as it gets; Steps how it was made
	// smaller until now.
	Shrunk bool   `json:"shrunk,omitempty"`
	Step   string `json:"step,omitempty"`
}

// Done is how a job ended.
type Done struct {
	// Error says why it could not be done; "" if it was. Kind tells what that is.
	Error string    `json:"error,omitempty"`
	Kind  ErrorKind `json:"kind,omitempty"`
	// Problems are those of the config, with their places.
	Problems json.RawMessage `json:"problems,omitempty"`
	// Cancelled says that it was ended before it was done.
	Cancelled bool `json:"cancelled,omitempty"`
	// Progress is that of the whole sweep, Unreached what no seed reached.
	Progress  *Progress          `json:"progress,omitempty"`
	Unreached []property.Missing `json:"unreached,omitempty"`
	// At is when a single run ended, Passed whether it found nothing.
	At     vtime.Instant `json:"at,omitempty"`
	Passed bool          `json:"passed,omitempty"`
	// File is where a trace has been written to.
	File string `json:"file,omitempty"`
	// Verdict is what the run of a trace came to; Near, for Passing, how it differs
	// from the failing one.
	Verdict *Verdict `json:"verdict,omitempty"`
	Near    *Near    `json:"near,omitempty"`
	// Text is what Why has found, for a person to read.
	Text string `json:"text,omitempty"`
	// Snapshot is what Goroutines has found.
	Snapshot *Snapshot `json:"snapshot,omitempty"`
	// Checked is what Check has found.
	Checked *Checked `json:"checked,omitempty"`
}

// Checked is what running seeds twice has come to.
type Checked struct {
	// Ran is how many seeds ran twice.
	Ran uint64 `json:"ran"`
	// Differs says that the two runs of Seed are not the same; Message says so in a
	// sentence, and Detail has the first lines that differ.
	Differs bool   `json:"differs,omitempty"`
	Seed    uint64 `json:"seed,omitempty"`
	Message string `json:"message,omitempty"`
	Detail  string `json:"detail,omitempty"`
}

// Snapshot is what the goroutines of all nodes are doing at an instant.
type Snapshot struct {
	// Program identifies what was run, as Prepared has it.
	Program string `json:"program"`
	// At is the instant that the run has reached, which can be a little beside the
	// one that was asked for; Ended says that the run was over by then.
	At    vtime.Instant  `json:"at"`
	Ended bool           `json:"ended"`
	Nodes []story.Stacks `json:"nodes"` // without the frames of the standard library
}

// ErrorKind is a reason for which a job could not be done.
type ErrorKind string

// The kinds.
const (
	BadConfig ErrorKind = "config"   // problems of the config
	BadBuild  ErrorKind = "build"    // the go command refuses a program
	Internal  ErrorKind = "internal" // a mistake of our own
	BadCode   ErrorKind = "code"     // a file does not parse, so nothing was begun
	Crash     ErrorKind = "crash"    // the worker has ended, or does not start
	BadInput  ErrorKind = "input"    // the schedule or the seed does not fit, while the program is well
	Other     ErrorKind = "other"
)
