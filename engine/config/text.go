package config

import (
	"fmt"
	"regexp"
	"strings"
)

// textForm is what a string may hold. The form tag of a field names it.
type textForm struct {
	pattern *regexp.Regexp        // in the syntax that JSON Schema shares
	advice  string                // what the pattern means
	refuse  func(s string) string // advice about text that the pattern lets through, or empty
	nearest func(s string) string // or nil
}

var (
	anyText     = regexp.MustCompile(`^[^\x00]*$`)
	packageName = regexp.MustCompile(`^[^-\s\\@][^\s\\@]*$`)
	hostName    = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
)

var textForms = map[string]*textForm{
	"text": {pattern: anyText, advice: "no program can be given a NUL character"},
	"name": {pattern: hostName, refuse: refuseName, nearest: nearestName,
		advice: "a host name has lower-case letters, digits and inner hyphens, at most 63"},
	"package": {pattern: packageName, refuse: refusePackage, nearest: nearestPackage,
		advice: `name a folder such as "./cmd/server" or an import path`},
	"tag": {pattern: regexp.MustCompile(`^[A-Za-z0-9_.]+$`),
		advice: "a build tag has letters, digits, dots and underscores, and each is a string of its own"},
	"node": {pattern: anyText, advice: "no name holds a NUL character"}, // the rules about faults look further
}

func (f *textForm) check(text string) *complaint {
	advice := ""
	if f.refuse != nil {
		advice = f.refuse(text)
	}
	if advice == "" && !f.pattern.MatchString(text) {
		advice = f.advice
	}
	if advice == "" {
		return nil
	}
	bad := &complaint{message: fmt.Sprintf("%q does not fit; %s", clip(text), advice)}
	if f.nearest != nil {
		bad.suggestion = f.nearest(text)
	}
	return bad
}

func refuseName(s string) string {
	if s == "localhost" {
		return "every node calls itself by that name; choose another"
	}
	return ""
}

func refusePackage(s string) string {
	switch {
	case strings.Contains(s, "..."):
		return "name one package, without a pattern"
	case strings.HasSuffix(s, ".go"):
		return "name the folder of the main package, not a file"
	case strings.Contains(s, `\`):
		return "write / between folders, on Windows too"
	}
	return ""
}
