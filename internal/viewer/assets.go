// Package viewer shows a run as a timeline in a browser: as a page that a server
// on loopback gives, or as one file that has page and run in it and needs neither
// server nor network.
package viewer

import (
	"crypto/sha256"
	_ "embed" // for the page
	"encoding/base64"
)

// The page, which vscode-extension builds of src/timeline. A test of that folder
// checks that they are up to date.
var (
	//go:embed assets/timeline.js
	script string
	//go:embed assets/timeline.css
	style string
)

// source is how a content security policy names a text that stands in the page.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
