package wasm

import "fmt"

// Error says why a module is refused, where, and what to do about it.
type Error struct {
	// Func is the name of the function whose body is meant; empty when the
	// problem lies outside the bodies.
	Func string
	// Offset is the byte offset into the module that was given; -1 when the
	// problem is something that is missing.
	Offset int
	// Problem names what was found or is missing.
	Problem string
	// Remedy says what to do.
	Remedy string
}

// Error prints all fields on one line.
func (e *Error) Error() string {
	where := ""
	switch {
	case e.Func != "":
		where = fmt.Sprintf("function %q, offset %#x: ", e.Func, e.Offset)
	case e.Offset >= 0:
		where = fmt.Sprintf("offset %#x: ", e.Offset)
	}
	return "wasm: " + where + e.Problem + "; " + e.Remedy
}

const (
	useStockGo   = "build the guest with the standard Go toolchain for GOOS=wasip1 GOARCH=wasm, without other tools rewriting it"
	rebuild      = "the file is damaged; build it again"
	giveOriginal = "give the module as the Go linker wrote it"
	keepNames    = "build without -ldflags=-s: it strips the name section, which finds the functions to patch"
	useMain      = "build a main package with the default -buildmode=exe"
)

func malformed(offset int, format string, args ...any) *Error {
	return &Error{Offset: offset, Problem: fmt.Sprintf(format, args...), Remedy: rebuild}
}

func notGo(offset int, format string, args ...any) *Error {
	return &Error{Offset: offset, Problem: fmt.Sprintf(format, args...), Remedy: useStockGo}
}

func missing(remedy, format string, args ...any) *Error {
	return &Error{Offset: -1, Problem: fmt.Sprintf(format, args...), Remedy: remedy}
}
