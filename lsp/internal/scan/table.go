package scan

import (
	"bytes"

	"github.com/seedfall/seedfall/engine/property"
)

// SimPackage is the import path of package sim.
const SimPackage = "github.com/seedfall/seedfall/sim"

// SDKPackage is that of the assertions of the Antithesis SDK.
const SDKPackage = "github.com/antithesishq/antithesis-sdk-go/assert"

// Mentions says whether the text of a file holds the path of a package whose
// calls are sites. One that does not has none.
func Mentions(text []byte) bool {
	return bytes.Contains(text, []byte(SimPackage)) || bytes.Contains(text, []byte(SDKPackage))
}

// row is a function that is a site when it is called.
type row struct {
	kind property.Kind
	// name is which argument names it, from 0; -1 if none does.
	name int
	// condition says that its first argument is one.
	condition bool
	// opens says that it begins a recorded call, which what it gives ends.
	opens bool
}

// packages are the packages whose calls are sites, by import path, each with the
// name that it has where it is imported without one.
var packages = map[string]struct {
	name  string
	calls map[string]row
}{
	SimPackage: {"sim", map[string]row{
		"Assert":      {kind: property.Assert, name: 1, condition: true},
		"Always":      {kind: property.Always, name: 1, condition: true},
		"Sometimes":   {kind: property.Sometimes, name: 1, condition: true},
		"Reachable":   {kind: property.Reachable, name: 0},
		"Unreachable": {kind: property.Unreachable, name: 0},
		"Eventually":  {kind: property.Eventually, name: 2},
		"Fail":        {kind: property.Fail, name: 0},
		"Put":         {kind: property.Invoke, name: -1, opens: true},
		"Get":         {kind: property.Invoke, name: -1, opens: true},
		"Invoke":      {kind: property.Invoke, name: -1, opens: true},
		"Txn":         {kind: property.Txn, name: -1, opens: true},
		"Budget":      {name: -1},
		"Ops":         {name: -1},
	}},
	SDKPackage: {"assert", map[string]row{
		"Always":              {kind: property.Always, name: 1, condition: true},
		"AlwaysOrUnreachable": {kind: property.AlwaysOrUnreachable, name: 1, condition: true},
		"Sometimes":           {kind: property.Sometimes, name: 1, condition: true},
		"Reachable":           {kind: property.Reachable, name: 0},
		"Unreachable":         {kind: property.Unreachable, name: 0},

		"AlwaysGreaterThan":             {kind: property.Always, name: 2},
		"AlwaysGreaterThanOrEqualTo":    {kind: property.Always, name: 2},
		"AlwaysLessThan":                {kind: property.Always, name: 2},
		"AlwaysLessThanOrEqualTo":       {kind: property.Always, name: 2},
		"SometimesGreaterThan":          {kind: property.Sometimes, name: 2},
		"SometimesGreaterThanOrEqualTo": {kind: property.Sometimes, name: 2},
		"SometimesLessThan":             {kind: property.Sometimes, name: 2},
		"SometimesLessThanOrEqualTo":    {kind: property.Sometimes, name: 2},
		"AlwaysSome":                    {kind: property.Always, name: 1},
		"SometimesAll":                  {kind: property.Sometimes, name: 1},
	}},
}
