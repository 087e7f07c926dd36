package view

import (
	"os"
	"slices"
	"strings"
)

// Build is what a user's settings add to how programs are built.
type Build struct {
	// Tags are build tags beside those of a config, Flags are flags of the go
	// command, each "-name" or "-name=value", as in GOFLAGS.
	Tags, Flags []string
	// Env is added to the environment of the go command, each "NAME=value".
	Env []string
}

// Equal says whether two are the same.
func (b Build) Equal(o Build) bool {
	return slices.Equal(b.Tags, o.Tags) && slices.Equal(b.Flags, o.Flags) && slices.Equal(b.Env, o.Env)
}

// Environ is what is added to the environment of a go command whose GOFLAGS have a
// value without it, for a build as the settings want it; nil if they want nothing.
func (b Build) Environ(goflags string) []string {
	env := slices.Clone(b.Env)
	if len(b.Flags)+len(b.Tags) > 0 {
		env = append(env, "GOFLAGS="+b.goflags(goflags, nil))
	}
	return env
}

// goflags adds the flags, the tags and more tags to a value of GOFLAGS. Of several
// lists of tags in there the go command would take the last one only.
func (b Build) goflags(value string, more []string) string {
	tags := slices.Concat(b.Tags, more)
	var kept []string
	for _, f := range slices.Concat(fields(value), b.Flags) {
		name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if name == "tags" {
			tags = append(tags, strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })...)
			continue
		}
		if name == "mod" && value == "mod" {
			f = "-mod=readonly" // nothing here writes go.mod
		}
		kept = append(kept, f)
	}
	if slices.Sort(tags); len(tags) > 0 {
		kept = append(kept, "-tags="+strings.Join(slices.Compact(tags), ","))
	}
	for i, f := range kept {
		switch {
		case !strings.ContainsAny(f, " \t\r\n'\""):
		case strings.Contains(f, "'"):
			kept[i] = `"` + f + `"`
		default:
			kept[i] = "'" + f + "'"
		}
	}
	return strings.Join(kept, " ")
}

// fields cuts GOFLAGS at spaces, as the go command does; a field may stand in single
// or double quotes, without escapes.
func fields(s string) (all []string) {
	const space = " \t\r\n"
	for s = strings.TrimLeft(s, space); s != ""; s = strings.TrimLeft(s, space) {
		ends := space
		if s[0] == '"' || s[0] == '\'' {
			ends, s = s[:1], s[1:]
		}
		end := strings.IndexAny(s, ends)
		if end < 0 {
			return append(all, s)
		}
		all, s = append(all, s[:end]), s[end+1:]
	}
	return all
}

// environ is the whole environment of a go command that lists or compiles for a
// simulation: as the settings want it, with no program of the user's in its place.
func (b Build) environ(goflags string) []string {
	env := append(os.Environ(), b.Env...)
	return append(env, "GOFLAGS="+goflags, "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOPACKAGESDRIVER=off")
}
