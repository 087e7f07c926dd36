// Package errno names the error numbers that the simulated kernel returns. The
// names are Linux's; the values are those of WASI preview 1, so that a guest's
// syscall package shows them as the errors Go code compares against.
package errno

import "strconv"

// Errno is one error number. Zero is success.
type Errno uint16

// The errors that disks, networks and descriptors return.
const (
	OK            Errno = 0
	E2BIG         Errno = 1
	EACCES        Errno = 2
	EADDRINUSE    Errno = 3
	EADDRNOTAVAIL Errno = 4
	EAGAIN        Errno = 6
	EALREADY      Errno = 7
	EBADF         Errno = 8
	EBUSY         Errno = 10
	ECONNABORTED  Errno = 13
	ECONNREFUSED  Errno = 14
	ECONNRESET    Errno = 15
	EEXIST        Errno = 20
	EFAULT        Errno = 21
	EFBIG         Errno = 22
	EHOSTUNREACH  Errno = 23
	EINPROGRESS   Errno = 26
	EINTR         Errno = 27
	EINVAL        Errno = 28
	EIO           Errno = 29
	EISCONN       Errno = 30
	EISDIR        Errno = 31
	ELOOP         Errno = 32
	EMFILE        Errno = 33
	EMLINK        Errno = 34
	ENAMETOOLONG  Errno = 37
	ENETUNREACH   Errno = 40
	ENOENT        Errno = 44
	ENOMEM        Errno = 48
	ENOSPC        Errno = 51
	ENOSYS        Errno = 52
	ENOTCONN      Errno = 53
	ENOTDIR       Errno = 54
	ENOTEMPTY     Errno = 55
	ENOTSOCK      Errno = 57
	ENOTSUP       Errno = 58
	ENOTTY        Errno = 59
	ENXIO         Errno = 60
	EOVERFLOW     Errno = 61
	EPERM         Errno = 63
	EPIPE         Errno = 64
	EROFS         Errno = 69
	ESPIPE        Errno = 70
	ETIMEDOUT     Errno = 73
	EXDEV         Errno = 75
	ENOTCAPABLE   Errno = 76

	// Crashed is no error of the kernel's: the node died inside the operation,
	// so nobody is left to see a result.
	Crashed Errno = 0xffff
)

var names = map[Errno]string{
	OK: "OK", E2BIG: "E2BIG", EACCES: "EACCES", EADDRINUSE: "EADDRINUSE", EADDRNOTAVAIL: "EADDRNOTAVAIL",
	EAGAIN: "EAGAIN", EALREADY: "EALREADY", EBADF: "EBADF", EBUSY: "EBUSY", ECONNABORTED: "ECONNABORTED",
	ECONNREFUSED: "ECONNREFUSED", ECONNRESET: "ECONNRESET", EEXIST: "EEXIST", EFAULT: "EFAULT", EFBIG: "EFBIG",
	EHOSTUNREACH: "EHOSTUNREACH", EINPROGRESS: "EINPROGRESS", EINTR: "EINTR", EINVAL: "EINVAL", EIO: "EIO",
	EISCONN: "EISCONN", EISDIR: "EISDIR", ELOOP: "ELOOP", EMFILE: "EMFILE", EMLINK: "EMLINK",
	ENAMETOOLONG: "ENAMETOOLONG", ENETUNREACH: "ENETUNREACH", ENOENT: "ENOENT", ENOMEM: "ENOMEM", ENOSPC: "ENOSPC",
	ENOSYS: "ENOSYS", ENOTCONN: "ENOTCONN", ENOTDIR: "ENOTDIR", ENOTEMPTY: "ENOTEMPTY", ENOTSOCK: "ENOTSOCK",
	ENOTSUP: "ENOTSUP", ENOTTY: "ENOTTY", ENXIO: "ENXIO", EOVERFLOW: "EOVERFLOW", EPERM: "EPERM", EPIPE: "EPIPE",
	EROFS: "EROFS", ESPIPE: "ESPIPE", ETIMEDOUT: "ETIMEDOUT", EXDEV: "EXDEV", ENOTCAPABLE: "ENOTCAPABLE",
	Crashed: "CRASHED",
}

func (e Errno) String() string {
	if s, ok := names[e]; ok {
		return s
	}
	return "errno " + strconv.Itoa(int(e))
}

// Names gives the names of all error numbers of the kernel, by number; "" where
// there is none. Crashed is none.
func Names() []string {
	last := OK
	for e := range names {
		if e != Crashed {
			last = max(last, e)
		}
	}
	all := make([]string, last+1)
	for i := range all {
		all[i] = names[Errno(i)]
	}
	return all
}
