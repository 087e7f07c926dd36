//go:build conform

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
)

// The conform-* modes print an account of what the standard library does, a line
// for each check: "what: result, result". A test runs them natively and under
// seedfall and compares. What can only differ, such as the name of a temporary
// folder, is replaced by an alias.

// aliases are pairs of a text and what is printed for it.
var aliases []string

// alias prints name wherever an account holds text.
func alias(text, name string) { aliases = append(aliases, text, name) }

// say prints one line of the account.
func say(what string, results ...any) {
	parts := make([]string, len(results))
	for i, r := range results {
		parts[i] = shown(r)
	}
	if len(results) == 0 {
		parts = []string{"reached"}
	}
	fmt.Println(what + ": " + strings.NewReplacer(aliases...).Replace(strings.Join(parts, ", ")))
}

func shown(r any) string {
	switch r := r.(type) {
	case nil:
		return "ok" // an error that is none
	case error:
		return fault(r)
	case string:
		return fmt.Sprintf("%q", r)
	case []byte:
		return fmt.Sprintf("%q", r)
	case []string:
		return fmt.Sprintf("%q", r)
	}
	return fmt.Sprint(r)
}

// panics prints what a function panics with.
func panics(what string, f func()) {
	defer func() {
		switch r := recover().(type) {
		case nil:
			say(what, "no panic")
		case error:
			say(what, fmt.Sprintf("panic with %T", r), r.Error())
		default:
			say(what, fmt.Sprintf("panic with %T", r), fmt.Sprint(r))
		}
	}()
	f()
}

// fault shows an error: its type, its text with the name of the error number in
// place of the system's words for it, and the well-known errors that it is.
func fault(err error) string {
	if err == nil {
		return "ok"
	}
	text := err.Error()
	var n syscall.Errno
	if errors.As(err, &n) {
		text = strings.ReplaceAll(text, n.Error(), nameOf(n))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%T %q", err, text)
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			b.WriteString(" " + s.name)
		}
	}
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		b.WriteString(" timeout")
	}
	return b.String()
}

func nameOf(n syscall.Errno) string {
	for _, e := range errnos {
		if e.n == n {
			return e.name
		}
	}
	return fmt.Sprintf("errno %d", n)
}

var sentinels = []struct {
	err  error
	name string
}{
	{fs.ErrInvalid, "ErrInvalid"}, {fs.ErrPermission, "ErrPermission"}, {fs.ErrExist, "ErrExist"}, {fs.ErrNotExist, "ErrNotExist"},
	{fs.ErrClosed, "fs.ErrClosed"}, {net.ErrClosed, "net.ErrClosed"}, {os.ErrNoDeadline, "ErrNoDeadline"},
	{os.ErrDeadlineExceeded, "ErrDeadlineExceeded"}, {errors.ErrUnsupported, "ErrUnsupported"}, {io.EOF, "EOF"},
	{io.ErrUnexpectedEOF, "ErrUnexpectedEOF"}, {context.Canceled, "Canceled"}, {context.DeadlineExceeded, "DeadlineExceeded"},
}

// errnos are the error numbers that can come up. Their values and texts are not
// the same on Linux and wasip1.
var errnos = []struct {
	n    syscall.Errno
	name string
}{
	{syscall.EACCES, "EACCES"}, {syscall.EADDRINUSE, "EADDRINUSE"}, {syscall.EADDRNOTAVAIL, "EADDRNOTAVAIL"}, {syscall.EAGAIN, "EAGAIN"},
	{syscall.EBADF, "EBADF"}, {syscall.EBUSY, "EBUSY"}, {syscall.ECONNABORTED, "ECONNABORTED"}, {syscall.ECONNREFUSED, "ECONNREFUSED"},
	{syscall.ECONNRESET, "ECONNRESET"}, {syscall.EEXIST, "EEXIST"}, {syscall.EFAULT, "EFAULT"}, {syscall.EFBIG, "EFBIG"},
	{syscall.EINPROGRESS, "EINPROGRESS"}, {syscall.EINVAL, "EINVAL"}, {syscall.EIO, "EIO"}, {syscall.EISCONN, "EISCONN"},
	{syscall.EISDIR, "EISDIR"}, {syscall.ELOOP, "ELOOP"}, {syscall.EMFILE, "EMFILE"}, {syscall.EMLINK, "EMLINK"},
	{syscall.ENAMETOOLONG, "ENAMETOOLONG"}, {syscall.ENOENT, "ENOENT"}, {syscall.ENOMEM, "ENOMEM"}, {syscall.ENOPROTOOPT, "ENOPROTOOPT"},
	{syscall.ENOSPC, "ENOSPC"}, {syscall.ENOSYS, "ENOSYS"}, {syscall.ENOTCONN, "ENOTCONN"}, {syscall.ENOTDIR, "ENOTDIR"},
	{syscall.ENOTEMPTY, "ENOTEMPTY"}, {syscall.ENOTSOCK, "ENOTSOCK"}, {syscall.ENOTSUP, "ENOTSUP"}, {syscall.ENXIO, "ENXIO"},
	{syscall.EOVERFLOW, "EOVERFLOW"}, {syscall.EPERM, "EPERM"}, {syscall.EPIPE, "EPIPE"}, {syscall.EROFS, "EROFS"},
	{syscall.ESPIPE, "ESPIPE"}, {syscall.ESRCH, "ESRCH"}, {syscall.ETIMEDOUT, "ETIMEDOUT"}, {syscall.EXDEV, "EXDEV"},
}

// enter makes a new folder the working directory and prints it as $DIR.
func enter() {
	dir := have(os.MkdirTemp("", "conform"))
	sure(os.Chdir(dir))
	alias(dir, "$DIR")
}

// have and sure are for what only prepares a check.
func have[T any](v T, err error) T {
	sure(err)
	return v
}

func sure(err error) {
	if err != nil {
		panic(err)
	}
}

// putFile makes a file of the working directory.
func putFile(name, text string) { sure(os.WriteFile(name, []byte(text), 0o600)) }

// fileText is what a file holds.
func fileText(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		return fault(err)
	}
	return string(b)
}
