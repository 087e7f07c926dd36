package config

import (
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with a config file.
type Problem struct {
	Path       string // of the file, as it was given
	Line, Col  int    // from 1; a column is a character, a tab is one
	Offset     int    // in bytes, of the text that is wrong
	End        int    // in bytes, just past that text; at least Offset
	Where      string // path of the key in the file, "nodes[2].fs_model"; empty for the file as a whole
	Message    string // what is wrong and what to do
	Suggestion string // text that the wrong text may have meant, unquoted; or empty
}

// String gives p on one line:
//
//	seedfall.json:12:17: nodes[2].fs_model: "ext5" is not a file system model; ...
func (p Problem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", p.Path, p.Line, p.Col)
	if p.Where != "" {
		b.WriteString(p.Where + ": ")
	}
	b.WriteString(p.Message)
	if p.Suggestion != "" {
		fmt.Fprintf(&b, "; did you mean %q?", p.Suggestion)
	}
	return b.String()
}

// Problems are all the problems of one file, in the order of their positions.
type Problems []Problem

// String gives one problem a line, without a newline at the end.
func (ps Problems) String() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Error is a config file with problems.
type Error struct{ Problems Problems } // at least one

func (e *Error) Error() string { return e.Problems.String() }
