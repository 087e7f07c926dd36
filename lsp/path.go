package lsp

import (
	"path/filepath"
	"runtime"
	"strings"

	"go.lsp.dev/uri"
)

// fileOf is the file that a URI names; "" if it names none of this machine.
func fileOf(u uri.URI) string {
	path := pathOf(u, runtime.GOOS == "windows")
	if path == "" {
		return ""
	}
	return filepath.Clean(path)
}

// pathOf is the path that a URI names on Windows, or elsewhere; "" if it names no
// absolute one. The letter of a drive is a small one, as in URIs that are made by
// package uri.
func pathOf(u uri.URI, windows bool) string {
	host, path := u.Authority(), u.Path()
	if host == "localhost" {
		host = ""
	}
	drive := len(path) > 3 && path[0] == '/' && path[2] == ':' && path[3] == '/' && isLetter(path[1])
	switch {
	case u.Scheme() != "file" || strings.ContainsRune(path, 0):
		return ""
	case windows && host != "" && len(path) > 1:
		return `\\` + host + strings.ReplaceAll(path, "/", `\`)
	case windows && host == "" && drive:
		return strings.ToLower(path[1:2]) + strings.ReplaceAll(path[2:], "/", `\`)
	case windows || host != "" || !strings.HasPrefix(path, "/"):
		return ""
	}
	return path
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
