package build

import (
	"fmt"
	"slices"
	"strings"
)

// useFlags takes over the user's GOFLAGS. Most flags keep their meaning. The
// following do not, because a simulation needs the program as it is, built the
// same way on every machine.
//
// Left out: flags that make another kind of binary, flags that write paths or
// revisions into it, and flags that change only what the go command prints.
// -mod=mod becomes -mod=readonly, since a simulation does not edit go.mod.
// -ldflags loses a "-s", because the names of functions are needed.
// -tags and -overlay are merged with ours.
func (tc *toolchain) useFlags(goflags string, tags []string) error {
	fields, err := splitFlags(goflags)
	if err != nil {
		return err
	}
	kept := []string{"-buildvcs=false"} // never empty: the go command takes an empty GOFLAGS for an unset one
	var userTags []string
	for _, field := range fields {
		name, value, _ := strings.Cut(strings.TrimLeft(field, "-"), "=")
		switch {
		case leftOut[name]:
		case name == "tags":
			userTags = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
		case name == "overlay":
			tc.overlay = value
		case name == "mod" && value == "mod":
			tc.mod = "-mod=readonly"
		case name == "ldflags":
			kept = append(kept, field+" -s=false")
		default:
			kept = append(kept, field)
		}
	}
	tc.tags = allTags(tags, userTags)
	tc.env = append(tc.env, "GOFLAGS="+joinFlags(kept))
	return tc.readOverlay()
}

// leftOut are the flags of GOFLAGS that useFlags does not take over.
var leftOut = map[string]bool{
	"buildmode": true, "compiler": true, "linkshared": true, // another kind of binary
	"race": true, "msan": true, "asan": true, "cover": true, "covermode": true, "coverpkg": true, // instrumentation that wasip1 lacks or that writes files
	"trimpath": true, "buildvcs": true, // given on the command line
	"a": true, "n": true, "x": true, "v": true, "json": true, "work": true, "o": true, // what is printed, and where to
}

// splitFlags cuts GOFLAGS at spaces; a field may stand in single or double
// quotes, without escapes.
func splitFlags(s string) ([]string, error) {
	var fields []string
	for s = strings.TrimLeft(s, " \t\r\n"); s != ""; s = strings.TrimLeft(s, " \t\r\n") {
		if s[0] == '"' || s[0] == '\'' {
			end := strings.IndexByte(s[1:], s[0])
			if end < 0 {
				return nil, fmt.Errorf("a quote in %q is not closed", s)
			}
			fields, s = append(fields, s[1:1+end]), s[2+end:]
			continue
		}
		end := strings.IndexAny(s, " \t\r\n")
		if end < 0 {
			end = len(s)
		}
		fields, s = append(fields, s[:end]), s[end:]
	}
	return fields, nil
}

// joinFlags undoes splitFlags. A field with both kinds of quotes cannot have come from it.
func joinFlags(fields []string) string {
	quoted := make([]string, len(fields))
	for i, f := range fields {
		switch {
		case !strings.ContainsAny(f, " \t\r\n'\""):
			quoted[i] = f
		case !strings.Contains(f, "'"):
			quoted[i] = "'" + f + "'"
		default:
			quoted[i] = `"` + f + `"`
		}
	}
	return strings.Join(quoted, " ")
}

// allTags are the tags of the build, sorted, each once.
func allTags(lists ...[]string) []string {
	tags := slices.Concat(lists...)
	slices.Sort(tags)
	return slices.Compact(tags)
}
