package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// readTags reads the setting build.tags.
func readTags(s *settings, b json.RawMessage) error {
	var tags []string
	if json.Unmarshal(b, &tags) != nil || slices.ContainsFunc(tags, func(t string) bool { return t == "" || strings.ContainsAny(t, ", \t\n'\"") }) {
		return errors.New(`use a list of tags such as ["integration"]`)
	}
	s.build.Tags = tags
	return nil
}

// readFlags reads the setting build.flags: what can stand in GOFLAGS.
func readFlags(s *settings, b json.RawMessage) error {
	var flags []string
	wrong := func(f string) bool {
		return len(f) < 2 || f[0] != '-' || strings.Contains(f, "'") && strings.Contains(f, `"`) || strings.ContainsAny(f, "\n\r")
	}
	if json.Unmarshal(b, &flags) != nil || slices.ContainsFunc(flags, wrong) {
		return errors.New(`use a list of flags such as ["-mod=vendor"], each with its value`)
	}
	s.build.Flags = flags
	return nil
}

// readEnv reads the setting build.env.
func readEnv(s *settings, b json.RawMessage) error {
	var vars map[string]string
	err := json.Unmarshal(b, &vars)
	env := make([]string, 0, len(vars))
	for name, value := range vars {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.Contains(value, "\x00") {
			err = errors.New("no such variable can be")
		}
		env = append(env, name+"="+value)
	}
	if err != nil {
		return errors.New(`use an object of variables such as {"GOPROXY": "off"}`)
	}
	slices.Sort(env)
	s.build.Env = env
	return nil
}

// filters are the setting directoryFilters: which folders are looked at, relative to
// the one that is open. Of those that match a folder or one around it the last
// counts; without any it is looked at.
type filters []filter

type filter struct {
	include bool
	parts   []string // "**" is any number of folders
}

func readFilters(b json.RawMessage) (all filters, err error) {
	var texts []string
	err = json.Unmarshal(b, &texts)
	for _, t := range texts {
		if t == "" || t[0] != '+' && t[0] != '-' {
			return nil, fmt.Errorf("%q begins with neither + nor -", t)
		}
		f := filter{include: t[0] == '+'}
		if t = strings.Trim(t[1:], "/"); t != "" {
			f.parts = strings.Split(t, "/")
		}
		all = append(all, f)
	}
	if err != nil {
		return nil, errors.New(`use a list such as ["-third_party", "+third_party/ours"]`)
	}
	return all, nil
}

// skip says whether a folder at or below one that is open is not looked at.
func (all filters) skip(open, dir string) (skip bool) {
	rel, err := filepath.Rel(open, dir)
	if err != nil {
		return false
	}
	var parts []string
	if rel != "." {
		parts = strings.Split(filepath.ToSlash(rel), "/")
	}
	for _, f := range all {
		if covers(parts, f.parts) {
			skip = !f.include
		}
	}
	return skip
}

// prune says whether a folder and all below it are not looked at.
func (all filters) prune(open, dir string) bool {
	return all.skip(open, dir) && !slices.ContainsFunc(all, func(f filter) bool { return f.include })
}

// covers says whether a path, or one of the folders around it, matches a pattern.
func covers(path, pattern []string) bool {
	switch {
	case len(pattern) == 0:
		return true
	case pattern[0] == "**":
		for i := range len(path) + 1 {
			if covers(path[i:], pattern[1:]) {
				return true
			}
		}
		return false
	case len(path) == 0:
		return false
	}
	return path[0] == pattern[0] && covers(path[1:], pattern[1:])
}
