package engine_test

// difference is one thing that is not as on Linux. docs/differences.md says why.
type difference struct {
	title string // a heading of the document
	cases []contrast
}

// differences are all there are, in the order of the document.
var differences = []difference{
	{"Paths are cleaned as text", []contrast{
		{"open", "open a long path", `*fs.PathError "open (long): ENAMETOOLONG"`, "true, ok"},
		{"names", "rename .", `*os.LinkError "rename . c: EBUSY", "as it was"`, `*os.LinkError "rename . c: EINVAL", "as it was"`},
		{"names", "rename ..", `*os.LinkError "rename full/.. c: EBUSY", "as it was"`, `*os.LinkError "rename full/.. c: EINVAL", "as it was"`},
		{"names", "up from a link goes up where it leads", `*fs.PathError "stat deep/../a: ENOENT" ErrNotExist`, "ok"},
		{"names", `remove "."`, `*fs.PathError "remove .: EINVAL", "as it was"`, `*fs.PathError "remove .: ENOTEMPTY" ErrExist, "as it was"`},
		{"names", `remove "full/."`, `*fs.PathError "remove full/.: EINVAL", "as it was"`, `*fs.PathError "remove full/.: ENOTEMPTY" ErrExist, "as it was"`},
		{"names", "rmdir .", `syscall.Errno "EINVAL"`, `syscall.Errno "ENOTEMPTY" ErrExist`},
		{"process", "chdir with a slash", `ok, "$DIR/d/e"`, `ok, "$DIR/d/e/"`},
		{"process", "chdir through a link", `ok, "e"`, `ok, "l"`},
		{"process", "absolute path", `"e"`, `"l"`},
	}},
	{"Empty names", []contrast{
		{"open", "open an empty name", `*fs.PathError "open : ENOENT" ErrNotExist`, `*fs.PathError "open : EINVAL"`},
		{"open", "create an empty name", `*fs.PathError "open : ENOENT" ErrNotExist`, `*fs.PathError "open : EINVAL"`},
		{"names", "rename an empty name", `*os.LinkError "rename  c: ENOENT" ErrNotExist, "as it was"`, `*os.LinkError "rename  c: EINVAL", "as it was"`},
		{"names", "rename to an empty name", `*os.LinkError "rename a : ENOENT" ErrNotExist, "as it was"`, `*os.LinkError "rename a : EINVAL", "as it was"`},
		{"names", "link an empty name", `*os.LinkError "link  c: ENOENT" ErrNotExist, "as it was"`, `*os.LinkError "link  c: EINVAL", "as it was"`},
		{"names", "link to an empty name", `*os.LinkError "link a : ENOENT" ErrNotExist, "as it was"`, `*os.LinkError "link a : EINVAL", "as it was"`},
		{"names", "symlink to nothing", `*os.LinkError "symlink  s: ENOENT" ErrNotExist, "as it was"`, `*os.LinkError "symlink  s: EINVAL", "as it was"`},
		{"names", "symlink with an empty name", `*os.LinkError "symlink a : ENOENT" ErrNotExist, "as it was"`, `*os.LinkError "symlink a : EINVAL", "as it was"`},
		{"names", `readlink of ""`, `"", *fs.PathError "readlink : ENOENT" ErrNotExist`, `"", *fs.PathError "readlink : EINVAL"`},
		{"names", `lstat of ""`, `*fs.PathError "lstat : ENOENT" ErrNotExist`, `*fs.PathError "lstat : EINVAL"`},
		{"names", `stat of ""`, `*fs.PathError "stat : ENOENT" ErrNotExist`, `*fs.PathError "stat : EINVAL"`},
		{"names", `remove ""`, `*fs.PathError "remove : ENOENT" ErrNotExist, "as it was"`, `*fs.PathError "remove : EINVAL", "as it was"`},
		{"names", `mkdir ""`, `*fs.PathError "mkdir : ENOENT" ErrNotExist, "as it was"`, `*fs.PathError "mkdir : EINVAL", "as it was"`},
		{"names", `mkdir all of ""`, `*fs.PathError "mkdir : ENOENT" ErrNotExist, "as it was"`, `*fs.PathError "mkdir : EINVAL", "as it was"`},
		{"process", "chdir to an empty name", `*fs.PathError "chdir : ENOENT" ErrNotExist`, `*fs.PathError "chdir : EINVAL"`},
	}},
	{"Permissions and owners", []contrast{
		{"names", "chmod", `ok, "-rw-r-----"`, `ok, "-rw-------"`},
		{"names", "chmod of a directory", `ok, "drwxr-xr-x"`, `ok, "drwx------"`},
		{"names", "mode of a link", `"Lrwxrwxrwx"`, `"Lrw-------"`},
		{"names", "chmod of a handle", `ok, "-rw----r--"`, `ok, "-rw-------"`},
		{"names", "chmod in a root", "ok, ok", `*fs.PathError "chmodat a: ENOSYS" ErrUnsupported, ok`},
		{"names", "chown", "ok", `*fs.PathError "chown a: ENOSYS" ErrUnsupported`},
		{"names", "lchown", "ok", `*fs.PathError "lchown link: ENOSYS" ErrUnsupported`},
		{"names", "chown of a handle", "ok, ok", `*fs.PathError "chown a: ENOSYS" ErrUnsupported, ok`},
	}},
	{"Times of directories", []contrast{
		{"names", "chtimes of a directory", "ok, true", "ok, false"},
		{"names", "a new entry changes a directory's time", "true", "false"},
		{"names", "a directory has a time", "true", "false"},
	}},
	{"Times before 1970", []contrast{
		{"names", "chtimes before 1970", `ok, "1969-12-31T23:43:20Z"`, `ok, "1970-01-01T00:00:00Z"`},
	}},
	{"Deadlines on files", []contrast{
		{"open", "deadline on a file", `*errors.errorString "file type does not support deadline" ErrNoDeadline`, "ok"},
		{"open", "read deadline on a file", `*errors.errorString "file type does not support deadline" ErrNoDeadline`, "ok"},
		{"open", "write deadline on a file", `*errors.errorString "file type does not support deadline" ErrNoDeadline`, "ok"},
		{"open", "read with a passed deadline", "ok", `*fs.PathError "read file: i/o timeout" ErrDeadlineExceeded timeout`},
	}},
	{"Unusual seeks", []contrast{
		{"data", "seek beyond all numbers", `0, *fs.PathError "seek f: EINVAL"`, `0, *fs.PathError "seek f: EOVERFLOW"`},
		{"data", "seek to data", "0, ok", `0, *fs.PathError "seek f: EINVAL"`},
		{"data", "seek to a hole", "10, ok", `0, *fs.PathError "seek f: EINVAL"`},
	}},
	{"Files that every Linux machine has", []contrast{
		{"open", "there is /dev/zero", "true", "false"},
		{"open", "there is /dev/urandom", "true", "false"},
		{"open", "there is /dev/stdout", "true", "false"},
		{"open", "there is /proc/self/status", "true", "false"},
		{"open", "there is /etc/passwd", "true", "false"},
		{"open", "there is /usr/bin", "true", "false"},
		{"process", "unknown user", `user.UnknownUserError "user: unknown user nobody-of-that-name"`, `*fs.PathError "open /etc/passwd: ENOENT" ErrNotExist`},
	}},
	{"The clock begins in 2025", []contrast{
		{"time", "the clock shows the first hour of 2025", "false", "true"},
	}},
	{"Time zones", []contrast{
		{"time", "load a time zone", "ok", `*errors.errorString "unknown time zone Europe/Berlin"`},
		{"time", "it has summer time", "14", ""},
	}},
	{"One processor", []contrast{
		{"process", "GOMAXPROCS after asking for 4", "4", "1"},
	}},
	{"Spinning in tiny functions", []contrast{
		{"spin", "a goroutine that spins with calls of a tiny function lets a timer fire", "reached", ""},
		{"end", "spin", "exit code 0", "it does not end"},
	}},
	{"Addresses", []contrast{
		{"net", "the listener is on the loopback", "true", "false"},
		{"net", "the address of everywhere", "true", "false"},
	}},
	{"Types of connections", []contrast{
		{"net", "types of connection and listener", `"*net.TCPConn *net.TCPConn *net.TCPListener"`, `"*sim.conn *sim.conn *sim.listener"`},
	}},
	{"Only TCP over IPv4", []contrast{
		{"net", "listen on tcp6", "ok", `*net.OpError "listen tcp6: unknown network tcp6"`},
		{"net", "listen on unix", "ok", `*net.OpError "listen unix: unknown network unix"`},
		{"net", "listen on udp", `*net.OpError "listen udp 127.0.0.1:0: address 127.0.0.1:0: unexpected address type"`, `*net.OpError "listen udp: unknown network udp"`},
	}},
	{"SetLinger", []contrast{
		{"net", "closed without lingering", `*net.OpError "read tcp LISTENER->CLIENT: read: ECONNRESET"`, `*errors.errorString "EOF" EOF`},
	}},
	{"Package net by itself", []contrast{
		{"net", "net.Dial to a listener of package sim", "ok", `*net.OpError "dial tcp LISTENER: address LISTENER: connect: Connection refused"`},
		{"net", "network interfaces", "true, ok", "false, ok"},
	}},
	{"128 descriptors at the first poll", []contrast{
		{"armed", "waited for so many", "128", ""},
		{"end", "armed 128", "exit code 0", "exit code 2"},
	}},
	{"Identity of machine and process", []contrast{
		{"process", "the host name is wasip1", "false, ok", "true, ok"},
		{"process", "executable", "true, ok", `false, *errors.errorString "Executable not implemented for wasip1"`},
		{"process", "process ids", "true, true", "false, false"},
		{"process", "user and group ids are one", "false, false", "true, true"},
		{"process", "the system", `"linux"`, `"wasip1"`},
		{"process", "the size of a page is 65536", "false", "true"},
	}},
	{"Texts of system errors", []contrast{
		{"process", "text of ENOENT", `"no such file or directory"`, `"No such file or directory"`},
		{"process", "text of EEXIST", `"file exists"`, `"File exists"`},
		{"process", "text of EAGAIN", `"resource temporarily unavailable"`, `"Try again"`},
		{"process", "text of EBADF", `"bad file descriptor"`, `"Bad file number"`},
		{"process", "text of ECONNREFUSED", `"connection refused"`, `"Connection refused"`},
		{"process", "text of ENOSPC", `"no space left on device"`, `"No space left on device"`},
		{"process", "text of ENOSYS", `"function not implemented"`, `"Not implemented on wasip1"`},
	}},
	{"Pipes and other programs", []contrast{
		{"process", "pipe", "ok", `*os.SyscallError "pipe: ENOSYS" ErrUnsupported`},
		{"process", "read a pipe", `"through", ok`, ""},
		{"process", "run a program that is not there", `*fs.PathError "fork/exec ./nowhere/program: ENOENT" ErrNotExist`, `*fs.PathError "fork/exec ./nowhere/program: ENOSYS" ErrUnsupported`},
		{"process", "look up a shell", "true, ok", `false, *exec.Error "exec: \"sh\": executable file not found in $PATH"`},
		{"process", "run a shell", `0, *exec.ExitError "exit status 3"`, `0, *os.SyscallError "pipe: ENOSYS" ErrUnsupported`},
	}},
	{"Signals that a process sends itself", []contrast{
		{"exit", "kill and handle", `exit code 0, "terminated"`, "exit code 143"},
		{"exit", "kill with nothing", `exit code 0, "<nil>"`, "exit code 128"},
	}},
	{"signal.Ignored after signal.Reset", []contrast{
		{"signals", "a signal is not ignored any more", "true", "false"},
	}},
	{"The line about the signal of a nil dereference", []contrast{
		{"exit", "nil pointer", `exit code 2, "panic: runtime error: invalid memory address or nil pointer dereference", "[signal SIGSEGV: segmentation violation code=# addr=# pc=#]", "goroutine [running]"`, `exit code 2, "panic: runtime error: invalid memory address or nil pointer dereference", "[signal # code=# addr=# pc=#]", "goroutine [running]"`},
	}},
	{"Memory limit", []contrast{
		{"exit", "memory", `exit code 0, "kept 192 MiB"`, `exit code 2, "runtime: out of memory: cannot allocate #-byte block (# in use)", "fatal error: out of memory", "goroutine [running]"`},
	}},
}

// listed are the checks that come out differently, as they do.
func listed() (all []contrast) {
	for _, d := range differences {
		all = append(all, d.cases...)
	}
	return all
}
