package lsp

import (
	"encoding/json"
	"strings"

	"github.com/seedfall/seedfall/lsp/internal/view"
)

// goSettings are what the editor's settings for Go say about builds, in the forms of
// gopls and of VS Code's extension for Go. Whoever has set them there means the same
// programs, so they count for each of build.tags, build.flags and build.env that is
// empty here. What is wrong with them those who own them tell.
type goSettings struct {
	flags []string
	env   map[string]string
	tags  []string
}

// settingSections are the parts of an editor's settings that a server asks for: its own, then
// those of Go.
var settingSections = []string{"seedfall", "gopls", "go"}

// goSettingsOf reads the settingSections "gopls" and "go". Values that are none count for nothing.
func goSettingsOf(gopls, golang []byte) (g goSettings) {
	var of struct {
		Flags       []string          `json:"buildFlags"`
		Env         map[string]string `json:"env"`
		DottedFlags []string          `json:"build.buildFlags"`
		DottedEnv   map[string]string `json:"build.env"`
		Build       struct {
			Flags []string          `json:"buildFlags"`
			Env   map[string]string `json:"env"`
		} `json:"build"`
	}
	_ = json.Unmarshal(gopls, &of) // as far as it is what gopls takes
	var ext struct {
		Flags []string          `json:"buildFlags"`
		Tags  string            `json:"buildTags"`
		Env   map[string]string `json:"toolsEnvVars"`
	}
	_ = json.Unmarshal(golang, &ext)
	for _, flags := range [][]string{of.DottedFlags, of.Build.Flags, of.Flags, ext.Flags} {
		if len(g.flags) == 0 {
			g.flags = flags
		}
	}
	for _, env := range []map[string]string{of.DottedEnv, of.Build.Env, of.Env, ext.Env} {
		if len(g.env) == 0 {
			g.env = env
		}
	}
	g.tags = strings.FieldsFunc(ext.Tags, func(r rune) bool { return r == ',' || r == ' ' })
	return g
}

// build is how programs are built: as the settings say, or else as those of Go do. mu
// is held.
func (s *server) build() view.Build {
	b, g := s.settings.build, s.goSettings
	var theirs settings // what cannot be counts for nothing
	_ = readTags(&theirs, json.RawMessage(marshal(g.tags)))
	_ = readFlags(&theirs, json.RawMessage(marshal(joined(g.flags))))
	_ = readEnv(&theirs, json.RawMessage(marshal(g.env)))
	if len(b.Tags) == 0 {
		b.Tags = theirs.build.Tags
	}
	if len(b.Flags) == 0 {
		b.Flags = theirs.build.Flags
	}
	if len(b.Env) == 0 {
		b.Env = theirs.build.Env
	}
	return b
}

// joined are flags of a command line, as they stand in GOFLAGS: each with its value.
func joined(flags []string) (all []string) {
	for _, f := range flags {
		if n := len(all); n > 0 && !strings.HasPrefix(f, "-") && !strings.Contains(all[n-1], "=") {
			all[n-1] += "=" + f
			continue
		}
		all = append(all, f)
	}
	return all
}
