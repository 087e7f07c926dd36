package build

import (
	"slices"

	"github.com/seedfall/seedfall/engine/property"
)

// simPackage is our own package of checks; the other one is the Antithesis SDK's,
// which reports through sdkOutput.
const (
	simPackage = ownModule + "/sim"
	sdkModule  = "github.com/antithesishq/antithesis-sdk-go"
	sdkAssert  = sdkModule + "/assert"
	sdkOutput  = sdkModule + "/internal"
)

// check is a function whose calls are catalogued.
type check struct {
	kind property.Kind
	name int // which argument is the property's name
}

// checks are the functions whose calls are catalogued, by package and name. The
// SDK's functions that take their kind as an argument are not: frameworks that
// call them list their properties when a program starts.
var checks = map[string]map[string]check{
	simPackage: {
		"Assert":      {property.Assert, 1},
		"Always":      {property.Always, 1},
		"Sometimes":   {property.Sometimes, 1},
		"Reachable":   {property.Reachable, 0},
		"Unreachable": {property.Unreachable, 0},
		"Eventually":  {property.Eventually, 2},
		"Fail":        {property.Fail, 0},
	},
	sdkAssert: {
		"Always":                        {property.Always, 1},
		"AlwaysOrUnreachable":           {property.AlwaysOrUnreachable, 1},
		"Sometimes":                     {property.Sometimes, 1},
		"Reachable":                     {property.Reachable, 0},
		"Unreachable":                   {property.Unreachable, 0},
		"AlwaysGreaterThan":             {property.Always, 2},
		"AlwaysGreaterThanOrEqualTo":    {property.Always, 2},
		"AlwaysLessThan":                {property.Always, 2},
		"AlwaysLessThanOrEqualTo":       {property.Always, 2},
		"SometimesGreaterThan":          {property.Sometimes, 2},
		"SometimesGreaterThanOrEqualTo": {property.Sometimes, 2},
		"SometimesLessThan":             {property.Sometimes, 2},
		"SometimesLessThanOrEqualTo":    {property.Sometimes, 2},
		"AlwaysSome":                    {property.Always, 1},
		"SometimesAll":                  {property.Sometimes, 1},
	},
}

// checkPackages are the packages of the graph whose checks can report anything.
func (g *graph) checkPackages() []string {
	packages := []string{simPackage}
	if g.sdkReports() {
		packages = append(packages, sdkAssert)
	}
	return packages
}

// callers are the packages that import one of those named.
func (g *graph) callers(packages ...string) []*pkg {
	var callers []*pkg
	for _, p := range g.order {
		if slices.ContainsFunc(p.Imports, func(path string) bool { return slices.Contains(packages, p.resolve(path)) }) {
			callers = append(callers, p)
		}
	}
	return callers
}

// sdkReports says whether the SDK is built so that it does something: its build
// tags choose between functions that report and empty ones.
func (g *graph) sdkReports() bool {
	p := g.packages[sdkAssert]
	return p != nil && slices.Contains(p.Imports, sdkOutput)
}

// sdkSilent is a warning that the user's own packages call assertions of the SDK
// that are compiled out, although nobody asked for that; "" if there are none.
func (g *graph) sdkSilent(tags []string) string {
	if g.packages[sdkAssert] == nil || g.sdkReports() || slices.Contains(tags, "no_antithesis_sdk") {
		return ""
	}
	for _, p := range g.callers(sdkAssert) {
		if p.Module != nil && p.Module.Version == "" {
			return "the Antithesis SDK is a version whose assertions do nothing by default, so none of them is checked; " +
				`"tags": ["enable_antithesis_sdk"] in the config turns them on`
		}
	}
	return ""
}
